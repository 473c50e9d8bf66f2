// Fills a project, so that each of its pages has something to show, and names its random values in
// snapshots.

import { allActionCodes } from '../../src/payments/authorisation/action-code.ts'
import { freezeClock } from './clock.ts'
import {
  bodyOf,
  type IssuedCard,
  issueCard,
  type ProjectCall,
  projectCall,
  topUp,
  transfer,
} from './control.ts'
import { type Form, START } from './merchant.ts'
import type { Names } from './snapshot.ts'
import type { Portal } from './portal.ts'
import { endsLikeTestCard, TEST_CARDS } from './test-cards.ts'

/** Outcome rules with every condition, for payments that the story does not contain. */
// prettier-ignore
const RULES = [
  { id: 'begins',   match: { panPrefix: '999' }, outcome: { actionCode: 116 } },
  { id: 'between',  match: { panSuffix: '0000', amountFrom: 90_000_001, amountTo: 90_000_002 }, outcome: { actionCode: 0, flow: 'challenge' } },
  { id: 'money',    match: { panSuffix: '0001', currency: '392', amountFrom: 90_000_001 }, outcome: { actionCode: 0, funds: 500 } },
  { id: 'currency', match: { panSuffix: '0002', currency: '840' }, outcome: { actionCode: 101 } },
  { id: 'at-most',  match: { panSuffix: '0003', currency: '840', amountTo: 7 }, outcome: { actionCode: 101 } },
  { id: 'whose',    match: { orderNumber: 'no-such-order', clientId: 'nobody' }, outcome: { actionCode: 0 } },
]

/** The objects that the story created. */
export interface PortalStory {
  /** By order number, which describes them. */
  readonly orders: ReadonlyMap<string, string>
  readonly cards: readonly (IssuedCard & { readonly cvc: string })[]
}

type CardWithCvc = IssuedCard & { readonly cvc: string }

const endOf = (pan: string): string => pan.slice(-4)

/** The search finds an action code by its digits. */
const endsLikeActionCode = (pan: string): boolean =>
  allActionCodes().some(({ code }) => Math.abs(code) === Number(endOf(pan)))

/** The search finds a payment by digits of its RRN, which counts from 1,600,000 in a project. */
const endsLikeRrn = (pan: string): boolean =>
  Array.from({ length: 100 }, (_, count) => String(1_600_000 + count).padStart(12, '0')).some(
    (rrn) => rrn.includes(endOf(pan)),
  )

/**
 * Two cards whose last digits differ from each other and match nothing else. If the numbers are
 * unsuitable, the project is reset.
 */
async function issueTwo(
  call: ProjectCall,
  begin: () => Promise<void>,
): Promise<readonly [CardWithCvc, CardWithCvc]> {
  for (;;) {
    const cards = [await issueCard(call), await issueCard(call)] as [CardWithCvc, CardWithCvc]
    const ends = new Set(cards.map(({ number }) => endOf(number)))
    const areClear = cards.every(
      ({ number }) =>
        !endsLikeTestCard(number) && !endsLikeActionCode(number) && !endsLikeRrn(number),
    )
    if (ends.size === 2 && areClear) return cards
    bodyOf(await call('POST', '/control/v1/reset', {}), 200)
    await begin()
  }
}

