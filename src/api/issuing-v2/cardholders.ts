// `/cardholders`: registers, reads and updates people.

import { rowIdOf } from '../../kernel/row-id.ts'
import { Type } from '../../web/http/schemas/type.ts'
import { CARDHOLDER_MAX_CHARACTERS as MAX, EMAIL_PATTERN } from '../../issuing/cardholder.ts'
import { COUNTRIES } from '../../issuing/country.ts'
import { cardholderById } from '../../store/reads/cardholders.ts'
import { operation } from './api.ts'
import {
  CARDHOLDER_EXAMPLE,
  CardholderAnswer,
  cardholderView,
  namesOf,
  profileOf,
} from './cardholder-view.ts'
import { invalidMember, problem } from './problems.ts'
import { filledText, idParameter, oneOf, text } from './schemas.ts'

const Country = oneOf(
  COUNTRIES.map(({ alpha2 }) => alpha2),
  { description: 'Country of the address, ISO 3166-1 alpha-2', examples: ['CY'] },
)
const POSTAL_CODE = filledText(MAX.postalCode, '3000')
const optionalAddress = {
  city: Type.Optional(text(MAX.city, 'Limassol')),
  line1: Type.Optional(text(MAX.line1, 'Main Street 1')),
  line2: Type.Optional(text(MAX.line2, 'Flat 5')),
  state: Type.Optional(text(MAX.state, 'Limassol')),
}
const FIRST_NAME = filledText(MAX.firstName, 'Ann')
const LAST_NAME = filledText(MAX.lastName, 'Doe')
const PHONE_NUMBER = Type.String({
  pattern: '^\\+[0-9]{7,15}$',
  description: 'Phone number in international format: a plus sign and 7 to 15 digits',
  examples: ['+35700000001'],
})

const optionalMembers = {
  email: Type.Optional(
    Type.String({ maxLength: MAX.email, pattern: EMAIL_PATTERN, examples: ['ann@example.com'] }),
  ),
  dateOfBirth: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Date of birth, YYYY-MM-DD',
      examples: ['1990-05-17'],
    }),
  ),
  verification: Type.Optional(
    Type.Object({
      idType: Type.Optional(
        oneOf(['passport', 'national_id', 'driving_licence', 'residence_permit']),
      ),
      documentId: Type.Optional(text(MAX.documentId, 'K0000001')),
    }),
  ),
}

const NewCardholder = Type.Object({
  billingAddress: Type.Object({ country: Country, postalCode: POSTAL_CODE, ...optionalAddress }),
  firstName: FIRST_NAME,
  lastName: LAST_NAME,
  phoneNumber: PHONE_NUMBER,
  ...optionalMembers,
  status: Type.Optional(oneOf(['active'])),
})

const CardholderPatch = Type.Object({
  billingAddress: Type.Optional(
    Type.Object({
      country: Type.Optional(Country),
      postalCode: Type.Optional(POSTAL_CODE),
      ...optionalAddress,
    }),
  ),
  firstName: Type.Optional(FIRST_NAME),
  lastName: Type.Optional(LAST_NAME),
  phoneNumber: Type.Optional(PHONE_NUMBER),
  ...optionalMembers,
})

const CardholderParameters = idParameter('cardholder', '100001')

export const createCardholder = operation({
  name: 'createCardholder',
  method: 'POST',
  path: '/cardholders',
  summary: 'Register a cardholder',
  description: 'Registers a person and opens their account.',
  body: NewCardholder,
  examples: [CARDHOLDER_EXAMPLE],
  status: 201,
  answer: CardholderAnswer,
  async handle({ body, command }) {
    const { firstName, lastName, phoneNumber } = body
    const { cardholder } = await command('registerCardholder', {
      firstName,
      lastName,
      phoneNumber,
      profile: profileOf(body),
    })
    return cardholderView(cardholder)
  },
})

const getCardholder = operation({
  name: 'getCardholder',
  method: 'GET',
  path: '/cardholders/:id',
  summary: 'Read a cardholder',
  description:
    'Returns a cardholder. Optional fields without a value are absent. Required fields that interface A did not send have default values.',
  params: CardholderParameters,
  answer: CardholderAnswer,
  errors: ['cardholder-not-found'],
  async handle({ params, read }) {
    const cardholder = await read(cardholderById, cardholderIdOf(params))
    if (cardholder === undefined) throw cardholderNotFound()
    return cardholderView(cardholder)
  },
})

export const updateCardholder = operation({
  name: 'updateCardholder',
  method: 'PATCH',
  path: '/cardholders/:id',
  summary: 'Update a cardholder',
  description: 'Replaces the fields in the request; other fields do not change.',
  params: CardholderParameters,
  body: CardholderPatch,
  examples: [{ phoneNumber: '+35700000002', billingAddress: { city: 'Nicosia' } }],
  answer: CardholderAnswer,
  errors: ['cardholder-not-found', 'no-parameter'],
  async handle({ params, body, command }) {
    const cardholderId = cardholderIdOf(params)
    for (const member of ['id', 'status'])
      if (Object.hasOwn(body, member)) throw invalidMember(`/${member}`, 'cannot be changed')
    const [names, profile] = [namesOf(body), profileOf(body)]
    if (Object.keys({ ...names, ...profile }).length === 0)
      throw problem('no-parameter', 'Send at least one field to change.')
    const input = { cardholderId, ...names, profile }
    const { cardholder } = await command('updateCardholder', input)
    return cardholderView(cardholder)
  },
})

export const cardholderOperations = [createCardholder, getCardholder, updateCardholder]

function cardholderIdOf({ id }: { readonly id: string }): number {
  const cardholderId = rowIdOf(id)
  if (cardholderId === undefined) throw cardholderNotFound()
  return cardholderId
}

const cardholderNotFound = () =>
  problem('cardholder-not-found', 'This project has no such cardholder.')
