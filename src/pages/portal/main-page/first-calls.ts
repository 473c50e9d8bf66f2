// The first calls as commands for a shell. Each group is one story: a command keeps what the next ones need in variables.

import type { ProjectSecrets } from '../../../projects/project.ts'
import { type CallSecrets, credentialQuoted } from '../../../web/http/api-call.ts'
import type { Command, CommandGroup } from './main-page-model.ts'

/** A call whose response is shown, with the values to store from it. */
interface Call {
  readonly url: string
  readonly method?: 'GET' | 'PATCH' | 'POST'
  readonly authentication: string
  /** JSON text, laid out over lines; shell variables in it are filled in. */
  readonly body?: string
  /** Fields of a form instead; a text with a variable is filled in. */
  readonly form?: Readonly<Record<string, string>>
  /** Shell variable to the JSON member, a string of the answer, that fills it. */
  readonly keep?: Readonly<Record<string, string>>
}

type FirstCallSecrets = CallSecrets & Pick<ProjectSecrets, 'product'>

export function firstCalls(secrets: FirstCallSecrets, baseUrl: string): CommandGroup[] {
  return [
    {
      title: 'First calls to interface B',
      explanation: 'Paste them into one shell, in order.',
      commands: callsOfB(secrets, `${baseUrl}/v2`),
    },
    {
      title: 'First calls to interface A',
      explanation: 'The same service in its first version. Paste them into one shell, in order.',
      commands: callsOfA(secrets, `${baseUrl}/v1/apigate/ws/rest`),
    },
    {
      title: 'First payments at interface C',
      explanation:
        'Continue in the shell of the calls to interface B: its card pays here in the end.',
      commands: callsOfC(secrets, `${baseUrl}/payment/rest`, baseUrl),
    },
    {
      title: 'A project per test',
      explanation: 'A new project takes milliseconds and sees nothing of any other.',
      commands: callsOfControl(`${baseUrl}/control/v1`),
    },
  ]
}

function callsOfB({ interfaceB, product }: FirstCallSecrets, url: string): Command[] {
  const authentication = `-H ${credentialQuoted(`X-API-KEY: ${interfaceB.apiKey}`)}`
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
      explanation: 'The account comes with it.',
      command: cardholder('Anna', 'Berg', 'CARDHOLDER'),
    },
    {
      title: 'Issue a card',
      explanation: 'It is active at once. The answer never holds the number.',
      command: card('CARDHOLDER', 'CARD'),
    },
    {
      title: 'Read the card',
      explanation: 'Only this call shows the number and the CVC.',
      command: read('CARD', { NUMBER: 'number', EXPIRY: 'expiryDate', CVC: 'cvc' }),
    },
    {
      title: 'Top it up',
      explanation: 'Amounts are in cents.',
      command: call({
        url: `${url}/topups`,
        authentication,
        body: json({ ...money, destinationCard: { cardNumber: '$NUMBER' } }),
      }),
    },
    {
      title: 'Issue a second card',
      explanation: 'Another cardholder, because each has one card.',
      command: [
        cardholder('Ben', 'Lund', 'OTHER_CARDHOLDER'),
        card('OTHER_CARDHOLDER', 'OTHER_CARD'),
        read('OTHER_CARD', { OTHER_NUMBER: 'number' }),
      ].join('\n\n'),
    },
    {
      title: 'Transfer from card to card',
      explanation: 'Approved, or declined with a reason; a declined transfer moves nothing.',
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
      explanation: 'The customer number is yours to choose; the account number comes back.',
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
        'The BIN replaces the first six digits and the last becomes the check digit; the nine between are yours.',
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
      explanation: 'Status, account and balance.',
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
      explanation: 'Open the formUrl of the answer in a browser to see the payment page.',
      command: register,
    },
    {
      title: 'Pay it with a test card',
      explanation: 'This one asks for no 3-D Secure; the page of test cards lists all of them.',
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
      title: 'Read its status',
      explanation: 'Status 2: paid. Nothing but the status says how a payment ended.',
      command: status,
    },
    {
      title: 'Return a part',
      explanation: 'Status 4 from now on; the rest can be returned later.',
      command: operation('refund', { orderId: '$ORDER', amount: '500' }),
    },
    {
      title: 'Pay with the card issued through interface B',
      explanation: 'Both accounts move: read the card once more, 20.00 EUR are gone.',
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

function callsOfControl(url: string): Command[] {
  const authentication = `-H "X-API-KEY: $API_KEY"`
  return [
    {
      title: 'Create a project',
      explanation: 'All its credentials and product data are in the answer.',
      command: call({
        url: `${url}/projects`,
        authentication: '',
        body: json({ name: 'my test' }),
        keep: { API_KEY: 'apiKey' },
      }),
    },
    {
      title: 'Move its clock',
      explanation: 'By twenty minutes. Everything due in between runs.',
      command: call({ url: `${url}/clock`, authentication, body: json({ advance: 'PT20M' }) }),
    },
    {
      title: 'Read its ledger',
      explanation: 'Every account, and the proof that they sum to zero.',
      command: call({ url: `${url}/ledger`, method: 'GET', authentication }),
    },
    {
      title: 'Start over',
      explanation: 'Deletes everything but the credentials.',
      command: call({ url: `${url}/reset`, method: 'POST', authentication }),
    },
  ]
}

/** A number from a shell variable is written in JSON without quotes. */
const RAW_MARK = '\u0000'
const raw = (text: string): string => RAW_MARK + text

const json = (value: unknown): string => laidOut(value).replaceAll(/"\\u0000([^"]*)"/g, '$1')

/** What is longer goes over several lines. */
const LINE_CHARACTERS = 64

/** JSON as a person would write it: indented, but what fits on a line stays on one. */
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

/** A body with variables is a here-document, in which a shell fills them in and quotes stay quotes. */
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

/** Two fields to a line. */
function fieldsOf(form: Call['form'] = {}): string[] {
  const fields = Object.entries(form).map(([name, text]) => fieldOf(name, text))
  const lines = fields.map((_field, index) => fields.slice(index, index + 2).join(' '))
  return lines.filter((_line, index) => index % 2 === 0)
}

/** A name that begins with a dollar is no variable, a text that does is one. */
function fieldOf(name: string, text: string): string {
  if (text.startsWith('$')) return `-d "${name.replace('$', '\\$')}=${text}"`
  const isPlain = /^[\w.-]*$/.test(text)
  if (!isPlain) return `--data-urlencode '${name}=${text}'`
  return name.startsWith('$') ? `-d '${name}=${text}'` : `-d ${name}=${text}`
}
