// Changes a project's settings.

import { PROJECT_KEY_ALIAS } from '../callbacks/settings.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Settings } from '../kernel/settings.ts'

type Rules = Settings['outcomeRules']

/** A rule without an id gets one. */
type NewRules = readonly (Omit<Rules[number], 'id'> & { readonly id?: string })[]

export interface SettingsInput {
  readonly settings: Partial<Omit<Settings, 'outcomeRules'>> & { readonly outcomeRules?: NewRules }
  /** Encrypted; it replaces the key that signs callbacks. */
  readonly callbackKey?: string
}

/**
 * Gives ids to rules that have none. Rules belong to payments, which import projects, so
 * `src/registry/commands.ts` passes the function.
 */
type RuleNumbering = (
  before: Settings,
  rules: NewRules,
) => Pick<Settings, 'outcomeRules' | 'lastRuleNumber'>

/** The command that changes some settings; the others stay unchanged. */
export const changeSettingsBy = (numbered: RuleNumbering) =>
  defineCommand<SettingsInput, Settings>({
    decide({ settings: { outcomeRules, ...others }, callbackKey }, draft) {
      const before = draft.dataset.settings
      const rules = outcomeRules && numbered(before, outcomeRules)
      const changed = { ...before, ...others, ...rules }
      const settings = callbackKey === undefined ? changed : withCallbackKey(changed, callbackKey)
      draft.dataset = { ...draft.dataset, settings }
      return settings
    },
  })

function withCallbackKey(settings: Settings, sealed: string): Settings {
  const signing = settings.callbackKeys.at(-1)
  const { alias = PROJECT_KEY_ALIAS, createdAt = null } = signing ?? {}
  return { ...settings, callbackKeys: settings.callbackKeys.with(-1, { alias, sealed, createdAt }) }
}
