// The cards of a project: the list, and each card with its limits, numbers and bindings.

import { ROW_ID_PATTERN, rowIdOf } from '../../../kernel/row-id.ts'
import { Type } from '../../../web/http/schemas/type.ts'
import { CARD_STATUSES, REISSUE_REASONS } from '../../../issuing/card.ts'
import { LIMIT_NAMES, LIMITS, limitUsed } from '../../../issuing/limits.ts'
import type { CardResult } from '../../../issuing/card-result.ts'
import { batchTime } from '../../../kernel/dataset.ts'
import { bindingsOfCard } from '../../../store/reads/bindings.ts'
import {
  CARD_SORTS,
  cardById,
  cardCounts,
  type CardDetails,
  cardDetailsById,
  CARDS_COUNTED_MAX,
  cardsPage,
  numbersOfCard,
} from '../../../store/reads/cards.ts'
import {
  BALANCE_SORTS,
  type BalanceKey,
  type BalanceSort,
  cardsByBalance,
} from '../../../store/reads/cards-by-balance.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { realNow } from '../../../time.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { BindingSchema, bindingView } from './bindings.ts'
import { CardSchema, CardStatusSchema, cardView, Expiry } from './card-view.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { problem } from '../problems.ts'
import { idParameter, iso, Moment, orNull, SearchText } from '../schemas.ts'

export const CARD_EXAMPLE = '100000000001'

const LimitSchema = Type.Object({
  name: Type.String({ description: 'Name of the limit at interface A, such as LMTP0109' }),
  family: Type.Enum(['cash', 'spending', 'ecommerce']),
  cycle: Type.Enum(['day', 'month', 'year']),
  value: Type.Integer({ description: 'Limit of one cycle, in minor units' }),
  used: Type.Integer({ description: 'Amount used in the current cycle, in minor units' }),
})

const NumberSchema = Type.Object({
  numberMask: Type.String(),
  expiry: Expiry,
  replaced: orNull(
    Type.Enum([...REISSUE_REASONS]),
    'Why the number was replaced; null for the current number',
  ),
  createdAt: Moment,
})

const CardAnswer = Type.Object({
  ...CardSchema.properties,
  cardholderName: Type.String(),
  hasPin: Type.Boolean(),
  pinDenials: Type.Integer({ description: 'Number of wrong PINs in a row' }),
  limits: Type.Array(LimitSchema),
  numbers: Type.Array(NumberSchema, {
    description: 'Numbers of the card, newest first, including replaced ones',
  }),
  bindings: Type.Array(BindingSchema, {
    description: 'Clients of the merchant who stored this card',
  }),
})

/** Minor units. */
const BalanceBound = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,12}$', description, examples: ['1000'] })

const cardList = new List<readonly [id: number]>('cards')
const BALANCE_LISTS: Readonly<Record<BalanceSort, List<BalanceKey>>> = {
  highest: new List('cards highest'),
  lowest: new List('cards lowest'),
}

export const listCards = operation({
  name: 'listCards',
  method: 'GET',
  path: '/cards',
  summary: 'List the cards',
  description:
    'Lists cards without their numbers, newest first by default. All filters can be combined. With `q`, `productType` or a balance, a page may contain fewer items than `limit`, or none. Continue with `nextCursor`.',
  query: listQuery({
    status: Type.Optional(CardStatusSchema),
    cardholderId: Type.Optional(
      Type.String({
        pattern: ROW_ID_PATTERN,
        description: 'Only cards of this cardholder',
        examples: ['100001'],
      }),
    ),
    lastFour: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}$',
        description: 'Last digits of the current number',
        examples: ['0026'],
      }),
    ),
    q: Type.Optional(SearchText('Only cards whose embossed name contains this text', 'ann')),
    productType: Type.Optional(SearchText('Only cards with this product type of interface A', '1')),
    availableFrom: Type.Optional(
      BalanceBound('Only cards with this available balance or more, minor units'),
    ),
    availableUntil: Type.Optional(
      BalanceBound('Only cards with this available balance or less, minor units'),
    ),
    sort: Type.Optional(
      Type.Enum([...CARD_SORTS, ...BALANCE_SORTS], {
        description:
          'Order of the list: by time of issue (newest first by default) or by available balance',
      }),
    ),
  }),
  answer: listAnswer(CardSchema),
  reads: ['card', 'account'],
  errors: ['cursor-invalid'],
  async handle({ project, query: { limit, cursor, ...filter }, read }) {
    const { status, lastFour, q: text, productType, sort } = filter
    const page = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) }
    const conditions = {
      status,
      lastFour,
      text,
      productType,
      cardholderId: numberOf(filter.cardholderId),
      availableFrom: numberOf(filter.availableFrom),
      availableUntil: numberOf(filter.availableUntil),
    }
    if (sort === 'highest' || sort === 'lowest') {
      const list = BALANCE_LISTS[sort]
      const asked = { ...list.request(project, page), ...conditions, sort }
      return list.answer(project, await read(cardsByBalance, asked), cardView)
    }
    const list = sort === 'oldest' ? cardList.ofPart('oldest') : cardList
    const asked = { ...list.request(project, page), ...conditions, sort }
    return list.answer(project, await read(cardsPage, asked), cardView)
  },
})

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

