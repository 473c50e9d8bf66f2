// Warnings about outcome rules, with the project's cards to which they apply.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { batchTime } from '../../../kernel/dataset.ts'
import { rowIdOf } from '../../../kernel/row-id.ts'
import { merchantOf } from '../../../payments/methods/decide-outcome.ts'
import type { OutcomeRule } from '../../../payments/methods/outcome-rules.ts'
import { decidesIssuedOnly } from '../../../payments/methods/rule-scope.ts'
import {
  findingsOf,
  type RuleContext,
  type RuleFinding,
} from '../../../payments/methods/rule-findings.ts'
import { issuedByLastDigits, mayHavePrefix } from '../../../store/reads/card-numbers.ts'
import { numbersOfCard } from '../../../store/reads/cards.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { realNow } from '../../../time.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { orNull } from '../schemas.ts'

export const RuleWarning = Type.Object({
  code: Type.Enum(
    ['impossible', 'shadowed', 'issued-card', 'issued-card-too', 'unknown-cards', 'other-merchant'],
    {
      description:
        '`impossible`: no payment can match. `shadowed`: an earlier rule applies to all its payments. `issued-card`: its digits match a card of the project, which follows its own balance and limits. `issued-card-too`: the digits match a test card and a card of the project. `unknown-cards`: no test card and no card of the project has these digits. `other-merchant`: the rule is for payments at C, whose merchant has another name or category in the settings.',
    },
  ),
  detail: Type.String(),
  ruleId: orNull(Type.String(), 'Id of the earlier rule; otherwise null'),
  cardId: orNull(Type.String(), 'Id of the issued card; otherwise null'),
})
export type RuleWarning = Static<typeof RuleWarning>

type RuleCall = Pick<ProjectCall, 'read' | 'project'>
type Match = OutcomeRule['match']

/** The warnings of each rule of a list. */
export async function ruleWarnings(
  rules: readonly Pick<OutcomeRule, 'match' | 'seen'>[],
  earlier: (index: number) => readonly OutcomeRule[],
  call: RuleCall,
): Promise<readonly (readonly RuleWarning[])[]> {
  const context = await ruleContext(
    rules.map(({ match }) => match),
    call,
  )
  return rules.map((rule, index) =>
    findingsOf(rule, earlier(index), context).map((finding) =>
      warningOf(finding, rule.match, earlier(index)),
    ),
  )
}

/** Reads the clock and the cards to which the conditions refer. */
async function ruleContext(
  matches: readonly Match[],
  { read, project }: RuleCall,
): Promise<RuleContext> {
  const { bin } = project.secrets.product
  const isOwn = ({ panPrefix = '' }: Match) => bin.startsWith(panPrefix)
  const suffixes = new Set(
    matches.flatMap((match) =>
      match.cardId === undefined && isOwn(match) ? [match.panSuffix ?? ''] : [],
    ),
  )
  const foreign = new Set(
    matches.flatMap((match) =>
      !isOwn(match) && decidesIssuedOnly(match) ? [match.panPrefix ?? ''] : [],
    ),
  )
  const ids = new Set(matches.flatMap(({ cardId }) => (cardId === undefined ? [] : [cardId])))
  const [dataset, issued, numbers, prefixes] = await Promise.all([
    read(datasetById),
    Promise.all(
      [...suffixes].map(async (each) => [each, await read(issuedByLastDigits, each)] as const),
    ),
    Promise.all([...ids].map(async (id) => [id, await masksOf(id, read)] as const)),
    Promise.all([...foreign].map(async (each) => [each, await read(mayHavePrefix, each)] as const)),
  ])
  const bySuffix = new Map(issued)
  const byId = new Map(numbers)
  const byPrefix = new Map(prefixes)
  return {
    now: batchTime(dataset, realNow()),
    merchant: merchantOf(dataset.settings),
    numbersOf: (cardId) => byId.get(cardId),
    isIssuable: (panPrefix) => byPrefix.get(panPrefix) ?? true,
    issued: (match) => (isOwn(match) ? bySuffix.get(match.panSuffix ?? '') : undefined),
  }
}

async function masksOf(
  cardId: string,
  read: ProjectCall['read'],
): Promise<readonly string[] | undefined> {
  const id = rowIdOf(cardId)
  const numbers = id === undefined ? [] : await read(numbersOfCard, id)
  return numbers.length === 0 ? undefined : numbers.map(({ mask }) => mask)
}

function warningOf(
  finding: RuleFinding,
  { panPrefix = '', panSuffix }: Match,
  earlier: readonly OutcomeRule[],
): RuleWarning {
  const none = { ruleId: null, cardId: null }
  switch (finding.kind) {
    case 'impossible':
      return { code: finding.kind, detail: `The rule can never match: ${finding.detail}.`, ...none }
    case 'shadowed': {
      const place = earlier.findIndex(({ id }) => id === finding.by) + 1
      const detail = `The rule can never match: rule ${place} applies to all its payments.`
      return { code: finding.kind, detail, ...none, ruleId: finding.by }
    }
    case 'unknown-cards':
      return { code: finding.kind, detail: 'No test card has these digits.', ...none }
    case 'other-merchant': {
      const detail = `Orders of this project have ${finding.own}, so it matches none of them.`
      return { code: finding.kind, detail, ...none }
    }
    case 'issued-card':
    case 'issued-card-too': {
      const { id, lastFour } = finding.card
      const detail =
        finding.kind === 'issued-card-too'
          ? `Card ${lastFour} of this project has these digits too. The rule does not apply to its payments.`
          : panSuffix === undefined
            ? `Cards that start with ${panPrefix} are issued in this project. Their own balance and limits apply.`
            : `${lastFour} is issued in this project. The card follows its balance and limits.`
      return { code: finding.kind, detail, ...none, cardId: id }
    }
  }
}
