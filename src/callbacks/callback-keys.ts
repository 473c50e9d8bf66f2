// The keys that sign a project's callbacks. A new key signs immediately. Old keys stay listed for
// receivers.

import { withSettings } from '../kernel/dataset.ts'
import { Fault } from '../kernel/fault.ts'
import type { CallbackKey } from './settings.ts'
import type { Draft } from '../kernel/draft.ts'
import { defineCommand } from '../kernel/command.ts'

/** Maximum number of keys in a project. */
export const CALLBACK_KEYS_MAX = 10

/** Adds a key, which signs all new callbacks. */
export const addCallbackKey = defineCommand<
  { readonly alias: string; readonly sealed: string },
  readonly CallbackKey[]
>({
  decide({ alias, sealed }, draft) {
    const { callbackKeys } = draft.dataset.settings
    if (callbackKeys.some((key) => key.alias === alias))
      throw new Fault('parameter-invalid', 'A key with this alias already exists.', 'alias')
    if (callbackKeys.length >= CALLBACK_KEYS_MAX)
      throw new Fault(
        'parameter-invalid',
        `Limit of ${CALLBACK_KEYS_MAX} keys reached. Delete a key first.`,
      )
    return withKeys(draft, [...callbackKeys, { alias, sealed, createdAt: draft.now }])
  },
})

/**
 * Deletes a key that no longer signs. Waiting callbacks that named it are signed with the current
 * key.
 */
export const endCallbackKey = defineCommand<{ readonly alias: string }, readonly CallbackKey[]>({
  decide({ alias }, draft) {
    const { callbackKeys } = draft.dataset.settings
    if (!callbackKeys.some((key) => key.alias === alias))
      throw new Fault('callback-not-found', 'This project has no callback key with this alias.')
    if (callbackKeys.at(-1)?.alias === alias)
      throw new Fault(
        'parameter-invalid',
        'This is the current signing key. Add another key before you delete it.',
      )
    return withKeys(
      draft,
      callbackKeys.filter((key) => key.alias !== alias),
    )
  },
})

function withKeys(draft: Draft, callbackKeys: readonly CallbackKey[]): readonly CallbackKey[] {
  draft.dataset = withSettings(draft.dataset, { callbackKeys })
  return callbackKeys
}
