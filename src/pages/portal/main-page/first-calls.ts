// The first calls as shell commands. A command stores values that the next ones need in variables.

import type { Mode } from '../../../config.ts'
import type { ProjectSecrets } from '../../../projects/project.ts'
import { type CallSecrets, credentialQuoted } from '../../../web/http/calls/api-call.ts'
import type { Command, CommandGroup } from './main-page-model.ts'

/** A call whose response is shown, with the values to store from it. */
interface Call {
  readonly url: string
  readonly method?: 'GET' | 'PATCH' | 'POST'
  readonly authentication: string
  /** JSON text, formatted over several lines; shell variables in it are replaced. */
  readonly body?: string
  /** Form fields instead; variables in their texts are replaced. */
  readonly form?: Readonly<Record<string, string>>
  /** Maps a shell variable to the string field of the response that sets it. */
  readonly keep?: Readonly<Record<string, string>>
}

type FirstCallSecrets = CallSecrets & Pick<ProjectSecrets, 'product'>

export function firstCalls(secrets: FirstCallSecrets, baseUrl: string, mode: Mode): CommandGroup[] {
  const control = `${baseUrl}/control/v1`
  return [
    {
      title: 'First calls to interface B',
      explanation: 'Paste these commands into one shell, in order.',
      commands: callsOfB(secrets, `${baseUrl}/v2`),
    },
    {
      title: 'First calls to interface A',
      explanation:
        'The first version of the card interface. Paste these commands into one shell, in order.',
      commands: callsOfA(secrets, `${baseUrl}/v1/apigate/ws/rest`),
    },
    {
      title: 'First payments at interface C',
      explanation:
        'Run these commands in the same shell as the interface B commands: the last step pays with that card.',
      commands: callsOfC(secrets, `${baseUrl}/payment/rest`, baseUrl),
    },
    mode === 'local'
      ? {
          title: 'A project per test',
          explanation: 'A new project takes milliseconds and is isolated from all others.',
          commands: callsOfNewProject(control),
        }
      : {
          title: 'The clock and the ledger',
          explanation: 'The control API uses the API key of interface B.',
          commands: callsOfControl(control, keyHeader(secrets.interfaceB.apiKey)),
        },
  ]
}

function callsOfB({ interfaceB, product }: FirstCallSecrets, url: string): Command[] {
  const authentication = keyHeader(interfaceB.apiKey)
  const cardholder = (firstName: string, lastName: string, keep: string): string =>
    call({
      url: `${url}/cardholders`,
      authentication,
      body: json({
        firstName,
        lastName,
        phoneNumber: '+4930901820',
        billingAddress: { country: 'DE', postalCode: '10115', city: 'Berlin' },
      }),
      keep: { [keep]: 'id' },
    })
  const card = (owner: string, keep: string): string =>
    call({
      url: `${url}/cards`,
      authentication,
      body: json({ productName: product.cardProductName, cardholder: `$${owner}` }),
      keep: { [keep]: 'id' },
    })
  const read = (id: string, keep: Record<string, string>): string =>
    call({ url: `${url}/cards/$${id}`, method: 'GET', authentication, keep })
  const money = { amount: 5000, currency: 'EUR' }
  return [
    {
      title: 'Create a cardholder',
      explanation: 'This also opens an account.',
      command: cardholder('Anna', 'Berg', 'CARDHOLDER'),
    },
    {
      title: 'Issue a card',
      explanation: 'The card is active immediately. The response does not contain its number.',
      command: card('CARDHOLDER', 'CARD'),
    },
    {
      title: 'Read the card',
      explanation: 'Only this call shows the number and the CVC.',
      command: read('CARD', { NUMBER: 'number', EXPIRY: 'expiryDate', CVC: 'cvc' }),
    },
    {
      title: 'Top up the card',
      explanation: 'Amounts are in cents.',
      command: call({
        url: `${url}/topups`,
        authentication,
        body: json({ ...money, destinationCard: { cardNumber: '$NUMBER' } }),
      }),
    },
    {
      title: 'Issue a second card',
      explanation: 'Each cardholder has one card, so this registers a second cardholder.',
      command: [
        cardholder('Ben', 'Lund', 'OTHER_CARDHOLDER'),
        card('OTHER_CARDHOLDER', 'OTHER_CARD'),
        read('OTHER_CARD', { OTHER_NUMBER: 'number' }),
      ].join('\n\n'),
    },
    {
      title: 'Transfer from card to card',
      explanation:
        'The transfer is approved, or declined with a reason. A declined transfer moves no money.',
      command: call({
        url: `${url}/transfers`,
        authentication,
        body: json({
          amount: 1250,
          currency: 'EUR',
          sourceCard: { cardNumber: '$NUMBER', expiryDate: '$EXPIRY' },
          destinationCard: { cardNumber: '$OTHER_NUMBER' },
        }),
      }),
    },
  ]
}

