// /topups and /transfers: moving money and listing what moved.

import type { Service } from '../../service.ts'
import { transfersOf } from '../../store/reads/operations.ts'
import type { TypedApp } from '../http/plugin.ts'
import { projectOf } from './caller.ts'
import { askOnce } from './idempotency.ts'
import {
  NewTopup,
  NewTransfer,
  TopupSchema,
  TransferList,
  TransferQuery,
  TransferSchema,
} from './movement-schemas.ts'
import { topupView, transferView, transferViews } from './movement-views.ts'
import { IdempotencyHeaders, problems } from './shapes.ts'
import { cursorAfter, transferFilter } from './transfer-filter.ts'

const tags = ['Cards v2: money']

/** Any other text is a currency that the decision refuses. */
const currencyNumber = (currency: string): number => (currency === 'EUR' ? 978 : 0)

export function movementRoutes(app: TypedApp, service: Service): void {
  app.post('/topups', {
    config: { face: 'B', operation: 'createTopup' },
    schema: {
      operationId: 'createTopup',
      summary: 'Top up a card',
      description: 'Sandbox only. A top-up that is refused is an answer too, with its reason.',
      tags,
      headers: IdempotencyHeaders,
      body: NewTopup,
      response: { 201: TopupSchema, ...problems },
    },
    handler: async (request, reply) => {
      const { amount, currency, destinationCard } = request.body
      const ask = {
        amount,
        currency: currencyNumber(currency),
        destination: projectOf(request).vault.numberHash(destinationCard.cardNumber),
      }
      const { operation } = await askOnce(service, request, reply, ['topup', ask])
      const { cardNumber } = destinationCard
      return reply.code(201).send(topupView(operation, { cardNumber }))
    },
  })

  app.post('/transfers', {
    config: { face: 'B', operation: 'createTransfer' },
    schema: {
      operationId: 'createTransfer',
      summary: 'Move money between two cards',
      description: 'A transfer that is refused is an answer too, with its reason.',
      tags,
      headers: IdempotencyHeaders,
      body: NewTransfer,
      response: { 201: TransferSchema, ...problems },
    },
    handler: async (request, reply) => {
      const { amount, currency, sourceCard, destinationCard } = request.body
      const { vault } = projectOf(request)
      const ask = {
        amount,
        currency: currencyNumber(currency),
        source: vault.numberHash(sourceCard.cardNumber),
        destination: vault.numberHash(destinationCard.cardNumber),
        expiry: Number(sourceCard.expiryDate),
      }
      const { operation } = await askOnce(service, request, reply, ['transfer', ask])
      const { cardNumber, expiryDate } = sourceCard
      const view = transferView(operation, {
        sourceCard: { cardNumber, expiryDate },
        destinationCard: { cardNumber: destinationCard.cardNumber },
      })
      return reply.code(201).send(view)
    },
  })

  app.get('/transfers', {
    config: { face: 'B', operation: 'listTransfers' },
    schema: {
      operationId: 'listTransfers',
      summary: 'List the transfers of a card number',
      description: 'Newest first. A number that nobody has lists nothing.',
      tags,
      querystring: TransferQuery,
      response: { 200: TransferList, ...problems },
    },
    handler: async (request, reply) => {
      const project = projectOf(request)
      const filter = transferFilter(project.vault, request.query)
      // One more than asked tells whether more remain.
      const rows = await service.read(project, (reads, spaceId) =>
        transfersOf(reads, spaceId, { ...filter, limit: filter.limit + 1 }),
      )
      const page = rows.slice(0, filter.limit)
      const transfers = transferViews(project.vault, page)
      const end = rows.length > page.length ? page.at(-1) : undefined
      if (end === undefined) return reply.send({ transfers })
      const nextCursor = cursorAfter(project.vault, end.operation.id)
      return reply.send({ transfers, nextCursor })
    },
  })
}
