// Operations on single outcome rules: list, check, add, change and delete.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { cardOutcome } from '../../../payments/methods/card-outcome.ts'
import {
  type RuleChange,
  type RuleRefusal,
  RULES_MAX,
  rulesSeen,
} from '../../../payments/methods/change-outcome-rules.ts'
import { type OutcomeRule, ruleMistake } from '../../../payments/methods/outcome-rules.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { OutcomeRuleSchema, RuleId } from './outcome-rules.ts'
import { problem, unacceptable } from '../problems.ts'
import { RuleWarning, ruleWarnings } from './rule-warnings.ts'

const { match, outcome, times } = OutcomeRuleSchema.properties

const RuleAnswer = Type.Object({
  id: RuleId,
  place: Type.Integer({
    description: 'Place in the list, counted from 1; the first matching rule applies',
  }),
  match,
  outcome,
  times,
  enabled: Type.Boolean({ description: 'False while the rule is turned off' }),
  matches: Type.Integer({
    description:
      'Number of payments to which the rule has applied; replacing the list restarts the count',
  }),
  warnings: Type.Array(RuleWarning),
})

const Version = Type.String({
  maxLength: 40,
  description: '`version` of the list; if the rules have changed since, the request is refused',
})

const RuleParameters = Type.Object({
  id: Type.String({ description: 'Id of the rule', examples: ['rule-1'] }),
})

export const listOutcomeRules = operation({
  name: 'listOutcomeRules',
  method: 'GET',
  path: '/outcome-rules',
  summary: 'List the outcome rules',
  description: 'Lists the rules in order. The first rule that matches a payment applies to it.',
  answer: Type.Object({
    items: Type.Array(RuleAnswer),
    nextCursor: Type.Null(),
    version: Type.String({ description: 'Identifies the list; uses of a rule do not change it' }),
  }),
  // Rules are part of the project's settings. A payment counts its use of a rule.
  reads: ['order', 'card'],
  async handle(call) {
    const { outcomeRules } = (await call.read(datasetById)).settings
    return {
      items: await viewsOf(outcomeRules, call),
      nextCursor: null,
      version: rulesSeen(outcomeRules),
    }
  },
})

export const checkOutcomeRule = operation({
  name: 'checkOutcomeRule',
  method: 'POST',
  path: '/outcome-rules/check',
  repeats: 'nothing',
  summary: 'Check an outcome rule without adding it',
  description:
    'Returns the warnings that the rule would have as the first of the list. Nothing is changed.',
  body: OutcomeRuleSchema,
  examples: [{ match: { panSuffix: '0002' }, outcome: { actionCode: 116 } }],
  answer: Type.Object({ warnings: Type.Array(RuleWarning) }),
  async handle({ body, ...call }) {
    return { warnings: [...(await warningsOf(ruleOf(body), call))] }
  },
})

export const addOutcomeRule = operation({
  name: 'addOutcomeRule',
  isAudited: true,
  method: 'POST',
  path: '/outcome-rules',
  summary: 'Add an outcome rule',
  description:
    'Adds a rule in first place. A rule that can never match, or that has the digits of a card issued in this project, is refused.',
  body: OutcomeRuleSchema,
  examples: [
    { match: { panSuffix: '0002' }, outcome: { actionCode: 116 } },
    { match: { amountFrom: 100_000 }, outcome: { actionCode: 116 }, times: 1 },
  ],
  status: 201,
  answer: RuleAnswer,
  errors: ['rule-never-matches', 'rule-for-issued-card', 'too-many-rules'],
  async handle({ body, ...call }) {
    const rule = ruleOf(body)
    for (const { code, detail, cardId } of await warningsOf(rule, call)) {
      if (code === 'impossible') throw problem('rule-never-matches', detail)
      if (code === 'issued-card')
        throw problem(
          'rule-for-issued-card',
          `${detail} Send POST /control/v1/cards/${cardId ?? ''}/fail-next-payment, or a rule with its cardId.`,
        )
    }
    return changed({ kind: 'add', rule }, call)
  },
})