function callsOfA({ interfaceA, product }: FirstCallSecrets, url: string): Command[] {
  const authentication = `-u ${credentialQuoted(`${interfaceA.login}:${interfaceA.password}`)}`
  const parameters = Object.entries({
    institutionId: product.institutionId,
    agent_number: product.agentNumber,
    customer_number: '$CUSTOMER',
    product_id: product.productId,
    start_date: '2020-01-01',
    service_id_acc: product.serviceIdAcc,
    surname: 'Berg',
    firstName: 'Anna',
    secondName: 'Maria',
    email: 'anna@example.com',
    mobile_phone: '+4930901820',
    region: 'Berlin',
    city: 'Berlin',
    street: 'Invalidenstrasse',
    house: '1',
    apartament: '1',
    postal_code: '10115',
    country_code: '276',
  }).map(([name, value]) => ({ name, value }))
  return [
    {
      title: 'Register a customer',
      explanation: 'Choose any customer number. The response contains the account number.',
      command: [
        'CUSTOMER=customer-$(date +%s)',
        call({
          url: `${url}/registerCustomer`,
          authentication,
          body: json({ productName: product.productName, parameters }),
          keep: { ACCOUNT: 'accountNumber' },
        }),
      ].join('\n'),
    },
    {
      title: 'Create a virtual card',
      explanation:
        'You choose digits 7 to 15. The first six are replaced by the BIN, and the last is the check digit.',
      command: [
        `CARD_NUMBER=${product.bin}$(date +%s | cut -c2-10)0`,
        call({
          url: `${url}/createVirtualCard`,
          authentication,
          body: json({
            cardIdentification: {
              cardNumber: raw('$CARD_NUMBER'),
              phoneNumber: '+4930901820',
              customerId: '$CUSTOMER',
            },
            virtualCardIdentification: { expDate: 203512, productType: 1 },
            amount: 10000,
            currency: 978,
            accountNumber: '$ACCOUNT',
            deliveryMethod: 'WS',
          }),
          keep: { CARD_ID: 'cardId' },
        }),
      ].join('\n'),
    },
    {
      title: 'Read the card data',
      explanation: 'Shows the status, the account and the balance.',
      command: call({
        url: `${url}/getCardData`,
        authentication,
        body: json({ cardIdentification: { cardId: raw('$CARD_ID') } }),
      }),
    },
  ]
}

function callsOfC({ interfaceC }: FirstCallSecrets, url: string, baseUrl: string): Command[] {
  const { userName, password } = interfaceC
  const operation = (name: string, form: Record<string, string>, keep = {}): string =>
    call({
      url: `${url}/${name}.do`,
      authentication: '',
      form: { userName, password, ...form },
      keep,
    })
  const register = operation(
    'register',
    { amount: '2000', currency: '978', returnUrl: `${baseUrl}/shop/return`, language: 'en' },
    { ORDER: 'orderId' },
  )
  const status = operation('getOrderStatusExtended', { orderId: '$ORDER' })
  return [
    {
      title: 'Register an order',
      explanation: 'Open the formUrl of the response in a browser to see the payment page.',
      command: register,
    },
    {
      title: 'Pay with a test card',
      explanation: 'This card pays without 3-D Secure. The test cards page lists all cards.',
      command: operation('paymentorder', {
        MDORDER: '$ORDER',
        $PAN: '4444555511113333',
        $CVC: '123',
        YYYY: '2034',
        MM: '12',
        TEXT: 'ANNA BERG',
      }),
    },
    {
      title: 'Read the order status',
      explanation: 'Status 2 is paid. Only the status shows a payment’s result.',
      command: status,
    },
    {
      title: 'Refund part of the payment',
      explanation: 'The status becomes 4. You can refund the rest later.',
      command: operation('refund', { orderId: '$ORDER', amount: '500' }),
    },
    {
      title: 'Pay with the card issued through interface B',
      explanation: 'Read the card again: its balance is 20.00 EUR lower.',
      command: [
        register,
        operation('paymentorder', {
          MDORDER: '$ORDER',
          $PAN: '$NUMBER',
          $CVC: '$CVC',
          $EXPIRY: '$EXPIRY',
          TEXT: 'ANNA BERG',
        }),
        status,
      ].join('\n\n'),
    },
  ]
}

