// Customers of interface A as cardholders of interface B: the data of a registration, and defaults
// for missing fields.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type IssuerV1, type Json, newIssuerV1, registration } from '../../kit/issuer-v1.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

onEveryDatabase('Customers of interface A, read through B', (database) => {
  let sandbox: Sandbox
  let a: IssuerV1
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())
  const fresh = async (): Promise<IssuerV1> => (a = await newIssuerV1(sandbox))

  const callB = (method: string, path: string, body?: Json) => {
    const headers = { 'x-api-key': a.project.secrets.interfaceB.apiKey }
    return sandbox.call(method, `/v2${path}`, body === undefined ? { headers } : { headers, body })
  }
  const readB = async (path: string): Promise<Json> => {
    const answer = await callB('GET', path)
    assert.equal(answer.status, 200, answer.text)
    return answer.json as Json
  }
  const cardholderOf = async (cardId: string): Promise<Json> =>
    readB(`/cardholders/${String((await readB(`/cards/${cardId}`))['cardholder'])}`)

  test('a customer is a cardholder of interface B with all data of the registration', async () => {
    await fresh()
    const { cardId } = await a.card()
    const { id, ...person } = await cardholderOf(cardId)
    assert.match(String(id), /^\d+$/)
    assert.deepEqual(person, {
      firstName: 'Ann',
      lastName: 'Doe',
      phoneNumber: '+35700000001',
      email: 'ann@example.com',
      billingAddress: {
        country: 'CY',
        postalCode: '3000',
        city: 'Limassol',
        state: 'North',
        line1: 'Main 1',
        line2: '2',
      },
      status: 'active',
    })
  })

  const NOBODY = { surname: null, firstName: null, mobile_phone: null, country_code: null }
  const NOWHERE = { postal_code: null, city: null, region: null, street: null, house: null }
  const ODD: readonly (readonly [what: string, values: Readonly<Record<string, string | null>>])[] =
    [
      ['nothing but a number', { ...NOBODY, ...NOWHERE, email: null, apartament: null }],
      ['an invalid phone number', { mobile_phone: 'call me' }],
      ['a phone number with a plus sign', { mobile_phone: '+357 (99) 000-111' }],
      ['a phone too long', { mobile_phone: '1234567890123456' }],
      ['an invalid email address', { email: 'at example' }],
      ['names that consist of spaces', { firstName: ' ', surname: '   ', postal_code: ' ' }],
      [
        'the longest texts',
        { firstName: 'a'.repeat(200), city: 'c'.repeat(200), region: 'r'.repeat(200) },
      ],
    ]
  for (const [index, [what, values]] of ODD.entries())
    test(`a customer with ${what} is a valid cardholder of B`, async () => {
      await fresh()
      const number = `ODD-${index}`
      const registered = await a.callOk('registerCustomer', registration(a.project, number, values))
      const { cardId } = await a.issue({ number, account: String(registered['accountNumber']) })
      const { id, ...person } = await cardholderOf(cardId)
      const again = await callB('POST', '/cardholders', person)
      assert.equal(again.status, 201, again.text)
      assert.deepEqual({ ...(again.json as Json), id }, { ...person, id })
    })

  test('a phone number is international in B, or the default if it cannot be', async () => {
    await fresh()
    // prettier-ignore
    const phones = [
      ['1234567',              '+1234567'],
      ['+1234567',             '+1234567'],
      ['123456789012345',      '+123456789012345'],
      ['+357 (99) 000-111',    '+35799000111'],
      ['123456',               '+0000000'],
      ['1234567890123456',     '+0000000'],
      ['++1234567',            '+0000000'],
      ['call 1234567',         '+0000000'],
      ['1234567 or 7654321 x', '+0000000'],
    ] as const
    for (const [index, [sent, told]] of phones.entries()) {
      const number = `PHONE-${index}`
      const customer = registration(a.project, number, { mobile_phone: sent })
      const { accountNumber } = await a.callOk('registerCustomer', customer)
      const { cardId } = await a.issue({ number, account: String(accountNumber) })
      assert.equal((await cardholderOf(cardId))['phoneNumber'], told, sent)
    }
  })
})
