// Registers and edits a cardholder, with the operations of interface B.

import { createCardholder, updateCardholder } from '../../../api/issuing-v2/cardholders.ts'
import type { showCardholder } from '../../../api/control/cards/cardholders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import type { Field, Mistakes } from '../parts/form-view.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

export type Person = AnswerOf<typeof showCardholder>

interface PersonField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly maxLength: number
  readonly mistake: string
  /** True if interface B requires it. */
  readonly isRequired?: true
}

// prettier-ignore
const FIELDS: readonly PersonField[] = [
  { name: 'firstName',   label: 'First name',   maxLength: 100, mistake: 'Enter 1 to 100 characters.', isRequired: true },
  { name: 'lastName',    label: 'Last name',    maxLength: 100, mistake: 'Enter 1 to 100 characters.', isRequired: true },
  { name: 'phoneNumber', label: 'Phone',        maxLength: 16,  mistake: 'Enter a number such as +35700000001 (E.164).', isRequired: true },
  { name: 'country',     label: 'Country',      maxLength: 2,   mistake: 'Enter two capital letters such as CY (ISO 3166-1).', isRequired: true },
  { name: 'postalCode',  label: 'Postal code',  maxLength: 20,  mistake: 'Enter 1 to 20 characters.', isRequired: true },
  { name: 'city',        label: 'City',         maxLength: 100, mistake: 'Enter up to 100 characters.' },
  { name: 'line1',       label: 'Street',       maxLength: 200, mistake: 'Enter up to 200 characters.' },
  { name: 'email',       label: 'Email',        maxLength: 254, mistake: 'Enter an email address such as ann@example.com.' },
  { name: 'dateOfBirth', label: 'Date of birth', maxLength: 10, mistake: 'Enter a date such as 1990-05-17.', hint: 'Such as 1990-05-17' },
]

export const PERSON_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  FIELDS.map(({ name, label }) => [name, label]),
)

type TypedPerson = Readonly<Record<string, string>>

/** The input of a refused form, and its mistakes. */
export interface MistakenPerson {
  readonly typed: TypedPerson
  readonly mistakes: Mistakes
}

/** The fields with a person's stored values, or with the typed values. */
export const personFields = (person: Person | undefined, typed?: TypedPerson): Field[] =>
  FIELDS.map(({ name, label, hint, maxLength, isRequired }) => ({
    kind: 'text',
    name,
    label,
    value: typed?.[name] ?? storedText(person, name),
    maxLength,
    optional: isRequired !== true,
    ...(hint !== undefined && { hint }),
  }))

function storedText(person: Person | undefined, name: string): string {
  if (person === undefined) return ''
  if (name === 'firstName' || name === 'lastName' || name === 'phoneNumber') return person[name]
  return person.profile[name] ?? ''
}

const EXAMPLE: TypedPerson = {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  country: 'CY',
  postalCode: '3000',
}

/** The call that a form makes, with the stored values. */
export function personCall(person: Person | undefined): ApiCall {
  if (person === undefined) return callOf(createCardholder, { body: bodyOf(EXAMPLE) })
  const stored = Object.fromEntries(FIELDS.map(({ name }) => [name, storedText(person, name)]))
  return callOf(updateCardholder, { params: { id: person.id }, body: bodyOf(stored) })
}

/** Omits empty fields. */
function bodyOf(typed: TypedPerson) {
  const text = (name: string) => typed[name] ?? ''
  const given = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => text(name) !== '').map((name) => [name, text(name)]))
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    phoneNumber: text('phoneNumber'),
    ...given(['email', 'dateOfBirth']),
    billingAddress: {
      country: text('country'),
      postalCode: text('postalCode'),
      ...given(['city', 'line1']),
    },
  }
}

/** Registers a person, or changes the person with the id. Returns the id or the form's mistakes. */
export async function savePerson(
  { form, perform }: PageContext,
  id?: string,
): Promise<{ readonly id: string } | MistakenPerson> {
  const typed = Object.fromEntries(
    FIELDS.map(({ name, maxLength }) => [
      name,
      (form.get(name) ?? '').trim().slice(0, maxLength + 1),
    ]),
  )
  const body = bodyOf(typed)
  const saved = await resultOrMistakes(
    id === undefined
      ? perform(createCardholder, { body })
      : perform(updateCardholder, { params: { id }, body }),
    FIELDS.map(({ name }) => name),
    Object.fromEntries(FIELDS.map(({ name, mistake }) => [name, mistake])),
  )
  return 'result' in saved ? { id: saved.result.id } : { typed, ...saved }
}