export const changeOutcomeRule = operation({
  name: 'changeOutcomeRule',
  isAudited: true,
  method: 'PATCH',
  path: '/outcome-rules/:id',
  summary: 'Move an outcome rule, or turn it on or off',
  description: 'Changes the place of a rule, or turns it on or off. Omitted fields do not change.',
  params: RuleParameters,
  body: Type.Object(
    {
      place: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: RULES_MAX,
          description: 'New place, counted from 1; a place after the last one is the last',
        }),
      ),
      enabled: Type.Optional(Type.Boolean({ description: 'False turns the rule off' })),
      version: Type.Optional(Version),
    },
    { additionalProperties: false },
  ),
  examples: [{ enabled: false }, { place: 1 }],
  answer: RuleAnswer,
  errors: ['rule-not-found', 'rules-changed'],
  handle: ({ params: { id }, body: { version, ...change }, ...call }) =>
    changed({ kind: 'change', id, seen: version, ...change }, call),
})

export const deleteOutcomeRule = operation({
  name: 'deleteOutcomeRule',
  isAudited: true,
  method: 'DELETE',
  path: '/outcome-rules/:id',
  summary: 'Delete an outcome rule',
  description: 'Deletes a rule. The other rules keep their order.',
  params: RuleParameters,
  query: Type.Object({ version: Type.Optional(Version) }, { additionalProperties: false }),
  answer: Type.Object({ id: RuleId }),
  errors: ['rule-not-found', 'rules-changed'],
  async handle({ params: { id }, query: { version }, command }) {
    return { id: await idOfChanged({ kind: 'remove', id, seen: version }, command) }
  },
})

export const ruleOperations = [
  listOutcomeRules,
  addOutcomeRule,
  checkOutcomeRule,
  changeOutcomeRule,
  deleteOutcomeRule,
]

type RuleCall = Pick<ProjectCall, 'read' | 'project' | 'command'>

/** Reads the rule in a body. */
function ruleOf(body: Static<typeof OutcomeRuleSchema>) {
  const { enabled = true, outcome: given, ...rest } = body
  const rule = { ...rest, outcome: cardOutcome(given), ...(!enabled && { enabled }) }
  const mistake = ruleMistake(rule)
  if (mistake !== undefined) throw unacceptable(mistake.pointer, mistake.detail)
  return rule
}

const warningsOf = async (
  rule: Pick<OutcomeRule, 'match'>,
  call: Pick<RuleCall, 'read' | 'project'>,
): Promise<readonly RuleWarning[]> => (await ruleWarnings([rule], () => [], call))[0] ?? []

async function viewsOf(
  rules: readonly OutcomeRule[],
  call: Pick<RuleCall, 'read' | 'project'>,
): Promise<Static<typeof RuleAnswer>[]> {
  const warnings = await ruleWarnings(rules, (index) => rules.slice(0, index), call)
  return rules.map(({ enabled = true, matches = 0, ...rule }, index) => ({
    ...rule,
    place: index + 1,
    enabled,
    matches,
    warnings: [...(warnings[index] ?? [])],
  }))
}

async function changed(change: RuleChange, call: RuleCall): Promise<Static<typeof RuleAnswer>> {
  const id = await idOfChanged(change, call.command)
  const { outcomeRules } = (await call.read(datasetById)).settings
  const views = await viewsOf(outcomeRules, call)
  const view = views.find((each) => each.id === id)
  // Another request deleted the rule, or a payment used it up, in the meantime.
  if (view === undefined) throw refused('missing', id)
  return view
}

async function idOfChanged(change: RuleChange, command: RuleCall['command']): Promise<string> {
  const result = await command('changeOutcomeRules', change)
  if ('id' in result) return result.id
  throw refused(result.refusal, change.kind === 'add' ? '' : change.id)
}

function refused(refusal: RuleRefusal, id: string): Error {
  switch (refusal) {
    case 'full':
      return problem('too-many-rules', `Limit of ${RULES_MAX} rules reached. Delete a rule first.`)
    case 'taken':
      return unacceptable('/id', 'must be unique')
    case 'stale':
      return problem(
        'rules-changed',
        'The rules have changed since you read them. Read the list again.',
      )
    case 'missing':
      return problem('rule-not-found', `No rule has the id ${id}.`)
  }
}
