// The keys that sign a project's callbacks: a new one signs at once while receivers still know the old ones.

import { Fault } from '../kernel/fault.ts'
import type { CallbackKey } from './settings.ts'
import type { Draft } from '../kernel/draft.ts'
import { defineCommand } from '../kernel/command.ts'

/** Keys that a project may have at the same time. */
export const CALLBACK_KEYS_MAX = 10

/** Adds a key, which signs from now on. */
export const addCallbackKey = defineCommand<
  { readonly alias: string; readonly sealed: string },
  readonly CallbackKey[]
>({
  decide({ alias, sealed }, draft) {
    const { callbackKeys } = draft.dataset.settings
    if (callbackKeys.some((key) => key.alias === alias))
      throw new Fault('parameter-invalid', 'There is a key with this alias already.', 'alias')
    if (callbackKeys.length >= CALLBACK_KEYS_MAX)
      throw new Fault('parameter-invalid', `There are ${CALLBACK_KEYS_MAX} keys: end one first.`)
    return keep(draft, [...callbackKeys, { alias, sealed, createdAt: draft.now }])
  },
})

/** Ends a key that signs no more. Callbacks that were to be signed with it are signed with the current one. */
export const endCallbackKey = defineCommand<{ readonly alias: string }, readonly CallbackKey[]>({
  decide({ alias }, draft) {
    const { callbackKeys } = draft.dataset.settings
    if (!callbackKeys.some((key) => key.alias === alias))
      throw new Fault('callback-not-found', 'There is no key with this alias.')
    if (callbackKeys.at(-1)?.alias === alias)
      throw new Fault('parameter-invalid', 'This key signs: make a new one first.')
    return keep(
      draft,
      callbackKeys.filter((key) => key.alias !== alias),
    )
  },
})

function keep(draft: Draft, callbackKeys: readonly CallbackKey[]): readonly CallbackKey[] {
  draft.dataset = { ...draft.dataset, settings: { ...draft.dataset.settings, callbackKeys } }
  return callbackKeys
}