/** Fills the project with orders and cards of every kind. */
export async function tellStory({ sandbox, merchant }: Portal): Promise<PortalStory> {
  const { apiKey } = merchant.project.secrets.interfaceB
  const call = projectCall(sandbox, apiKey)
  const cards = await issueTwo(call, () =>
    freezeClock(sandbox.sandcard.service, merchant.project, START),
  )
  const [first, second] = cards
  await topUp(call, first, 500_000)
  bodyOf(await transfer(call, first, second, 1234), 201)
  const orders = new Map<string, string>()
  const made = async (number: string, form: Form = {}): Promise<string> => {
    // No two orders have the same time, so that their order in lists is stable.
    await merchant.advanceClock(60_000)
    const orderId = await merchant.registerPreAuth({ orderNumber: number, ...form })
    orders.set(number, orderId)
    return orderId
  }
  await made('unpaid', { description: 'Two & a half "shoes"' })
  await merchant.pay(await made('held', { clientId: 'client-1' }))
  const captured = await made('captured', { amount: 12_345, currency: 840 })
  await merchant.pay(captured)
  await merchant.callOk('deposit', { orderId: captured, amount: 12_000 })
  await merchant.callOk('refund', { orderId: captured, amount: 500 })
  await merchant.pay(await made('declined'), { $PAN: TEST_CARDS.noFunds })
  await merchant.callOk('decline', { orderId: await made('withdrawn') })
  await merchant.pay(await made('asked'), { $PAN: TEST_CARDS.challengeV2 })
  await merchant.pay(await made('by-card', { amount: 700 }), {
    $PAN: first.number,
    $CVC: first.cvc,
    YYYY: first.expiryDate.slice(0, 4),
    MM: first.expiryDate.slice(4),
  })
  await merchant.changeSettings({ outcomeRules: RULES })
  return { orders, cards }
}

/** The random values of a run and their names in snapshots. */
export function namesOfStory(
  { sandbox, merchant, base }: Portal,
  { orders, cards }: PortalStory,
): Names {
  const { id, name, secrets } = merchant.project
  const { interfaceA, interfaceB, interfaceC } = secrets
  return [
    ...cards.map(
      ({ number }, index) =>
        [number.slice(0, 6) + number.slice(-4), `FIRST-AND-LAST-${index}`] as const,
    ),
    [base, '/p/PROJECT'],
    [sandbox.url, 'ORIGIN'],
    [id, 'PROJECT'],
    // Before the login, with which it begins.
    [interfaceB.apiKey, 'KEY-B'],
    [interfaceA.login, 'LOGIN-A'],
    [interfaceA.password, 'PASSWORD-A'],
    [interfaceC.userName, 'LOGIN-C'],
    [interfaceC.password, 'PASSWORD-C'],
    [new RegExp(`\\b${name}\\b`, 'g'), 'NAME'],
    [/The clock is \S+ days ahead/g, 'The clock is DAYS ahead'],
    [/\bkey-\w+/g, 'NEW-KEY'],
    [/••••[a-z2-7]{4}\b/g, '••••LAST'],
    [/\btry-[\da-f]{12}\b/g, 'TRY'],
    [/(?<=\bcard=)\d{4}\b/g, 'LAST'],
    // Credentials are created and used at real times; the project's clock is in another decade.
    [/\b2027-01-15[T ]\d\d:\d\d:\d\d(?:\.\d{3}Z| UTC)/g, 'MOMENT'],
    [/(?<![a-z\d])(?:[a-z2-7]{8}-)?[a-z2-7]{32}(?![a-z\d])/g, 'RANDOM'],
    [/SHA256:[\w+/]{43}/g, 'FINGERPRINT'],
    [/SHA256:[\w+/]+…[\w+/]+/g, 'SHORT-FINGERPRINT'],
    [/\b[\dA-F]{64}\b/g, 'CHECKSUM'],
    [/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----/g, 'PUBLIC-KEY'],
    ...[...orders].map(([number, orderId]) => [orderId, `ORDER-${number}`] as const),
    [/(?<=code class="value" )[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'BINDING'],
    // Before the ids of cards: the end of a UUID can equal one.
    [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, 'UUID'],
    ...cards.flatMap(({ id: cardId, number, account }, index) => [
      [cardId, `CARD-${index}`] as const,
      [account.accountNumber, `ACCOUNT-${index}`] as const,
      [new RegExp(`\\b${number.slice(0, 4)} ?${number.slice(4, 6)}`, 'g'), 'BIN'] as const,
      // Only at the end of a number: elsewhere the same digits can be a year or an amount.
      [
        new RegExp(`(?<=[•*]\\s?|%A2\\+|[?]card=|ending in )${number.slice(-4)}\\b`, 'g'),
        `LAST-${index}`,
      ] as const,
    ]),
  ]
}
