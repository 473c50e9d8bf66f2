// `/cards` and the PIN key: issues, reads and changes cards.

import { rowIdOf } from '../../kernel/row-id.ts'
import { Type } from '../../web/http/schemas/type.ts'
import { cardDetailsById } from '../../store/reads/cards.ts'
import { operation } from './api.ts'
import { CardPatch, changeCard } from './card-change.ts'
import { CardAnswer, cardView, OpenCardAnswer, openCardView } from './card-view.ts'
import { candidatesFor } from '../../web/cards/new-card-numbers.ts'
import { PinKeyAnswer, pinKeyOf, publishedKey } from './pin.ts'
import { problem } from './problems.ts'
import { idParameter } from './schemas.ts'

const CardParameters = idParameter('card', '100000000001')

const createCard = operation({
  name: 'createCard',
  method: 'POST',
  path: '/cards',
  summary: 'Issue a card',
  description: "Issues an active card from the project's pool. A cardholder can have one card.",
  body: Type.Object({
    productName: Type.String({
      maxLength: 100,
      description: 'Card product of the project: `product.cardProductName` in `getProject`',
    }),
    cardholder: Type.String({
      maxLength: 100,
      description: 'Id of the cardholder who gets the card',
    }),
  }),
  examples: [{ productName: 'VISA_CLASSIC_VIRTUAL', cardholder: '100001' }],
  status: 201,
  answer: CardAnswer,
  errors: [
    'unknown-product',
    'cardholder-unknown',
    'cardholder-already-has-card',
    'card-pool-exhausted',
  ],
  async handle({ project, body: { productName, cardholder }, command }) {
    if (productName !== project.secrets.product.cardProductName)
      throw unknown(
        'unknown-product',
        '/productName',
        `The productName is unknown. Send ${project.secrets.product.cardProductName}.`,
      )
    const cardholderId = rowIdOf(cardholder)
    if (cardholderId === undefined)
      throw unknown('cardholder-unknown', '/cardholder', 'This project has no such cardholder.')
    const candidates = candidatesFor(project)
    return cardView(project, await command('issueCard', { cardholderId, candidates }))
  },
})

export const getCard = operation({
  name: 'getCard',
  method: 'GET',
  path: '/cards/:id',
  summary: 'Read a card',
  description:
    'Returns a card with its account and limits. This is the only response with the full number and the CVC.',
  params: CardParameters,
  answer: OpenCardAnswer,
  errors: ['card-not-found'],
  async handle({ project, params, read }) {
    const card = await read(cardDetailsById, cardIdOf(params))
    if (card === undefined) throw cardNotFound()
    return openCardView(project, card)
  },
})

export const updateCard = operation({
  name: 'updateCard',
  method: 'PATCH',
  path: '/cards/:id',
  summary: 'Change a card',
  description:
    'Changes one property of a card. Send exactly one of `status`, `spendingLimits`, `pin`, `resetPinCounter` and `reissueCard`. A lost or stolen card can only be reissued.',
  params: CardParameters,
  body: CardPatch,
  examples: [
    { status: 'blocked' },
    { spendingLimits: [{ amount: 50_000, interval: 'daily' }] },
    { resetPinCounter: true },
    { reissueCard: 'damaged' },
  ],
  answer: CardAnswer,
  errors: [
    'card-not-found',
    'card-status-final',
    'no-parameter',
    'too-many-parameters',
    'invalid-pin',
    'pin-not-decryptable',
    'pin-nonce-used',
  ],
  async handle(call) {
    return cardView(call.project, await changeCard(call, cardIdOf(call.params)))
  },
})

export const getPinKey = operation({
  name: 'getPinKey',
  method: 'GET',
  path: '/keys/pin',
  summary: 'Read the public key for PINs',
  description: 'Returns the key with which you encrypt PINs (RSA-OAEP with SHA-256).',
  answer: PinKeyAnswer,
  async handle({ service, project }) {
    return publishedKey(await pinKeyOf(service, project))
  },
})

export const cardOperations = [createCard, getCard, updateCard, getPinKey]

function cardIdOf({ id }: { readonly id: string }): number {
  const cardId = rowIdOf(id)
  if (cardId === undefined) throw cardNotFound()
  return cardId
}

const cardNotFound = () => problem('card-not-found', 'This project has no such card.')

const unknown = (code: 'unknown-product' | 'cardholder-unknown', pointer: string, detail: string) =>
  problem(code, detail, [{ pointer, detail }])
