// Issues a card with an initial balance, to a new or an existing cardholder, all or nothing.

import { Type } from '../../../web/http/schemas/type.ts'
import { rowOfFault } from '../../../issuing/issue-cards.ts'
import { Fault } from '../../../kernel/fault.ts'
import { ROW_ID_PATTERN } from '../../../kernel/row-id.ts'
import { MAX_AMOUNT } from '../../../ledger/money.ts'
import { candidatesFor } from '../../../web/cards/new-card-numbers.ts'
import { operation } from '../api.ts'
import { CardSchema, cardView } from './card-view.ts'
import { NewPerson, personInput } from './new-person.ts'
import { unacceptable } from '../problems.ts'

export const issueCard = operation({
  name: 'issueCard',
  method: 'POST',
  path: '/cards',
  summary: 'Issue a card with an initial balance',
  description:
    'Registers a cardholder, or uses an existing cardholder without a card; issues an active card and credits its account from the funding account. If one step fails, nothing is changed.',
  body: Type.Object(
    {
      cardholder: Type.Optional(NewPerson),
      cardholderId: Type.Optional(
        Type.String({
          pattern: ROW_ID_PATTERN,
          description: 'Id of an existing cardholder without a card, instead of `cardholder`',
        }),
      ),
      initialBalance: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_AMOUNT,
          description: 'Amount to credit, in minor units of EUR; 0 by default',
          examples: [10_000],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  examples: [
    {
      cardholder: { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' },
      initialBalance: 10_000,
    },
  ],
  status: 201,
  answer: CardSchema,
  errors: ['cardholder-not-found', 'cardholder-already-has-card', 'card-pool-exhausted'],
  async handle({ project, body: { cardholder, cardholderId, initialBalance = 0 }, command }) {
    if ((cardholder === undefined) === (cardholderId === undefined))
      throw unacceptable('/cardholder', 'or /cardholderId must be sent, but not both')
    const card = {
      cardholder: cardholder === undefined ? Number(cardholderId) : personInput(cardholder),
      candidates: candidatesFor(project),
      initialBalance,
    }
    const [issued] = await command('issueCards', { cards: [card] }).catch(withoutRow)
    if (issued === undefined) throw new Error('no card was issued')
    return cardView(issued)
  },
})

/** The request field to which each fault refers. */
const MEMBERS: Readonly<Record<string, string>> = {
  amount: '/initialBalance',
  dateOfBirth: '/cardholder/dateOfBirth',
}

function withoutRow(error: unknown): never {
  const fault = rowOfFault(error)?.fault
  if (fault === undefined) throw error
  const pointer = fault.member === undefined ? undefined : MEMBERS[fault.member]
  if (pointer !== undefined) throw unacceptable(pointer, fault.message)
  if (fault.code === 'pool-exhausted')
    throw new Fault(
      fault.code,
      'The project has issued all cards of its pool. Raise the setting cardPool.',
    )
  throw fault
}
