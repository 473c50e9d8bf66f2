// `sandcard trigger`: runs a scenario in a project.

import type { Command } from '@commander-js/extra-typings'
import { wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import { SCENARIOS } from './scenarios.ts'
import type { Session } from './session.ts'
import { fields, table } from './terminal.ts'

export function addTrigger(program: Command, session: Session): void {
  program
    .command('trigger')
    .summary('run a scenario: payments, declines, refunds and more')
    .description(
      'Runs a scenario in the project, such as a payment and its refund. It causes the same payments, cards and callbacks as real calls. A declined payment is a result, so the exit code is 0.',
    )
    .argument('[scenario]', 'its name: see --list')
    .option('--list', 'list the scenarios')
    .option(
      '--amount <minor>',
      'amount in minor units; default: 2000, unless the scenario sets its own',
    )
    .option('--card <id>', 'the card for a simulation; default: a new card with funds')
    .option('--currency <code>', 'ISO 4217 numeric code', '978')
    .addHelpText(
      'after',
      examples(
        ['sandcard trigger --list', 'all scenarios'],
        ['sandcard trigger payment.approved', 'a payment of 20.00 EUR'],
        ['sandcard trigger order.refunded --amount 5000', 'a payment of 50.00 EUR and its refund'],
      ),
    )
    .action(async (name, { list, amount, currency, card }) => {
      if (list === true) {
        showList(session)
        return
      }
      const scenario = Object.hasOwn(SCENARIOS, name ?? '') ? SCENARIOS[name ?? ''] : undefined
      if (scenario === undefined) throw unknownScenario(name)
      if (amount !== undefined && !/^\d{1,12}$/.test(amount))
        throw wrongArgument(`--amount needs minor units, not "${amount}".`)
      const result = await scenario.play(await session.project(), {
        currency,
        cardId: card,
        amount: amount === undefined ? undefined : Number(amount),
      })
      session.show({ scenario: name, ...result }, () =>
        fields(Object.entries(result).flatMap(([member, value]) => linesOf(member, value))),
      )
    })
}

/** The fields of a result; each step of a list is a line. */
const linesOf = (member: string, value: unknown): (readonly [string, string])[] =>
  Array.isArray(value)
    ? value.map((step: Readonly<Record<string, unknown>>) => [
        String(step['step']),
        `${String(step['responseCode'])}  ${String(step['explanation'])}`,
      ])
    : [[member, String(value)]]

function showList(session: Session): void {
  const scenarios = Object.entries(SCENARIOS).map(([name, { summary }]) => ({ name, summary }))
  session.show({ scenarios }, () =>
    table(
      ['SCENARIO', 'WHAT HAPPENS'],
      scenarios.map(({ name, summary }) => [name, summary]),
      '',
    ),
  )
}

function unknownScenario(name: string | undefined): Error {
  if (name === undefined)
    return wrongArgument('Name a scenario. "sandcard trigger --list" lists them.')
  const similar = Object.keys(SCENARIOS).filter((each) =>
    name.split(/[^a-z]+/i).some((part) => part.length > 2 && each.includes(part.toLowerCase())),
  )
  const hint = similar.length === 0 ? '' : ` Similar: ${similar.join(', ')}.`
  return wrongArgument(
    `There is no scenario "${name}".${hint} "sandcard trigger --list" lists them.`,
  )
}
