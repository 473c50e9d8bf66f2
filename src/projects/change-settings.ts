// Changes a project's settings.

import { PROJECT_KEY_ALIAS } from '../callbacks/settings.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Settings } from '../kernel/settings.ts'

/**
 * Changes some settings; the others stay unchanged. `callbackKey`, encrypted, replaces the key that
 * signs callbacks.
 */
export const changeSettings = defineCommand<
  { readonly settings: Partial<Settings>; readonly callbackKey?: string },
  Settings
>({
  decide(input, draft) {
    const changed = { ...draft.dataset.settings, ...input.settings }
    const settings =
      input.callbackKey === undefined ? changed : withCallbackKey(changed, input.callbackKey)
    draft.dataset = { ...draft.dataset, settings }
    return settings
  },
})

function withCallbackKey(settings: Settings, sealed: string): Settings {
  const signing = settings.callbackKeys.at(-1)
  const { alias = PROJECT_KEY_ALIAS, createdAt = null } = signing ?? {}
  return { ...settings, callbackKeys: settings.callbackKeys.with(-1, { alias, sealed, createdAt }) }
}
