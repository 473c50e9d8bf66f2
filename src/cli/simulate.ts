// `sandcard simulate`: uses an issued card at merchants outside the sandbox.

import type { Command } from '@commander-js/extra-typings'
import type {
  ListAuthorisationsRequest,
  ReplaceRatesRequest,
  SimulateAuthorisationAnswer,
  SimulateAuthorisationRequest,
} from '../client/operations.ts'
import { wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { fields, table } from './terminal.ts'
import { collected, jsonOfFile, numberOf } from './values.ts'

export function addSimulate(program: Command, session: Session): void {
  const simulate = program
    .command('simulate')
    .summary('simulate the use of an issued card at other merchants')
    .description(
      'Simulates the use of a project’s card at merchants outside the sandbox. Amounts are in minor units of the merchant’s currency. A decline is a result, so the exit code is 0. "sandcard trigger --list" lists whole scenarios.',
    )
    .addHelpText(
      'after',
      examples(
        ['sandcard simulate authorise --card ID --amount 2000', 'a purchase of 20.00 EUR'],
        [
          'sandcard simulate authorise --card ID --amount 5000 --with kind=cash --with pin=1234',
          'cash with a PIN',
        ],
        ['sandcard simulate clear ID --amount 2400', 'clear the purchase with a tip'],
        ['sandcard simulate refund ID', 'refund it'],
      ),
    )
  addUses(simulate, session)
  addLegs(simulate, session)
  addReads(simulate, session)
}

/** New uses of a card. */
function addUses(simulate: Command, session: Session): void {
  for (const [name, operation, description] of [
    [
      'authorise',
      'simulateAuthorisation',
      'Authorises a payment: the issuer approves or declines it.',
    ],
    ['force-post', 'simulateForcePost', 'Posts a payment without an authorisation.'],
    ['credit', 'simulateRefund', 'Credits a card for a purchase made outside the sandbox.'],
  ] as const)
    simulate
      .command(name)
      .description(description)
      .requiredOption('--card <id>', 'id of a card of the project')
      .option('--amount <minor>', 'amount in minor units', numberOf)
      .option('--currency <code>', 'ISO 4217, such as USD; default: EUR')
      .option(
        '--with <name=value>',
        'an additional request field, such as mcc=5812; repeatable',
        collected,
      )
      .action(async ({ card: cardId, amount, currency, with: pairs = [] }) => {
        // The service validates the request.
        const request = {
          cardId,
          ...(amount !== undefined && { amount }),
          ...(currency !== undefined && { currency }),
          ...Object.fromEntries(pairs.map(memberOf)),
        } as SimulateAuthorisationRequest & { readonly amount: number }
        show(session, await session.control[operation](request))
      })
}

/** `name=value`, where `true` and `false` are booleans. */
function memberOf(pair: string): readonly [name: string, value: string | boolean] {
  const [, name, text = ''] = /^(\w+)=(.*)$/s.exec(pair) ?? []
  if (name === undefined) throw wrongArgument(`--with needs name=value, not "${pair}".`)
  return [name, text === 'true' || text === 'false' ? text === 'true' : text]
}

/** The legs of an authorisation. */
function addLegs(simulate: Command, session: Session): void {
  for (const [name, operation, description] of [
    ['increment', 'incrementAuthorisation', 'Adds an amount to the hold.'],
    ['advise', 'adviseAuthorisation', 'Replaces the hold with the final amount.'],
  ] as const)
    simulate
      .command(name)
      .description(description)
      .argument('<id>', 'id of the authorisation')
      .requiredOption('--amount <minor>', 'amount in minor units', numberOf)
      .action(async (id, { amount }) => {
        show(session, await session.control[operation]({ id, amount }))
      })
  for (const [name, operation, description] of [
    ['clear', 'clearAuthorisation', 'Posts the hold or another amount, and releases the rest.'],
    ['reverse', 'reverseAuthorisation', 'Releases all or part of the hold.'],
    ['refund', 'refundAuthorisation', 'Refunds all or part of the cleared amount.'],
  ] as const)
    withKeep(
      name,
      simulate
        .command(name)
        .description(description)
        .argument('<id>', 'id of the authorisation')
        .option('--amount <minor>', 'amount in minor units; default: all', numberOf),
    ).action(async (id, { amount, keep }) => {
      const request = {
        id,
        ...(amount !== undefined && { amount }),
        ...(keep === true && { final: false }),
      }
      show(session, await session.control[operation](request))
    })
  for (const [name, operation, what, description] of [
    ['expire', 'expireAuthorisation', 'id of the authorisation', 'Ends the hold now.'],
    ['reverse-refund', 'reverseRefund', 'id of the leg of the refund', 'Reverses a refund.'],
  ] as const)
    simulate
      .command(name)
      .description(description)
      .argument('<id>', what)
      .action(async (id) => {
        show(session, await session.control[operation]({ id }))
      })
}

type LegCommand = Command<[string], { amount?: number }>

/** Only a clearing can be one of several. */
const withKeep = (
  name: string,
  command: LegCommand,
): Command<[string], { amount?: number; keep?: true }> =>
  name === 'clear' ? command.option('--keep', 'keep the rest of the hold') : command

function addReads(simulate: Command, session: Session): void {
  simulate
    .command('list', { isDefault: true })
    .description('Lists authorisations, newest first, including payments of orders at interface C.')
    .option('--card <id>', 'only this card')
    .option('--status <status>', 'declined, pending, partlyCleared, cleared, reversed or expired')
    .option('--limit <count>', 'number of authorisations, 1 to 200', '50')
    .action(async ({ card, ...filters }) => {
      const query = { ...filters, ...(card !== undefined && { cardId: card }) }
      const list = await session.control.listAuthorisations(query as ListAuthorisationsRequest)
      session.show(list, () =>
        table(
          ['ID', 'AT', 'CARD', 'KIND', 'STATUS', 'AMOUNT', 'MERCHANT', 'RESULT'],
          list.items.map(
            ({ id, createdAt, numberMask, kind, status, amount, merchant, reason }) => [
              id,
              createdAt,
              numberMask,
              kind,
              status,
              String(amount),
              merchant.name,
              reason,
            ],
          ),
          'There are no authorisations.',
        ),
      )
    })
  simulate
    .command('show')
    .description('Shows an authorisation with its legs.')
    .argument('<id>', 'the authorisation')
    .action(async (id) => {
      const found = await session.control.showAuthorisation({ id })
      session.show(found, () => `${stateText(found)}\n\n${legsText(found.legs)}`)
    })
  simulate
    .command('rates')
    .description('Shows the exchange rates, or replaces them.')
    .option('--file <file>', 'JSON of PUT /control/v1/rates; - reads standard input')
    .action(async ({ file }) => {
      const { control } = session
      const rates =
        file === undefined
          ? await control.getRates()
          : await control.replaceRates((await jsonOfFile(file)) as ReplaceRatesRequest)
      session.show(rates, () =>
        fields([
          ['markup', `${rates.markupBp} basis points`],
          ...Object.entries(rates.rates).map(
            ([code, rate]) => [code, `${rate} for 1 EUR`] as const,
          ),
        ]),
      )
    })
}

/** The response of every simulation. */
type Answer = Omit<SimulateAuthorisationAnswer, 'realTimeDecision'>
type Authorisation = Answer['authorisation']

const show = (session: Session, answer: Answer): void => {
  const { approved, responseCode, reason, explanation, remedy, authorisation, account } = answer
  session.show(answer, () =>
    [
      fields([
        ['decision', `${approved ? 'approved' : 'declined'} (${responseCode}, ${reason})`],
        ['reason', explanation],
        ...(remedy === null ? [] : [['remedy', remedy] as const]),
        ['leg', answer.leg.id],
        ['available', `${account.available} (${account.held} held)`],
      ]),
      stateText(authorisation),
    ].join('\n'),
  )
}

const stateText = (authorisation: Omit<Authorisation, 'legs'>): string =>
  fields([
    ['authorisation', authorisation.id],
    ['card', `${authorisation.cardId} (${authorisation.numberMask})`],
    ['kind', authorisation.kind],
    ['status', authorisation.status],
    ['held', String(authorisation.held)],
    ['cleared', String(authorisation.cleared)],
    ['refunded', String(authorisation.refunded)],
  ])

const legsText = (legs: Authorisation['legs']): string =>
  table(
    ['LEG', 'AT', 'KIND', 'AMOUNT', 'HELD', 'RESULT'],
    legs.map(({ id, at, kind, amount, held, reason }) => [
      id,
      at,
      kind,
      String(amount),
      String(held),
      reason,
    ]),
    '',
  )
