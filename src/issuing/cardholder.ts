// A cardholder of interface B is a customer of interface A: one person and one account under two
// names.

/** Optional details of a person, as sent. The country is ISO 3166-1 alpha-2. */
export interface CardholderProfile {
  readonly secondName?: string
  readonly email?: string
  readonly dateOfBirth?: string
  readonly country?: string
  readonly postalCode?: string
  readonly city?: string
  readonly state?: string
  readonly line1?: string
  readonly line2?: string
  readonly idType?: string
  readonly documentId?: string
}

export interface Cardholder {
  readonly id: number
  /**
   * Interface A's `customer_number`, unique in the project; null if the person was created through
   * B, in which case A uses the id.
   */
  readonly customerNumber: string | null
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly profile: CardholderProfile
  readonly accountId: number
  /** Cards issued through B; at most one per cardholder. */
  readonly poolCards: number
  readonly createdAt: number
}

/** Maximum number of characters per field, in requests and responses. */
export const CARDHOLDER_MAX_CHARACTERS = {
  firstName: 100,
  lastName: 100,
  email: 254,
  country: 2,
  postalCode: 20,
  city: 100,
  line1: 200,
  line2: 200,
  state: 100,
  documentId: 100,
} as const

/** Matches in linear time: no two adjacent parts match the same characters. */
export const EMAIL_PATTERN = String.raw`^[^\s@\p{Cc}\p{Cs}]+@[^\s@.\p{Cc}\p{Cs}]+(\.[^\s@.\p{Cc}\p{Cs}]+)+$`

/** Interface A's name for the person. */
export const customerNumberOf = (cardholder: Pick<Cardholder, 'id' | 'customerNumber'>): string =>
  cardholder.customerNumber ?? String(cardholder.id)

/** The name on the card: capitals, at most 26 characters (ISO/IEC 7813). */
export const embossedName = (cardholder: Pick<Cardholder, 'firstName' | 'lastName'>): string =>
  `${cardholder.firstName} ${cardholder.lastName}`.trim().toUpperCase().slice(0, 26)
