// Descriptions of the values that a pattern allows. Errors contain these texts instead of the
// pattern.

/** Patterns of strings that contain a number. Clients send numbers for them. */
// prettier-ignore
const NUMBER_TEXTS: Readonly<Record<string, string>> = {
  '^([1-9][0-9]{0,2}|1000)$':         'must be a number from 1 to 1000',
  '^([1-9][0-9]?|1[0-9]{2}|200)$':    'must be a number from 1 to 200',
  '^[0-9]{1,12}$':                    'must be an amount in minor units, such as 2000',
  '^-?[0-9]{1,9}$':                   'must be an integer',
}

// prettier-ignore
const PATTERN_TEXTS: Readonly<Record<string, string>> = {
  // Numbers, and ids of digits.
  ...NUMBER_TEXTS,
  '^\\d+$':                           'must contain digits only',
  '^-?\\d+$':                         'must be an integer',
  '^[1-9]\\d*$':                      'must be a positive integer',
  '^[+-]?\\d+(\\.\\d+)?$':            'must be a number such as 12.5',
  '^[1-9][0-9]{0,14}$':               'must be an id of digits only',
  '^[1-5]([0-9]{2}|xx)$':             'must be an HTTP status such as 422, or a class such as 4xx',

  // Cards.
  '^[0-9]{13,19}$':                   'must be 13 to 19 digits',
  '^[0-9]{1,6}$':                     'must be one to six digits',
  '^[0-9]{1,4}$':                     'must be one to four digits',
  '^[0-9]{3,4}$':                     'must be three or four digits',
  '^[0-9]{3}$':                       'must be three digits',
  '^[0-9]{4}$':                       'must be four digits',
  '^[0-9]{6}$':                       'must be six digits',
  '^[0-9]{4,8}$':                     'must be four to eight digits',
  '^[0-9]{4,12}$':                    'must be 4 to 12 digits',
  '^20[0-9]{2}(0[1-9]|1[0-2])$':      'must be a month such as 203412',
  '^[0-9]{4}(0[1-9]|1[0-2])$':        'must be a month such as 203412',
  '^\\d{6}\\*\\*\\d{4}$':             'must be a mask such as 411111**1111',
  '^(?!00)[0-9A-Z]{2}$':              'must be two digits or capital letters, and not 00',

  // Codes of standards.
  '^([0-9]{3}|[A-Z]{3})$':            'must be an ISO 4217 code such as 978 or EUR',
  '^[A-Z]{2,3}$':                     'must be an ISO 3166-1 code such as CY or CYP',
  '^[a-z]{2}$':                       'must be two lowercase letters, such as en',

  // People and merchants.
  '^\\+[0-9]{7,15}$':                 'must be a plus sign and 7 to 15 digits, such as +35700000001',
  '^[^\\s@\\p{Cc}\\p{Cs}]+@[^\\s@.\\p{Cc}\\p{Cs}]+(\\.[^\\s@.\\p{Cc}\\p{Cs}]+)+$': 'must be an email address such as ann@example.com',
  '^[0-9A-Za-z]{8}$':                 'must be eight letters or digits',
  '^#[0-9a-fA-F]{6}$':                'must be a colour such as #0c5a61',
  '^[A-Za-z0-9+/]+={0,2}$':           'must be base64',

  // Times.
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$': 'must be a date-time with its zone, such as 2027-01-01T00:00:00Z',

  // Names and texts.
  '^[A-Za-z0-9-]{1,64}$':             'must be up to 64 letters, digits and hyphens',
  '^[0-9A-Fa-f-]{1,36}$':             'must be an id such as 01a22016-b73c-74ee-b07b-2ebb00000001',
  '^[A-Za-z0-9._-]{1,64}$':           'must be up to 64 letters, digits, dots, underscores and hyphens',
  '^[A-Za-z0-9._/-]{1,64}$':          'must be the name of an operation, such as register',
  '^[A-Za-z0-9][A-Za-z0-9 ._-]*$':    'must start with a letter or digit, and contain only letters, digits, spaces, dots, underscores and hyphens',
  '^[^",\\\\\\u0000-\\u001F\\u007F]*$': 'must not contain commas, quotation marks, backslashes or control characters',
  '^[^\\u0000-\\u001F\\u007F]*$':     'must not contain control characters',
  '^[^\\p{Cc}\\p{Cs}]*$':             'must not contain control characters',
  '^(?!\\s*$)[^\\p{Cc}\\p{Cs}]*$':    'must not be blank or contain control characters',
}

/** Starts like the list of all countries. */
const COUNTRIES = '^(AD|AE|'

/** Undefined if the table lacks the pattern. */
export function patternText(pattern: string): string | undefined {
  return pattern.startsWith(COUNTRIES)
    ? 'must be an ISO 3166-1 code of two letters, such as CY'
    : PATTERN_TEXTS[pattern]
}

/** True if a query parameter with this pattern is a number: a count, an amount or a code. */
export const isNumberPattern = (pattern: string): boolean => Object.hasOwn(NUMBER_TEXTS, pattern)
