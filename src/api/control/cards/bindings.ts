// The bindings of a project: the stored cards of the merchant's clients.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import type { Binding } from '../../../payments/methods/binding.ts'
import { bindingsPage } from '../../../store/reads/bindings.ts'
import { operation } from '../api.ts'
import { Expiry } from './card-view.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { iso, isoOrNull, Moment, orNull, SearchText } from '../schemas.ts'

export const BindingSchema = Type.Object({
  id: Type.String({ description: 'Id of the stored card (`bindingId` of interface C)' }),
  clientId: Type.String({ description: "The merchant's id for the client" }),
  active: Type.Boolean(),
  numberMask: Type.String({ description: 'First six and last four digits' }),
  expiry: Expiry,
  cardId: orNull(Type.String(), 'Id of the card, if this project issued it; otherwise null'),
  orderId: Type.String({ description: 'Id of the order that created the binding' }),
  createdAt: Moment,
  lastChargeAt: orNull(Moment, 'Time of the last charge without the cardholder'),
})

export const bindingView = (binding: Binding): Static<typeof BindingSchema> => ({
  id: binding.id,
  clientId: binding.clientId,
  active: binding.active,
  numberMask: binding.card.mask,
  expiry: String(binding.card.expiry),
  cardId: binding.card.cardId === undefined ? null : String(binding.card.cardId),
  orderId: binding.orderId,
  createdAt: iso(binding.createdAt),
  lastChargeAt: isoOrNull(binding.lastChargeAt),
})

const bindingList = new List<readonly [createdAt: number, id: string]>('bindings')

export const listBindings = operation({
  name: 'listBindings',
  method: 'GET',
  path: '/bindings',
  summary: 'List the stored cards',
  description: 'Lists the stored cards, newest first, including inactive ones.',
  query: listQuery({
    clientId: Type.Optional(SearchText('Only bindings of this client', 'client-1', 255)),
  }),
  answer: listAnswer(BindingSchema),
  errors: ['cursor-invalid'],
  async handle({ project, query: { clientId, ...page }, read }) {
    const request = bindingList.request(project, page)
    return bindingList.answer(
      project,
      await read(bindingsPage, { ...request, clientId }),
      bindingView,
    )
  },
})

export const bindingOperations = [listBindings]
