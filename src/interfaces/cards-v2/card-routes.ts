// /cards and the PIN key: issuing, reading and changing cards.

import type { Service } from '../../service.ts'
import { cardFaceById } from '../../store/reads/cards.ts'
import type { TypedApp } from '../http/plugin.ts'
import { projectOf } from './caller.ts'
import { askedChange } from './card-change.ts'
import { CardPatch, CardSchema, NewCard, OpenCardSchema, PinKeySchema } from './card-schemas.ts'
import { cardView, openCardView } from './card-views.ts'
import { askOnce } from './idempotency.ts'
import { candidatesFor } from './numbers.ts'
import { pathId } from './path-id.ts'
import { openPin, PinKeys, publishedKey } from './pin.ts'
import { Problem } from './problems.ts'
import { IdempotencyHeaders, CardIdParameter, problems } from './shapes.ts'

const tags = ['Cards v2: cards']

export function cardRoutes(app: TypedApp, service: Service): void {
  const pinKeys = new PinKeys((number) => service.directory.pinKey(number))

  app.post('/cards', {
    config: { face: 'B', operation: 'createCard' },
    schema: {
      operationId: 'createCard',
      summary: 'Issue a card',
      description: 'One card per cardholder, from the pool of the project; active at once.',
      tags,
      headers: IdempotencyHeaders,
      body: NewCard,
      response: { 201: CardSchema, ...problems },
    },
    handler: async (request, reply) => {
      const project = projectOf(request)
      const { productName, cardholder } = request.body
      if (productName !== project.secrets.product.cardProductName)
        throw unknownBodyValue('unknown-product', '/productName', 'There is no such card product.')
      const cardholderId = pathId(cardholder)
      if (cardholderId === undefined)
        throw unknownBodyValue('cardholder-unknown', '/cardholder', 'There is no such cardholder.')
      const ask = { cardholderId, candidates: candidatesFor(project) }
      const answer = await askOnce(service, request, reply, ['issueCard', ask])
      return reply.code(201).send(cardView(project, answer))
    },
  })

  app.get('/cards/:id', {
    config: { face: 'B', operation: 'getCard' },
    schema: {
      operationId: 'getCard',
      summary: 'Read a card',
      description: 'The only answer that shows the full number and the CVC.',
      tags,
      params: CardIdParameter,
      response: { 200: OpenCardSchema, ...problems },
    },
    handler: async (request, reply) => {
      const project = projectOf(request)
      const id = cardId(request.params.id)
      const card = await service.read(project, (reads, spaceId) => cardFaceById(reads, spaceId, id))
      if (card === undefined) throw notFound()
      return reply.send(openCardView(project, card))
    },
  })

  app.patch('/cards/:id', {
    config: { face: 'B', operation: 'updateCard' },
    schema: {
      operationId: 'updateCard',
      summary: 'Change one thing of a card',
      description:
        'Exactly one of status, spendingLimits, pin, resetPinCounter and reissueCard. From lost and stolen only reissueCard leads on.',
      tags,
      params: CardIdParameter,
      body: CardPatch,
      response: { 200: CardSchema, ...problems },
    },
    handler: async (request, reply) => {
      const project = projectOf(request)
      const id = cardId(request.params.id)
      const asked = await askedChange(request.body, {
        openPin: async (block) => openPin(await pinKeys.of(project.number), block),
        candidates: () => candidatesFor(project),
      })
      const answer =
        asked.operation === 'changeLimits'
          ? await service.ask(project, 'changeLimits', { cardId: id, limits: asked.limits })
          : await service.ask(project, 'changeCard', { cardId: id, change: asked.change })
      return reply.send(cardView(project, answer))
    },
  })

  app.get('/keys/pin', {
    config: { face: 'B', operation: 'getPinKey' },
    schema: {
      operationId: 'getPinKey',
      summary: 'Read the public key for PINs',
      description: 'PINs are sent encrypted under this key (RSA-OAEP with SHA-256).',
      tags,
      response: { 200: PinKeySchema, ...problems },
    },
    handler: async (request, reply) =>
      reply.send(publishedKey(await pinKeys.of(projectOf(request).number))),
  })
}

const notFound = (): Problem => new Problem('card-not-found', 'There is no such card.')

function cardId(text: string): number {
  const id = pathId(text)
  if (id === undefined) throw notFound()
  return id
}

const unknownBodyValue = (
  code: 'unknown-product' | 'cardholder-unknown',
  pointer: string,
  detail: string,
): Problem => new Problem(code, detail, [{ pointer, detail }])
