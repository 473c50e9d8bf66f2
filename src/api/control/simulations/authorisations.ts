// The authorisations of a project: simulated ones, and the payments of issued cards at interface C.

import { Type } from '../../../web/http/schemas/type.ts'
import {
  AUTHORISATION_KINDS,
  AUTHORISATION_STATUSES,
} from '../../../authorisations/authorisation.ts'
import { ROW_ID_PATTERN, rowIdOf } from '../../../kernel/row-id.ts'
import {
  authorisationById,
  type AuthorisationKey,
  authorisationsPage,
} from '../../../store/reads/authorisations.ts'
import { operation } from '../api.ts'
import { CARD_EXAMPLE } from '../cards/cards.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { momentIn } from '../period.ts'
import { problem } from '../problems.ts'
import { idParameter } from '../schemas.ts'
import {
  AuthorisationDetails,
  authorisationDetails,
  AuthorisationSchema,
  authorisationView,
} from './authorisation-view.ts'
import { currencyNumber } from './simulation-input.ts'

export const AUTHORISATION_EXAMPLE = '100104'

const Time = (description: string) =>
  Type.String({ maxLength: 64, description, examples: ['2026-01-01T00:00:00Z'] })

const authorisationList = new List<AuthorisationKey>('authorisations')

export const listAuthorisations = operation({
  name: 'listAuthorisations',
  method: 'GET',
  path: '/authorisations',
  summary: 'List the authorisations of issued cards',
  description:
    'Lists simulated authorisations and payments at interface C, newest first. All filters can be combined. With filters, a page may contain fewer items than `limit`, or none. Continue with `nextCursor`.',
  query: listQuery({
    cardId: Type.Optional(
      Type.String({
        pattern: ROW_ID_PATTERN,
        description: 'Only authorisations of the card with this id',
        examples: [CARD_EXAMPLE],
      }),
    ),
    status: Type.Optional(
      Type.Enum([...AUTHORISATION_STATUSES], {
        description: 'Only authorisations with this status',
      }),
    ),
    kind: Type.Optional(
      Type.Enum([...AUTHORISATION_KINDS], { description: 'Only authorisations of this kind' }),
    ),
    source: Type.Optional(
      Type.Enum(['simulation', 'order'], {
        description: 'Only simulated authorisations, or only payments at interface C',
      }),
    ),
    mcc: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}$',
        description: 'Only authorisations with this merchant category code',
        examples: ['5812'],
      }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^([0-9]{3}|[A-Z]{3})$',
        description: 'Only authorisations in this currency of the merchant, ISO 4217',
        examples: ['978'],
      }),
    ),
    from: Type.Optional(Time('Made at this time or later: a date-time with a time zone')),
    until: Type.Optional(Time('Made before: a date-time with a time zone')),
  }),
  answer: listAnswer(AuthorisationSchema),
  reads: ['authorisation', 'order', 'journalEntry'],
  errors: ['cursor-invalid'],
  async handle({ project, query: { limit, cursor, ...filter }, read }) {
    const { cardId, mcc, currency, status, kind, source } = filter
    const page = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) }
    const found = await read(authorisationsPage, {
      ...authorisationList.request(project, page),
      status,
      kind,
      source,
      cardId: cardId === undefined ? undefined : Number(cardId),
      mcc: mcc === undefined ? undefined : Number(mcc),
      currency: currency === undefined ? undefined : currencyNumber(currency),
      from: momentIn('from', filter.from),
      until: momentIn('until', filter.until),
    })
    return authorisationList.answer(project, found, authorisationView)
  },
})

export const showAuthorisation = operation({
  name: 'showAuthorisation',
  method: 'GET',
  path: '/authorisations/:id',
  summary: 'Read an authorisation with its legs',
  description:
    'Returns the amounts that the merchant requested, and those that the card holds and paid, with every step (leg). The id of a leg is the id of its journal entry.',
  params: idParameter('authorisation', AUTHORISATION_EXAMPLE),
  answer: AuthorisationDetails,
  reads: ['authorisation', 'order', 'journalEntry'],
  errors: ['authorisation-not-found'],
  async handle({ params, read }) {
    const id = rowIdOf(params.id)
    const row = id === undefined ? undefined : await read(authorisationById, id)
    if (row === undefined) throw authorisationNotFound()
    return authorisationDetails(row)
  },
})

export const authorisationOperations = [listAuthorisations, showAuthorisation]

export const authorisationNotFound = () =>
  problem('authorisation-not-found', 'This project has no such authorisation.')
