// Registering and editing a cardholder, as interface B does it.

import type { Cardholder, CardholderProfile } from '../../../issuing/cardholder.ts'
import { parseDate } from '../../../kernel/calendar.ts'
import { Fault } from '../../../kernel/fault.ts'
import { cardholderById } from '../../../store/reads/cardholders.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import type { Field, Mistakes } from '../parts/form-view.ts'
import type { PageContext } from '../shell/screen.ts'
import { wholeNumber } from '../parts/whole-number.ts'

interface PersonField {
  readonly name: 'firstName' | 'lastName' | 'phoneNumber' | keyof CardholderProfile
  readonly label: string
  readonly hint?: string
  readonly maxLength: number
  readonly pattern: Pick<RegExp, 'test'>
  readonly mistake: string
  /** True where B asks for it. */
  readonly isRequired?: true
}

const LINE_PATTERN = /^[^\p{Cc}\p{Cs}]+$/u
/** A day that its month has. */
const DATE_PATTERN = { test: (text: string): boolean => parseDate(text) !== undefined }

// prettier-ignore
const FIELDS: readonly PersonField[] = [
  { name: 'firstName',   label: 'First name',   maxLength: 100, pattern: LINE_PATTERN, mistake: 'Type up to 100 characters.', isRequired: true },
  { name: 'lastName',    label: 'Last name',    maxLength: 100, pattern: LINE_PATTERN, mistake: 'Type up to 100 characters.', isRequired: true },
  { name: 'phoneNumber', label: 'Phone',        maxLength: 16,  pattern: /^\+[1-9]\d{6,14}$/, mistake: 'Type a number such as +35700000001 (E.164).', isRequired: true },
  { name: 'country',     label: 'Country',      maxLength: 2,   pattern: /^[A-Z]{2}$/, mistake: 'Type two capital letters such as CY (ISO 3166-1).', isRequired: true },
  { name: 'postalCode',  label: 'Postal code',  maxLength: 20,  pattern: LINE_PATTERN, mistake: 'Type up to 20 characters.', isRequired: true },
  { name: 'city',        label: 'City',         maxLength: 100, pattern: LINE_PATTERN, mistake: 'Type up to 100 characters.' },
  { name: 'line1',       label: 'Street',       maxLength: 200, pattern: LINE_PATTERN, mistake: 'Type up to 200 characters.' },
  { name: 'email',       label: 'E-mail',       maxLength: 254, pattern: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, mistake: 'Type an address such as ann@example.com.' },
  { name: 'dateOfBirth', label: 'Date of birth', maxLength: 10, pattern: DATE_PATTERN, mistake: 'Type a date such as 1990-05-17.', hint: 'Such as 1990-05-17' },
]

export const PERSON_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  FIELDS.map(({ name, label }) => [name, label]),
)

export type TypedPerson = Readonly<Record<string, string>>

/** What was typed where it is wrong, and what is wrong with it. */
export interface MistakenPerson {
  readonly typed: TypedPerson
  readonly mistakes: Mistakes
}

/** The fields with what is stored of a person, or with what was typed. */
export const personFields = (person: Cardholder | undefined, typed?: TypedPerson): Field[] =>
  FIELDS.map(({ name, label, hint, maxLength, isRequired }) => ({
    kind: 'text',
    name,
    label,
    value: typed?.[name] ?? storedText(person, name),
    maxLength,
    optional: isRequired !== true,
    ...(hint !== undefined && { hint }),
  }))

function storedText(person: Cardholder | undefined, name: PersonField['name']): string {
  if (person === undefined) return ''
  if (name === 'firstName' || name === 'lastName' || name === 'phoneNumber') return person[name]
  return person.profile[name] ?? ''
}

/** The call of B that does the same. */
export function personCall(person: Cardholder | undefined): ApiCall {
  const text = (name: PersonField['name']) => storedText(person, name) || undefined
  const body = {
    firstName: text('firstName'),
    lastName: text('lastName'),
    phoneNumber: text('phoneNumber'),
    email: text('email'),
    dateOfBirth: text('dateOfBirth'),
    billingAddress: {
      country: text('country') ?? 'CY',
      postalCode: text('postalCode') ?? '3000',
      city: text('city'),
      line1: text('line1'),
    },
  }
  return person === undefined
    ? { api: 'B', method: 'POST', path: '/cardholders', body: { ...CARDHOLDER_EXAMPLE, ...body } }
    : { api: 'B', method: 'PATCH', path: `/cardholders/${person.id}`, body }
}

const CARDHOLDER_EXAMPLE = { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }

/** Registers the person of the form: their id, or what is wrong with it. */
export async function registerPerson(context: PageContext): Promise<number | MistakenPerson> {
  const read = personOf(context.form)
  if ('mistakes' in read) return read
  return change(read.typed, async () => {
    const { cardholder } = await context.execute('registerCardholder', read.input)
    return cardholder.id
  })
}

/** Changes the person of the page: their id, what is wrong with the form, or undefined where there is no such person. */
export async function editPerson(
  context: PageContext,
): Promise<{ readonly person: Cardholder; readonly mistaken?: MistakenPerson } | undefined> {
  const cardholderId = wholeNumber(context.params['cardholder'])
  const person =
    cardholderId === undefined ? undefined : await context.read(cardholderById, cardholderId)
  if (person === undefined) return undefined
  const read = personOf(context.form)
  if ('mistakes' in read) return { person, mistaken: read }
  const changed = await change(read.typed, async () => {
    const { cardholder } = await context.execute('updateCardholder', {
      cardholderId: person.id,
      ...read.input,
    })
    return cardholder.id
  })
  return typeof changed === 'number' ? { person } : { person, mistaken: changed }
}

interface PersonInput {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly profile: CardholderProfile
}

function personOf(
  form: URLSearchParams,
): { readonly typed: TypedPerson; readonly input: PersonInput } | MistakenPerson {
  const typed = Object.fromEntries(
    FIELDS.map(({ name, maxLength }) => [
      name,
      (form.get(name) ?? '').trim().slice(0, maxLength + 1),
    ]),
  )
  const wrong = FIELDS.filter(({ name, maxLength, pattern, isRequired }) => {
    const text = typed[name] ?? ''
    if (text === '') return isRequired === true
    return text.length > maxLength || !pattern.test(text)
  })
  if (wrong.length > 0)
    return {
      typed,
      mistakes: Object.fromEntries(wrong.map(({ name, mistake }) => [name, mistake])),
    }
  const { firstName = '', lastName = '', phoneNumber = '', ...rest } = typed
  const profile = Object.fromEntries(Object.entries(rest).filter(([, text]) => text !== ''))
  return { typed, input: { firstName, lastName, phoneNumber, profile } }
}

/** What the rules refuse of a person is the date of birth. */
async function change(
  typed: TypedPerson,
  make: () => Promise<number>,
): Promise<number | MistakenPerson> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'parameter-invalid') throw error
    return { typed, mistakes: { dateOfBirth: error.message } }
  }
}
