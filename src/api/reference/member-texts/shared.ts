// Texts about fields of several interfaces.

/** Key: `parent.name`, `name[]` for lists, or the name; the parent is a field or a title. */
export type MemberTexts = Readonly<Record<string, string>>

export const PROBLEM = {
  'Problem.status': 'HTTP status of the response',
  title: 'Short summary of the problem, always the same for a code',
  detail: 'The error in a sentence, and how to correct it',
  errors: 'The invalid values, each with its place in the request',
  'errors.detail': 'The problem with the value',
}

export const POSTAL_ADDRESS = {
  billingAddress: 'Postal address',
  country: 'Country, ISO 3166-1 alpha-2',
  postalCode: 'Postal code',
  city: 'City',
  line1: 'Street and house number',
  line2: 'Second line, such as the flat',
  state: 'State or region',
}

export const PERSON = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email address',
  phoneNumber: 'Phone number: a plus sign and 7 to 15 digits',
}
