// Operations on one card: issue, read, limits, status.

import { Type } from '../../web/http/schemas/type.ts'
import type { Project } from '../../engine/directory.ts'
import type { CandidateNumber } from '../../issuing/card-number.ts'
import type { CardResult } from '../../issuing/card-result.ts'
import { issuePan, maskPan } from '../../issuing/pan.ts'
import { batchTime } from '../../kernel/dataset.ts'
import { Fault } from '../../kernel/fault.ts'
import { isReserved } from '../../payments/methods/test-card.ts'
import { cardById } from '../../store/reads/cards.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { realNow } from '../../time.ts'
import type { ProjectCall } from '../endpoint/operation.ts'
import { CardDataAnswer, CardLimitsAnswer, OperationResult, VirtualCardAnswer } from './answers.ts'
import { operation } from './api.ts'
import { DELIVERY_METHODS, HOT_STATUS } from './codes.ts'
import { cardIdOf, newExpiryOf } from './input.ts'
import {
  amount,
  CardById,
  currency,
  digits,
  expDate,
  FIRST_CARD,
  integer,
  text,
} from './schemas.ts'
import { cardDataView, limitsView, resultView, virtualCardView } from './views.ts'

const CardBody = Type.Object({ cardIdentification: CardById })

const createVirtualCard = operation({
  name: 'createVirtualCard',
  method: 'POST',
  path: '/createVirtualCard',
  summary: 'Issue a virtual card',
  description:
    'Issues an active card on the account of a customer. Its number consists of the BIN of the registration, digits 7 to 15 as ' +
    'you send them, and a computed check digit.',
  body: Type.Object({
    cardIdentification: Type.Object({
      cardNumber: Type.Union(
        [
          Type.Integer({ minimum: 1e15, exclusiveMaximum: 1e16 }),
          digits({ minLength: 16, maxLength: 16 }),
        ],
        {
          description:
            '16 digits; the BIN replaces the first six, and a check digit replaces the last',
        },
      ),
      phoneNumber: Type.Optional(text()),
      customerId: text({
        minLength: 1,
        description: 'The customer_number of the registration',
      }),
    }),
    virtualCardIdentification: Type.Object({
      expDate,
      productType: Type.Union(
        [
          Type.Integer({ minimum: 1, maximum: 999_999_999 }),
          Type.String({ pattern: String.raw`^[1-9]\d*$`, maxLength: 9 }),
        ],
        { description: 'Card product type, returned as sent' },
      ),
    }),
    amount,
    currency,
    accountNumber: Type.Optional(
      text({
        minLength: 1,
        description: 'From the response of registerCustomer; default: the account of the customer',
      }),
    ),
    deliveryMethod: Type.Optional(Type.Enum([...DELIVERY_METHODS])),
  }),
  examples: [
    {
      cardIdentification: {
        cardNumber: 4000000000100018,
        phoneNumber: '35700000001',
        customerId: '1001_P020',
      },
      virtualCardIdentification: { expDate: 203101, productType: 1 },
      amount: 10000,
      currency: 978,
      accountNumber: '40000000000000001978',
      deliveryMethod: 'WS',
    },
  ],
  answer: VirtualCardAnswer,
  async handle({ project, body, command }) {
    const { expDate, productType } = body.virtualCardIdentification
    const card = await command('createVirtualCard', {
      customerId: body.cardIdentification.customerId,
      ...(body.accountNumber === undefined ? {} : { accountNumber: body.accountNumber }),
      candidates: numbersOf(body.cardIdentification.cardNumber, project),
      expiry: newExpiryOf(expDate, '/virtualCardIdentification/expDate'),
      productType: String(productType),
      amount: Number(body.amount),
      currency: Number(body.currency),
    })
    return virtualCardView(card, project.vault)
  },
})

const getCardLimits = operation({
  name: 'getCardLimits',
  method: 'POST',
  path: '/getCardLimits',
  summary: 'Read the limits of a card',
  description: 'Returns the six limits with their usage in the current window.',
  body: CardBody,
  examples: [{ cardIdentification: FIRST_CARD }],
  answer: CardLimitsAnswer,
  async handle({ body, read }) {
    const cardId = cardIdOf(body.cardIdentification.cardId)
    const [card, dataset] = await read((reads, datasetId) =>
      Promise.all([cardById(reads, datasetId, cardId), datasetById(reads, datasetId)]),
    )
    return { limits: limitsView(existing(card), batchTime(dataset, realNow())) }
  },
})

