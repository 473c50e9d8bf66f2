// Converts request bodies to stored cardholders, and stored cardholders to the responses of
// interface B.

import { type Static, Type } from '../../web/http/schemas/type.ts'
import {
  type Cardholder,
  CARDHOLDER_MAX_CHARACTERS,
  type CardholderProfile,
  EMAIL_PATTERN,
} from '../../issuing/cardholder.ts'

/** An example person. */
export const CARDHOLDER_EXAMPLE = {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  email: 'ann@example.com',
  dateOfBirth: '1990-05-17',
  billingAddress: { country: 'CY', postalCode: '3000', city: 'Limassol', line1: 'Main Street 1' },
  verification: { idType: 'passport' as const, documentId: 'K0000001' },
}

const OptionalText = Type.Optional(Type.String())

/** A cardholder in responses; optional fields without a value are absent. */
export const CardholderAnswer = Type.Object(
  {
    id: Type.String(),
    billingAddress: Type.Object({
      country: Type.String(),
      postalCode: Type.String(),
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
  },
  { examples: [{ id: '100001', ...CARDHOLDER_EXAMPLE, status: 'active' }] },
)
type CardholderView = Static<typeof CardholderAnswer>

const ADDRESS_MEMBERS = ['country', 'postalCode', 'city', 'line1', 'line2', 'state'] as const
const VERIFICATION_MEMBERS = ['idType', 'documentId'] as const
const OWN_MEMBERS = ['email', 'dateOfBirth'] as const
const NAME_MEMBERS = ['firstName', 'lastName', 'phoneNumber'] as const

type Texts<K extends string> = Readonly<Partial<Record<K, string | undefined>>>

/** The fields that have a value. */
function pick<K extends string>(
  source: Texts<K> | undefined,
  members: readonly K[],
): Partial<Record<K, string>> {
  const picked: Partial<Record<K, string>> = {}
  for (const member of members) {
    const value = source?.[member]
    if (value !== undefined) picked[member] = value
  }
  return picked
}

type PersonBody = Texts<(typeof OWN_MEMBERS | typeof NAME_MEMBERS)[number]> & {
  readonly billingAddress?: Texts<(typeof ADDRESS_MEMBERS)[number]>
  readonly verification?: Texts<(typeof VERIFICATION_MEMBERS)[number]>
}

/** The details in a body, except name and phone number. */
export const profileOf = (body: PersonBody): CardholderProfile => ({
  ...pick(body, OWN_MEMBERS),
  ...pick(body.billingAddress, ADDRESS_MEMBERS),
  ...pick(body.verification, VERIFICATION_MEMBERS),
})

/** The names in a body. */
export const namesOf = (body: PersonBody) => pick(body, NAME_MEMBERS)

/**
 * Values for required fields that interface A did not send. They are valid input, so that a client
 * can send back what it has read. The country is the country of the sandbox's merchants.
 */
const NEVER_GIVEN = { name: 'Unknown', phoneNumber: '+0000000', country: 'CY', postalCode: '0000' }

const EMAIL = new RegExp(EMAIL_PATTERN, 'u')

/**
 * Fits A's texts to the limits of this interface: truncated, not empty, valid email addresses only.
 */
function fitting<K extends keyof typeof CARDHOLDER_MAX_CHARACTERS>(
  source: Texts<K>,
  members: readonly K[],
): Partial<Record<K, string>> {
  const fit: Partial<Record<K, string>> = {}
  for (const member of members) {
    const value = source[member]?.trim().slice(0, CARDHOLDER_MAX_CHARACTERS[member]).toWellFormed()
    if (value === undefined || value === '') continue
    if (member !== 'email' || EMAIL.test(value)) fit[member] = value
  }
  return fit
}

/** A number of 7 to 15 digits with a plus; otherwise a default. */
function internationalPhone(text: string): string {
  const digits = /^\+?(\d{7,15})$/.exec(text.replaceAll(/[\s()-]/g, ''))?.[1]
  return digits === undefined ? NEVER_GIVEN.phoneNumber : `+${digits}`
}

/** Converts a person registered through A to a valid cardholder of B. */
function asRegisteredHere(cardholder: Cardholder): Cardholder {
  const { customerNumber, firstName, lastName, phoneNumber, profile } = cardholder
  if (customerNumber === null) return cardholder
  const { country, postalCode } = NEVER_GIVEN
  return {
    ...cardholder,
    firstName: NEVER_GIVEN.name,
    lastName: NEVER_GIVEN.name,
    ...fitting({ firstName, lastName }, ['firstName', 'lastName']),
    phoneNumber: internationalPhone(phoneNumber),
    profile: {
      ...pick(profile, VERIFICATION_MEMBERS),
      ...pick(profile, ['dateOfBirth']),
      country,
      postalCode,
      ...fitting(profile, ['email', ...ADDRESS_MEMBERS]),
    },
  }
}

export function cardholderView(stored: Cardholder): CardholderView {
  const { profile, ...cardholder } = asRegisteredHere(stored)
  const { country = NEVER_GIVEN.country, postalCode = NEVER_GIVEN.postalCode } = profile
  const verification = pick(profile, VERIFICATION_MEMBERS)
  return {
    id: String(cardholder.id),
    firstName: cardholder.firstName,
    lastName: cardholder.lastName,
    phoneNumber: cardholder.phoneNumber,
    ...pick(profile, OWN_MEMBERS),
    billingAddress: { ...pick(profile, ADDRESS_MEMBERS), country, postalCode },
    ...(Object.keys(verification).length === 0 ? {} : { verification }),
    status: 'active',
  }
}
