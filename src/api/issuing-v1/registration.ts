// Converts the parameters of `registerCustomer`, a list of names and values, to a person.

import type { CardholderProfile } from '../../issuing/cardholder.ts'
import { countryByNumeric } from '../../issuing/country.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Product } from '../../projects/project.ts'
import type { RegisterCardholderInput } from '../../issuing/register-cardholder.ts'

interface Parameter {
  readonly name: string
  readonly value: string
}

/** Parameters that must match the project's product data. */
const SUPPLIED_PARAMETERS = {
  institutionId: 'institutionId',
  agent_number: 'agentNumber',
  product_id: 'productId',
  service_id_acc: 'serviceIdAcc',
} as const satisfies Record<string, keyof Product>

const REQUIRED_PARAMETERS = [...Object.keys(SUPPLIED_PARAMETERS), 'customer_number', 'start_date']

/** Parameters stored as sent, by the profile field. */
const PROFILE_PARAMETERS = {
  secondName: 'secondName',
  email: 'email',
  postalCode: 'postal_code',
  city: 'city',
  state: 'region',
  line2: 'apartament',
} as const satisfies Partial<Record<keyof CardholderProfile, string>>

/** The person that a registration describes. */
export function registrationOf(
  body: { readonly productName: string; readonly parameters: readonly Parameter[] },
  product: Product,
): RegisterCardholderInput {
  const values = byName(body.parameters)
  for (const name of REQUIRED_PARAMETERS)
    if ((values.get(name) ?? '') === '') throw invalid(`The parameter ${name} is required.`)
  const profile = profileOf(values)
  if (body.productName !== product.productName)
    throw new Fault('product-unknown', `The productName is unknown. Send ${product.productName}.`)
  for (const [name, member] of Object.entries(SUPPLIED_PARAMETERS))
    if (values.get(name) !== product[member])
      throw new Fault('product-unknown', `${name} differs from this project’s product data.`)
  const value = (name: string): string => values.get(name) ?? ''
  return {
    customerNumber: value('customer_number'),
    startDate: value('start_date'),
    firstName: value('firstName'),
    lastName: value('surname'),
    phoneNumber: value('mobile_phone'),
    profile,
  }
}

function byName(parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  const values = new Map(parameters.map(({ name, value }) => [name, value]))
  if (values.size < parameters.length)
    throw invalid('Two parameters have the same name. Send each name once.')
  return values
}

function profileOf(values: ReadonlyMap<string, string>): CardholderProfile {
  const line1 = [values.get('street'), values.get('house')].filter(isGiven).join(' ')
  const kept = Object.entries(PROFILE_PARAMETERS).map(([member, name]) => [
    member,
    values.get(name),
  ])
  const profile = Object.entries({
    ...(Object.fromEntries(kept) as CardholderProfile),
    line1,
    country: countryOf(values.get('country_code')),
  }).filter(([, value]) => isGiven(value))
  return Object.fromEntries(profile)
}

function countryOf(code: string | undefined): string | undefined {
  if (!isGiven(code)) return undefined
  const country = countryByNumeric(code.padStart(3, '0'))
  if (country === undefined) throw invalid('country_code must be an ISO 3166-1 numeric code.')
  return country.alpha2
}

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== ''

const invalid = (detail: string): Fault => new Fault('parameter-invalid', detail)
