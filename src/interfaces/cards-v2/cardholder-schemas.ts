// Cardholders as this interface reads and writes them.

import Type, { type Static } from 'typebox'
import { allCountries } from '../../domain/country.ts'
import { filledText, oneOf, text, withExample } from './shapes.ts'

const Country = oneOf(
  allCountries().map(({ alpha2 }) => alpha2),
  { description: 'ISO 3166-1 alpha-2', examples: ['CY'] },
)
const POSTAL_CODE = filledText(20, '3000')
const optionalAddress = {
  city: Type.Optional(text(100, 'Limassol')),
  line1: Type.Optional(text(200, 'Main Street 1')),
  line2: Type.Optional(text(200, 'Flat 5')),
  state: Type.Optional(text(100, 'Limassol')),
}
const NAME = filledText(100, 'Ann')
const PHONE_NUMBER = Type.String({
  pattern: '^\\+[0-9]{7,15}$',
  description: 'International format: + and 7 to 15 digits',
  examples: ['+35700000001'],
})
/** Written so that it takes no longer the longer the text: no two parts may match the same characters. */
const EMAIL_PATTERN = String.raw`^[^\s@\p{Cc}\p{Cs}]+@[^\s@.\p{Cc}\p{Cs}]+(\.[^\s@.\p{Cc}\p{Cs}]+)+$`

const optionalMembers = {
  email: Type.Optional(
    Type.String({ maxLength: 254, pattern: EMAIL_PATTERN, examples: ['ann@example.com'] }),
  ),
  dateOfBirth: Type.Optional(
    Type.String({ format: 'date', description: 'YYYY-MM-DD', examples: ['1990-05-17'] }),
  ),
  verification: Type.Optional(
    Type.Object({
      idType: Type.Optional(
        oneOf(['passport', 'national_id', 'driving_licence', 'residence_permit']),
      ),
      documentId: Type.Optional(text(100, 'K0000001')),
    }),
  ),
}

const EXAMPLE = {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  email: 'ann@example.com',
  dateOfBirth: '1990-05-17',
  billingAddress: { country: 'CY', postalCode: '3000', city: 'Limassol', line1: 'Main Street 1' },
  verification: { idType: 'passport', documentId: 'K0000001' },
}

export const NewCardholder = withExample(
  Type.Object({
    billingAddress: Type.Object({ country: Country, postalCode: POSTAL_CODE, ...optionalAddress }),
    firstName: NAME,
    lastName: NAME,
    phoneNumber: PHONE_NUMBER,
    ...optionalMembers,
    status: Type.Optional(oneOf(['active'])),
  }),
  EXAMPLE,
)
export type NewCardholder = Static<typeof NewCardholder>

export const CardholderPatch = withExample(
  Type.Object({
    billingAddress: Type.Optional(
      Type.Object({
        country: Type.Optional(Country),
        postalCode: Type.Optional(POSTAL_CODE),
        ...optionalAddress,
      }),
    ),
    firstName: Type.Optional(NAME),
    lastName: Type.Optional(NAME),
    phoneNumber: Type.Optional(PHONE_NUMBER),
    ...optionalMembers,
  }),
  { phoneNumber: '+35700000002', billingAddress: { city: 'Nicosia' } },
)
export type CardholderPatch = Static<typeof CardholderPatch>

const OptionalText = Type.Optional(Type.String())

/** A cardholder as answered: members that were never given are absent. */
export const CardholderSchema = withExample(
  Type.Object({
    id: Type.String(),
    billingAddress: Type.Object({
      country: OptionalText,
      postalCode: OptionalText,
      city: OptionalText,
      line1: OptionalText,
      line2: OptionalText,
      state: OptionalText,
    }),
    firstName: Type.String(),
    lastName: Type.String(),
    phoneNumber: Type.String(),
    email: OptionalText,
    dateOfBirth: OptionalText,
    verification: Type.Optional(Type.Object({ idType: OptionalText, documentId: OptionalText })),
    status: Type.Literal('active'),
  }),
  { id: '100001', ...EXAMPLE, status: 'active' },
)
export type CardholderView = Static<typeof CardholderSchema>
