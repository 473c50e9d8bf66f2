// `sandcard explain`: shows why a request was approved, declined or refused.

import type { Command } from '@commander-js/extra-typings'
import type { GetDecisionAnswer } from '../client/operations.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { fields, table } from './terminal.ts'

export function addExplain(program: Command, session: Session): void {
  program
    .command('explain')
    .summary('say why a request was approved, declined or refused')
    .description(
      'Explains why a request was approved, declined or refused. Without a request id, lists the newest decisions.',
    )
    .argument('[id]', 'a request id, from the Request-id header of a response')
    .option('--limit <count>', 'number of decisions to list, 1 to 200', '20')
    .addHelpText(
      'after',
      examples(
        ['sandcard explain', 'the newest decisions'],
        ['sandcard explain 0198a1f2-8d1c-4c55-9a3b-2f6f0e6f7d10', 'one decision'],
      ),
    )
    .action(async (id, { limit }) => {
      const { control } = session
      if (id === undefined) {
        const list = await control.listDecisions({ limit })
        session.show(list, () => listText(list.items))
      } else {
        const decision = await control.getDecision({ id })
        session.show(decision, () => decisionText(decision))
      }
    })
}

const decisionText = (decision: GetDecisionAnswer): string =>
  fields([
    ['outcome', decision.outcome],
    ['code', decision.code],
    ['reason', decision.reason],
    ['would change it', decision.wouldChange],
    ['at', decision.at],
    ['operation', decision.operation],
    ...factsOf(decision),
  ])

const factsOf = ({ facts }: GetDecisionAnswer): readonly (readonly [string, string])[] =>
  Object.entries(facts)
    .filter(([name]) => name !== 'at')
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])

const listText = (decisions: readonly GetDecisionAnswer[]): string =>
  table(
    ['REQUEST', 'OPERATION', 'OUTCOME', 'CODE', 'REASON'],
    decisions.map(({ requestId, operation, outcome, code, reason }) => [
      requestId,
      operation,
      outcome,
      code,
      reason,
    ]),
    'There are no decisions.',
  )