export const countCards = operation({
  name: 'countCards',
  method: 'GET',
  path: '/cards/counts',
  summary: 'Count the cards by status',
  description: `Counts up to ${CARDS_COUNTED_MAX.toLocaleString('en')} cards of each status; \`hasMore\` is true if there are more.`,
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        status: Type.Enum(['all', ...CARD_STATUSES]),
        cards: Type.Integer(),
        hasMore: Type.Boolean(),
      }),
    ),
  }),
  reads: ['card'],
  async handle({ read }) {
    const counts = await read(cardCounts)
    return {
      items: (['all', ...CARD_STATUSES] as const).map((status) => ({
        status,
        cards: Math.min(counts[status], CARDS_COUNTED_MAX),
        hasMore: counts[status] > CARDS_COUNTED_MAX,
      })),
    }
  },
})

export const showCard = operation({
  name: 'showCard',
  method: 'GET',
  path: '/cards/:id',
  summary: 'Read a card with its limits, numbers and bindings',
  description:
    'Returns a card with masked numbers; `GET /v2/cards/{id}` shows the number and the CVC.',
  params: idParameter('card', CARD_EXAMPLE),
  answer: CardAnswer,
  reads: ['card', 'cardNumber', 'cardUsage', 'account', 'binding'],
  errors: ['card-not-found'],
  async handle({ params, read }) {
    const id = rowIdOf(params.id)
    const card = id === undefined ? undefined : await read(cardById, id)
    if (card === undefined) throw cardNotFound()
    const [dataset, numbers, bindings] = await Promise.all([
      read(datasetById),
      read(numbersOfCard, card.card.id),
      read(bindingsOfCard, card.number.hash),
    ])
    return {
      ...cardView(card),
      cardholderName: `${card.cardholder.firstName} ${card.cardholder.lastName}`,
      hasPin: card.card.pinHash !== null,
      pinDenials: card.card.pinDenials,
      limits: limitsView(card, batchTime(dataset, realNow())),
      numbers: numbers.map(({ mask, expiry, replaced, createdAt }) => ({
        numberMask: mask,
        expiry: String(expiry),
        replaced,
        createdAt: iso(createdAt),
      })),
      bindings: bindings.map(bindingView),
    }
  },
})

export const cardOperations = [listCards, countCards, showCard]

/** The card with the id in a path or a body. */
export async function cardOf(read: ProjectCall['read'], id: string): Promise<CardDetails> {
  const cardId = rowIdOf(id)
  const card = cardId === undefined ? undefined : await read(cardDetailsById, cardId)
  if (card === undefined) throw cardNotFound()
  return card
}

const cardNotFound = () => problem('card-not-found', 'This project has no such card.')

const CYCLE_WORDS = { 0: 'day', 3: 'month', 4: 'year' } as const

const limitsView = ({ card, usage }: CardResult, now: number) =>
  LIMIT_NAMES.map((name) => ({
    name,
    family: LIMITS[name].family,
    cycle: CYCLE_WORDS[card.limits[name].cycle],
    value: card.limits[name].value,
    used: limitUsed(card.limits, usage.usage, name, now),
  }))
