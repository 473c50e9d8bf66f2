// `sandcard rules`: manages a project's outcome rules.

import type { Command } from '@commander-js/extra-typings'
import type { AddOutcomeRuleAnswer, AddOutcomeRuleRequest } from '../client/operations.ts'
import { wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { table } from './terminal.ts'
import { collected, jsonOfFile, numberOf, objectOf } from './values.ts'

export function addRules(program: Command, session: Session): void {
  const rules = program
    .command('rules')
    .summary('list, add, preview or delete outcome rules')
    .description(
      'Outcome rules determine how payments end. The first rule that matches applies, and a new rule is added at the top.',
    )
    .addHelpText(
      'after',
      examples(
        ['sandcard rules add --match panSuffix=0002 --outcome actionCode=116', 'decline a card'],
        ['sandcard rules add --outcome actionCode=116 --times 1', 'decline the next payment'],
        ['sandcard rules add --file rule.json', 'a rule as a JSON file'],
        ['sandcard rules preview', 'what the rules would change'],
      ),
    )
  rules
    .command('list', { isDefault: true })
    .description('Lists the rules in order of priority.')
    .action(async () => {
      const list = await session.control.listOutcomeRules()
      session.show(list, () => rulesText(list.items))
    })
  rules
    .command('add')
    .description(
      'Adds a rule with the highest priority. Without a condition, it matches every payment at C with a card that the project did not issue. To match an issued card, use cardId or cardKind=issued.',
    )
    .option('--match <name=value>', 'a condition; repeatable', collected)
    .option(
      '--outcome <name=value>',
      'a field of the outcome, such as actionCode=116; repeatable',
      collected,
    )
    .option(
      '--times <count>',
      'number of attempts the rule applies to before it is deleted',
      numberOf,
    )
    .option('--id <id>', 'id of the rule')
    .option('--file <file>', 'a rule in JSON; - reads standard input')
    .action(async ({ file, ...options }) => {
      if (file !== undefined && Object.keys(options).length > 0)
        throw wrongArgument('--file has the whole rule: omit --match, --outcome, --times and --id.')
      const rule = file === undefined ? await ruleOf(options) : await jsonOfFile(file)
      // The service validates the rule.
      const added = await session.control.addOutcomeRule(rule as AddOutcomeRuleRequest)
      session.show(added, () => rulesText([added]))
    })
  rules
    .command('delete')
    .description('Deletes a rule.')
    .argument('<id>', 'id of the rule')
    .action(async (id) => {
      const deleted = await session.control.deleteOutcomeRule({ id })
      session.show(deleted, () => `Rule ${deleted.id} is deleted.`)
    })
  rules
    .command('preview')
    .description('Shows what the rules would have changed in past payments.')
    .action(async () => {
      const preview = await session.control.previewOutcomeRules()
      session.show(preview, () =>
        table(
          ['PAYMENT', 'CARD', 'RULE', 'ACTION CODE', 'CHANGES'],
          preview.items.map(({ order, authorisation, cardKind, ruleId, actionCode, changes }) => [
            order?.number ?? authorisation?.id ?? '-',
            cardKind,
            ruleId ?? '-',
            String(actionCode ?? '-'),
            changes ? 'yes' : 'no',
          ]),
          'There are no payments to preview the rules on.',
        ),
      )
    })
}

interface RuleOptions {
  readonly match?: string[] | undefined
  readonly outcome?: string[] | undefined
  readonly times?: number | undefined
  readonly id?: string | undefined
}

async function ruleOf({ match = [], outcome = [], times, id }: RuleOptions): Promise<unknown> {
  if (outcome.length === 0)
    throw wrongArgument('Set --outcome, such as --outcome actionCode=116, or --file.')
  // Loaded on demand, because most commands need no schemas.
  const { OutcomeRuleSchema } = await import('../api/control/rules/outcome-rules.ts')
  const { properties } = OutcomeRuleSchema
  return {
    ...(id !== undefined && { id }),
    match: objectOf('--match', match, properties.match),
    outcome: objectOf('--outcome', outcome, properties.outcome),
    ...(times !== undefined && { times }),
  }
}

const pairsOf = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')

const rulesText = (rules: readonly AddOutcomeRuleAnswer[]): string =>
  table(
    ['PLACE', 'ID', 'MATCH', 'OUTCOME', 'LEFT', 'MATCHES', ''],
    rules.map(({ place, id, match, outcome, times, enabled, matches, warnings }) => [
      String(place),
      id,
      pairsOf(match) || 'every payment',
      pairsOf(outcome),
      times === undefined ? '-' : String(times),
      String(matches),
      [...(enabled ? [] : ['off']), ...warnings.map(({ detail }) => detail)].join('; '),
    ]),
    'There are no outcome rules.',
  )
