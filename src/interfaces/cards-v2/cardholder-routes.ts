// /cardholders: registering, reading and updating people.

import type { Service } from '../../service.ts'
import { cardholderById } from '../../store/reads/cardholders.ts'
import type { TypedApp } from '../http/plugin.ts'
import { projectOf } from './caller.ts'
import { CardholderPatch, CardholderSchema, NewCardholder } from './cardholder-schemas.ts'
import { cardholderView, namesOf, profileOf } from './cardholder-views.ts'
import { askOnce } from './idempotency.ts'
import { pathId } from './path-id.ts'
import { invalidMember, Problem } from './problems.ts'
import { IdempotencyHeaders, CardholderIdParameter, problems } from './shapes.ts'

const tags = ['Cards v2: cardholders']

export function cardholderRoutes(app: TypedApp, service: Service): void {
  app.post('/cardholders', {
    config: { face: 'B', operation: 'createCardholder' },
    schema: {
      operationId: 'createCardholder',
      summary: 'Register a cardholder',
      description: 'Registers a person and opens the one account they have.',
      tags,
      headers: IdempotencyHeaders,
      body: NewCardholder,
      response: { 201: CardholderSchema, ...problems },
    },
    handler: async (request, reply) => {
      const { firstName, lastName, phoneNumber } = request.body
      const ask = { firstName, lastName, phoneNumber, profile: profileOf(request.body) }
      const answer = await askOnce(service, request, reply, ['registerCardholder', ask])
      return reply.code(201).send(cardholderView(answer.cardholder))
    },
  })

  app.get('/cardholders/:id', {
    config: { face: 'B', operation: 'getCardholder' },
    schema: {
      operationId: 'getCardholder',
      summary: 'Read a cardholder',
      description: 'Members that were never given are absent.',
      tags,
      params: CardholderIdParameter,
      response: { 200: CardholderSchema, ...problems },
    },
    handler: async (request, reply) => {
      const id = cardholderId(request.params.id)
      const cardholder = await service.read(projectOf(request), (reads, spaceId) =>
        cardholderById(reads, spaceId, id),
      )
      if (cardholder === undefined) throw notFound()
      return reply.send(cardholderView(cardholder))
    },
  })

  app.patch('/cardholders/:id', {
    config: { face: 'B', operation: 'updateCardholder' },
    schema: {
      operationId: 'updateCardholder',
      summary: 'Update a cardholder',
      description: 'Members that are sent replace what is stored; the others stay.',
      tags,
      params: CardholderIdParameter,
      body: CardholderPatch,
      response: { 200: CardholderSchema, ...problems },
    },
    handler: async (request, reply) => {
      const id = cardholderId(request.params.id)
      for (const member of ['id', 'status'])
        if (Object.hasOwn(request.body, member))
          throw invalidMember(`/${member}`, 'is not writable')
      const ask = {
        cardholderId: id,
        ...namesOf(request.body),
        profile: profileOf(request.body),
      }
      if (Object.keys({ ...namesOf(request.body), ...ask.profile }).length === 0)
        throw new Problem('no-parameter', 'Send at least one member to change.')
      const answer = await service.ask(projectOf(request), 'updateCardholder', ask)
      return reply.send(cardholderView(answer.cardholder))
    },
  })
}

const notFound = (): Problem => new Problem('cardholder-not-found', 'There is no such cardholder.')

function cardholderId(text: string): number {
  const id = pathId(text)
  if (id === undefined) throw notFound()
  return id
}