export const changeCardLimit = operation({
  name: 'changeCardLimit',
  method: 'POST',
  path: '/changeCardLimit',
  summary: 'Change a limit of a card',
  description: 'Sets the value and the cycle of one limit; the others stay unchanged.',
  body: Type.Object({
    cardIdentification: CardById,
    limit: Type.Object({
      name: text({ minLength: 1, description: 'A name from getCardLimits' }),
      value: amount,
      cycleType: Type.Optional(
        integer('0 day, 3 month, 4 year. Without it, the limit keeps its cycle.'),
      ),
      cycleLength: Type.Optional(integer('Number of units in a cycle: 1')),
    }),
  }),
  examples: [
    {
      cardIdentification: FIRST_CARD,
      limit: { name: 'LMTP0109', value: 50000, cycleType: 0, cycleLength: 1 },
    },
  ],
  answer: OperationResult,
  async handle({ body: { cardIdentification, limit }, command }) {
    const { entry } = await command('changeLimits', {
      cardId: cardIdOf(cardIdentification.cardId),
      limits: [
        {
          name: limit.name,
          value: Number(limit.value),
          ...(limit.cycleType === undefined ? {} : { cycleType: Number(limit.cycleType) }),
          ...(limit.cycleLength === undefined ? {} : { cycleLength: Number(limit.cycleLength) }),
        },
      ],
    })
    return resultView('changeCardLimit', entry)
  },
})

const getCardData = operation({
  name: 'getCardData',
  method: 'POST',
  path: '/getCardData',
  summary: 'Read a card and its account',
  description: 'Returns the card with its full number, its status and the available balance.',
  body: CardBody,
  examples: [{ cardIdentification: FIRST_CARD }],
  answer: CardDataAnswer,
  async handle({ project, body, read }) {
    const card = await read(cardById, cardIdOf(body.cardIdentification.cardId))
    return { cardData: cardDataView(existing(card), project.vault) }
  },
})

const blockCard = operation({
  name: 'blockCard',
  method: 'POST',
  path: '/blockCard',
  summary: 'Block a card',
  description: 'Blocks an active card: status 0 becomes 6.',
  body: Type.Object({
    cardIdentification: CardById,
    hotCardStatus: integer('New status of the card. 6: blocked'),
  }),
  examples: [{ cardIdentification: FIRST_CARD, hotCardStatus: HOT_STATUS.blocked.code }],
  answer: OperationResult,
  async handle({ body: { cardIdentification, hotCardStatus }, ...call }) {
    const { cardId } = cardIdentification
    const isSupported = Number(hotCardStatus) === HOT_STATUS.blocked.code
    const entry = await changeStatus(call, { cardId, change: 'blockCard', isSupported })
    return resultView('blockCard', entry)
  },
})

const changeCardStatus = operation({
  name: 'changeCardStatus',
  method: 'POST',
  path: '/changeCardStatus',
  // Older guides to this interface use this spelling.
  aliases: ['/changeCardState'],
  summary: 'Unblock a card',
  description: 'Activates a blocked card: status 6 becomes 0.',
  body: Type.Object({
    cardIdentification: CardById,
    hotCardStatus: integer('New status of the card. 0: active'),
  }),
  examples: [{ cardIdentification: FIRST_CARD, hotCardStatus: HOT_STATUS.active.code }],
  answer: OperationResult,
  async handle({ body: { cardIdentification, hotCardStatus }, ...call }) {
    const { cardId } = cardIdentification
    const isSupported = Number(hotCardStatus) === HOT_STATUS.active.code
    const entry = await changeStatus(call, { cardId, change: 'unblockCard', isSupported })
    return resultView('changeCardStatus', entry)
  },
})

export const cardOperations = [
  createVirtualCard,
  getCardLimits,
  changeCardLimit,
  getCardData,
  blockCard,
  changeCardStatus,
]

/** The number to issue; empty for a test card, which is never issued. */
function numbersOf(cardNumber: number | string, { secrets, vault }: Project): CandidateNumber[] {
  const pan = issuePan(secrets.product.bin, String(cardNumber).slice(6, 15))
  if (isReserved(pan)) return []
  return [{ hash: vault.numberHash(pan), sealed: vault.seal(pan), mask: maskPan(pan) }]
}

interface StatusChange {
  readonly cardId: number | string
  readonly change: 'blockCard' | 'unblockCard'
  /** True if the request contains the status that the operation sets. */
  readonly isSupported: boolean
}

/** Blocks or unblocks a card. An unknown card is reported before an unsupported status. */
async function changeStatus(
  { command, read }: Pick<ProjectCall, 'command' | 'read'>,
  { change, isSupported, ...card }: StatusChange,
) {
  const cardId = cardIdOf(card.cardId)
  if (!isSupported) {
    existing(await read(cardById, cardId))
    throw new Fault('hot-status-unsupported', 'This operation does not support this hotCardStatus.')
  }
  return (await command(change, { cardId })).entry
}

/** The card; throws a fault if there is none. */
export function existing(card: CardResult | undefined): CardResult {
  if (card === undefined) throw new Fault('card-not-found', 'This project has no such card.')
  return card
}
