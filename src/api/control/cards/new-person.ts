// The data of a person to register: the fields of a request, and the columns of a CSV file.

import { type Static, type TString, Type } from '../../../web/http/schemas/type.ts'
import { CARDHOLDER_MAX_CHARACTERS as MAX, EMAIL_PATTERN } from '../../../issuing/cardholder.ts'
import { COUNTRIES } from '../../../issuing/country.ts'
import type { RegisterCardholderInput } from '../../../issuing/register-cardholder.ts'
import { parseDate } from '../../../kernel/calendar.ts'

interface PersonMember {
  /** Name of the request field. */
  readonly name: string
  /** Header of the CSV column. */
  readonly column: string
  readonly isRequired?: true
  readonly isValid: (text: string) => boolean
  /** Describes a valid value. */
  readonly expected: string
  readonly schema: TString
}

/** Printable and not blank. */
const FILLED = String.raw`^(?!\s*$)[^\p{Cc}\p{Cs}]*$`
const PHONE = String.raw`^\+[0-9]{7,15}$`
const COUNTRY_CODES = COUNTRIES.map(({ alpha2 }) => alpha2)

function text(maxLength: number, example: string, pattern = FILLED, expected?: string) {
  const regular = new RegExp(pattern, 'u')
  return {
    expected: expected ?? `must be 1 to ${maxLength} printable characters`,
    isValid: (value: string) => value.length <= maxLength && regular.test(value),
    schema: Type.String({ maxLength, pattern, examples: [example] }),
  }
}

const date = {
  expected: 'must be a date such as 1990-05-17',
  isValid: (value: string) => parseDate(value) !== undefined,
  schema: Type.String({
    format: 'date',
    description: 'Date of birth, YYYY-MM-DD',
    examples: ['1990-05-17'],
  }),
}

const country = {
  expected: 'must be a country code such as CY (ISO 3166-1 alpha-2)',
  isValid: (value: string) => COUNTRY_CODES.includes(value),
  schema: Type.String({
    pattern: `^(${COUNTRY_CODES.join('|')})$`,
    description: 'Country, ISO 3166-1 alpha-2',
    examples: ['CY'],
  }),
}

// prettier-ignore
export const PERSON_MEMBERS = [
  { name: 'firstName',   column: 'first_name',    isRequired: true, ...text(MAX.firstName, 'Ann') },
  { name: 'lastName',    column: 'last_name',     isRequired: true, ...text(MAX.lastName, 'Doe') },
  { name: 'phoneNumber', column: 'phone_number',  isRequired: true, ...text(16, '+35700000001', PHONE, 'must be a plus sign and 7 to 15 digits') },
  { name: 'country',     column: 'country',       ...country },
  { name: 'postalCode',  column: 'postal_code',   ...text(MAX.postalCode, '3000') },
  { name: 'city',        column: 'city',          ...text(MAX.city, 'Limassol') },
  { name: 'line1',       column: 'line1',         ...text(MAX.line1, 'Main Street 1') },
  { name: 'email',       column: 'email',         ...text(MAX.email, 'ann@example.com', EMAIL_PATTERN, 'must be an email address such as ann@example.com') },
  { name: 'dateOfBirth', column: 'date_of_birth', ...date },
] as const satisfies readonly PersonMember[]

export const NewPerson = Type.Object(
  {
    firstName: schemaOf('firstName'),
    lastName: schemaOf('lastName'),
    phoneNumber: schemaOf('phoneNumber'),
    country: Type.Optional(schemaOf('country')),
    postalCode: Type.Optional(schemaOf('postalCode')),
    city: Type.Optional(schemaOf('city')),
    line1: Type.Optional(schemaOf('line1')),
    email: Type.Optional(schemaOf('email')),
    dateOfBirth: Type.Optional(schemaOf('dateOfBirth')),
  },
  { additionalProperties: false, description: 'A person to register with the card' },
)

type Member = (typeof PERSON_MEMBERS)[number]['name']

function schemaOf(name: Member): TString {
  const member = PERSON_MEMBERS.find((each) => each.name === name)
  if (member === undefined) throw new Error(`a person has no ${name}`)
  return member.schema
}

/** The input of the command that registers a person. */
export function personInput({
  firstName,
  lastName,
  phoneNumber,
  ...profile
}: Static<typeof NewPerson>): RegisterCardholderInput {
  return { firstName, lastName, phoneNumber, profile }
}
