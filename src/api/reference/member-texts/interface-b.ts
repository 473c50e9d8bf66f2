// Fields of interface B.

import { type MemberTexts, PERSON, POSTAL_ADDRESS, PROBLEM } from './shared.ts'

export const B_TEXTS: MemberTexts = {
  ...PROBLEM,
  ...POSTAL_ADDRESS,
  ...PERSON,
  id: 'Id, unique in the project; for paths and references',
  dateOfBirth: 'Date of birth, YYYY-MM-DD',
  verification: 'Identity document of the person',
  idType: 'Kind of the document',
  documentId: 'Number of the document',
  status: 'Always `active`',
  account: 'Account of the card',
  currency: 'Currency, ISO 4217 letters: EUR',
  spendingLimits: 'Daily and monthly limits of the card',
  interval: 'Period of the limit in UTC: `daily` or `monthly`',
  reissueCard: 'Reason for which the card gets a new number, CVC and expiry date',
  resetPinCounter: 'True resets the counter of wrong PINs',
  sourceCard: 'The card that pays',
  destinationCard: 'The card that receives',
  transfers: 'Transfers, newest first',
  jwk: 'The key as a JSON Web Key (RFC 7517)',
  pem: 'The same key in PEM',
  alg: 'Algorithm: RSA-OAEP with SHA-256',
  kty: 'Type of the key: RSA',
  kid: 'Id of the key (RFC 7638)',
  use: 'Use of the key: `enc`, encryption',
  n: 'Modulus, base64url',
  e: 'Exponent, base64url',
}
