// The people of the sample data, the articles they buy, and the prices.

import type { RegisterCardholderInput } from '../../../issuing/register-cardholder.ts'

export interface Person extends RegisterCardholderInput {
  /** The first top-up of the card, in minor units. */
  readonly salary: number
}

// prettier-ignore
const ROWS = [
  // first      last          phone            born          country city         street
  // postal     cents
  ['Ada',      'Keller',     '+4915112345601', '1988-03-14', 'DE', 'Berlin',    'Kastanienallee 12',      '10435',    320_000],
  ['Marios',   'Georgiou',   '+35799123402',   '1979-11-02', 'CY', 'Nicosia',   'Ledra 45',               '1011',     240_000],
  ['Claire',   'Fontaine',   '+33612345603',   '1993-07-21', 'FR', 'Lyon',      'Rue de la République 8', '69002',    280_000],
  ['Jonas',    'Lindqvist',  '+46701234504',   '1990-01-30', 'SE', 'Uppsala',   'Drottninggatan 3',       '753 10',   410_000],
  ['Inês',     'Carvalho',   '+351912345605',  '1985-09-09', 'PT', 'Porto',     'Rua das Flores 77',      '4050-262', 190_000],
  ['Tomasz',   'Nowak',      '+48501234506',   '1996-05-17', 'PL', 'Kraków',    'Floriańska 21',          '31-019',    90_000],
  ['Eleni',    'Papadaki',   '+306912345607',  '1982-12-25', 'GR', 'Heraklion', 'Dikeosinis 14',          '712 02',   150_000],
  ['Liam',     'Byrne',      '+353851234508',  '2001-08-04', 'IE', 'Cork',      'Oliver Plunkett St 60',  'T12 C9X8',  40_000],
] as const

export const PEOPLE: readonly Person[] = ROWS.map(
  ([firstName, lastName, phoneNumber, dateOfBirth, country, city, line1, postalCode, salary]) => ({
    firstName,
    lastName,
    phoneNumber,
    profile: {
      email: `${plain(firstName)}.${plain(lastName)}@example.com`,
      dateOfBirth,
      country,
      city,
      line1,
      postalCode,
    },
    salary,
  }),
)

/** The ASCII letters of a name, for an email address. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase()
}

interface Article {
  readonly description: string
  /** Range in minor units, both ends inclusive. */
  readonly from: number
  readonly to: number
}

export const ARTICLES: readonly Article[] = [
  { description: 'Groceries', from: 1_200, to: 9_500 },
  { description: 'Two train tickets', from: 2_400, to: 8_900 },
  { description: 'Running shoes', from: 7_500, to: 16_000 },
  { description: 'Coffee beans, 1 kg', from: 1_600, to: 3_200 },
  { description: 'A desk lamp', from: 2_900, to: 7_900 },
  { description: 'Concert, row 14', from: 4_500, to: 12_000 },
  { description: 'A bicycle, used', from: 18_000, to: 65_000 },
]
