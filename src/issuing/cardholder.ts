// A cardholder of interface B is a customer of interface A: one person, one account, two names.

/** What the apis may know of a person beyond the name. Texts are as given; the country is ISO 3166-1 alpha-2. */
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
  /** Interface A's customer_number, unique in the project; null for a cardholder made through B, whose id serves instead. */
  readonly customerNumber: string | null
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly profile: CardholderProfile
  readonly accountId: number
  /** Cards issued through B: one per cardholder at most. */
  readonly poolCards: number
  readonly createdAt: number
}

/** Interface A's name of the person. */
export const customerNumberOf = (cardholder: Pick<Cardholder, 'id' | 'customerNumber'>): string =>
  cardholder.customerNumber ?? String(cardholder.id)

/** The name as a card shows it: capitals, at most 26 characters (ISO/IEC 7813). */
export const embossedName = (cardholder: Pick<Cardholder, 'firstName' | 'lastName'>): string =>
  `${cardholder.firstName} ${cardholder.lastName}`.trim().toUpperCase().slice(0, 26)
