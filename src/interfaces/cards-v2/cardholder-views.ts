// Cardholders between this interface's words and the domain's.

import type { Cardholder, CardholderProfile } from '../../domain/cardholder.ts'
import type { CardholderPatch, CardholderView } from './cardholder-schemas.ts'

const ADDRESS_MEMBERS = ['country', 'postalCode', 'city', 'line1', 'line2', 'state'] as const
const VERIFICATION_MEMBERS = ['idType', 'documentId'] as const
const OWN_MEMBERS = ['email', 'dateOfBirth'] as const
const NAME_MEMBERS = ['firstName', 'lastName', 'phoneNumber'] as const

type Texts<K extends string> = Readonly<Partial<Record<K, string | undefined>>>

/** The members that are given, and no others. */
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

/** What a body tells of a person beyond name and phone number. */
export const profileOf = (body: CardholderPatch): CardholderProfile => ({
  ...pick(body, OWN_MEMBERS),
  ...pick(body.billingAddress, ADDRESS_MEMBERS),
  ...pick(body.verification, VERIFICATION_MEMBERS),
})

/** The names that a change carries. */
export const namesOf = (body: CardholderPatch) => pick(body, NAME_MEMBERS)

export function cardholderView({ profile, ...cardholder }: Cardholder): CardholderView {
  const verification = pick(profile, VERIFICATION_MEMBERS)
  return {
    id: String(cardholder.id),
    firstName: cardholder.firstName,
    lastName: cardholder.lastName,
    phoneNumber: cardholder.phoneNumber,
    ...pick(profile, OWN_MEMBERS),
    billingAddress: pick(profile, ADDRESS_MEMBERS),
    ...(Object.keys(verification).length === 0 ? {} : { verification }),
    status: 'active',
  }
}