/** In hosted mode only the admin token creates projects. */
function callsOfNewProject(url: string): Command[] {
  const authentication = `-H "X-API-KEY: $API_KEY"`
  return [
    {
      title: 'Create a project',
      explanation: 'The response contains its credentials and product data.',
      command: call({
        url: `${url}/projects`,
        authentication: '',
        body: json({ name: 'my test' }),
        keep: { API_KEY: 'apiKey' },
      }),
    },
    ...callsOfControl(url, authentication),
    {
      title: 'Reset the project',
      explanation: 'Deletes all data. The credentials are kept.',
      command: call({ url: `${url}/reset`, method: 'POST', authentication }),
    },
  ]
}

const keyHeader = (apiKey: string): string => `-H ${credentialQuoted(`X-API-KEY: ${apiKey}`)}`

function callsOfControl(url: string, authentication: string): Command[] {
  return [
    {
      title: 'Advance the clock',
      explanation: 'Everything that is due in the next 20 minutes runs.',
      command: call({ url: `${url}/clock`, authentication, body: json({ advance: 'PT20M' }) }),
    },
    {
      title: 'Read the ledger',
      explanation: 'Lists every account and the trial balance, which is always 0.',
      command: call({ url: `${url}/ledger`, method: 'GET', authentication }),
    },
  ]
}

/** A number from a shell variable appears in JSON without quotes. */
const RAW_MARK = '\u0000'
const raw = (text: string): string => RAW_MARK + text

const json = (value: unknown): string => laidOut(value).replaceAll(/"\\u0000([^"]*)"/g, '$1')

/** Longer JSON is split over several lines. */
const LINE_CHARACTERS = 64

/** JSON as a person would write it: indented, with short objects on one line. */
function laidOut(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const members = Array.isArray(value)
    ? value.map((member) => laidOut(member, deeper))
    : Object.entries(value).map(([name, member]) => `"${name}": ${laidOut(member, deeper)}`)
  const line = `${open} ${members.join(', ')} ${close}`
  if (line.length <= LINE_CHARACTERS && !line.includes('\n')) return line
  return `${open}\n${deeper}${members.join(`,\n${deeper}`)}\n${indent}${close}`
}

/** The arguments of a command, and its here-document. */
interface Data {
  readonly arguments: readonly string[]
  readonly document?: string
}

/**
 * A body with variables is a here-document, in which the shell expands them and keeps the quotes.
 */
function dataOf({ body, form }: Pick<Call, 'body' | 'form'>): Data {
  if (body === undefined) return { arguments: fieldsOf(form) }
  const asJson = "-H 'Content-Type: application/json' -d"
  return body.includes('$')
    ? { arguments: [`${asJson} @- <<JSON`], document: `${body}\nJSON` }
    : { arguments: [`${asJson} '${body.replaceAll('\n', '\n  ')}'`] }
}

function call({ url, method = 'POST', authentication, body, form, keep = {} }: Call): string {
  const data = dataOf({ ...(body !== undefined && { body }), ...(form && { form }) })
  const words = [
    'curl -sS',
    ...(method === 'GET' || data.arguments.length > 0 ? [] : [`-X ${method}`]),
    ...(authentication === '' ? [] : [authentication]),
    `"${url}"`,
  ].join(' ')
  const request = [words, ...data.arguments].join(' \\\n  ')
  const document = data.document === undefined ? '' : `\n${data.document}`
  const kept = Object.entries(keep)
  if (kept.length === 0) return `${request}; echo${document}`
  return [
    `ANSWER=$(${request}${document === '' ? '' : `${document}\n`})`,
    'echo "$ANSWER"',
    ...kept.map(
      ([variable, member]) =>
        `${variable}=$(echo "$ANSWER" | sed -E 's/.*"${member}" ?: ?"([^"]*)".*/\\1/')`,
    ),
  ].join('\n')
}

/** Two fields per line. */
function fieldsOf(form: Call['form'] = {}): string[] {
  const fields = Object.entries(form).map(([name, text]) => fieldOf(name, text))
  const lines = fields.map((_field, index) => fields.slice(index, index + 2).join(' '))
  return lines.filter((_line, index) => index % 2 === 0)
}

/** A name that starts with a dollar sign is not a variable, but such a value is. */
function fieldOf(name: string, text: string): string {
  if (text.startsWith('$')) return `-d "${name.replace('$', '\\$')}=${text}"`
  const isPlain = /^[\w.-]*$/.test(text)
  if (!isPlain) return `--data-urlencode '${name}=${text}'`
  return name.startsWith('$') ? `-d '${name}=${text}'` : `-d ${name}=${text}`
}
