// The form of *Try*: card, amount, 3-D Secure and stages, and the payment that they describe.

import { VERSION_PARAM } from '../../../../payments/orders/order.ts'
import type { ApiCall } from '../../../../web/http/calls/api-call.ts'
import { knownCurrency, parseAmount } from '../../parts/amounts.ts'
import type { Field, Mistakes } from '../../parts/form-view.ts'
import type { PageContext } from '../../shell/screen.ts'
import type { TryCard } from './try-cards.ts'

/** ISO 4217: the euro, if the project accepts any currency. */
const USUAL_CURRENCY = 978
export const USUAL_AMOUNT = '20.00'

/** The options for 3-D Secure, each with its order feature. */
const THREE_D_SECURE = [
  { value: 'card', label: 'As the card requires', features: [] },
  { value: 'off', label: 'Without', features: ['FORCE_SSL'] },
  { value: 'on', label: 'Required', features: ['FORCE_TDS'] },
] as const

/** `set` leaves the version to the project's settings. */
const VERSIONS = [
  { value: 'set', label: 'As set in the project' },
  { value: '1', label: '1' },
  { value: '2', label: '2' },
] as const

const STAGES = [
  { value: 'one', label: 'One stage: charged immediately' },
  { value: 'two', label: 'Two stages: held now, captured later' },
] as const

export type TypedTry = Readonly<Record<string, string>>

/** The payment that a valid form describes. */
export interface TryRequest {
  readonly card: TryCard
  /** Minor units. */
  readonly amount: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly twoStage: boolean
  readonly features: readonly string[]
  /** The 3-D Secure option. */
  readonly version: (typeof VERSIONS)[number]['value']
}

export const tryCurrency = ({ dataset }: Pick<PageContext, 'dataset'>): number =>
  Number(dataset.settings.gatewayCurrencies?.[0] ?? USUAL_CURRENCY)

export function tryFields(
  cards: readonly TryCard[],
  currency: number,
  typed: TypedTry,
): readonly Field[] {
  const { card = cards[0]?.name ?? '' } = typed
  const { threeDSecure = 'card', version = 'set', stages = 'one' } = typed
  return [
    {
      kind: 'choice',
      name: 'card',
      label: 'Card',
      value: card,
      options: cards.map(({ name, label }) => ({ value: name, label })),
    },
    {
      kind: 'text',
      name: 'amount',
      label: 'Amount',
      value: typed['amount'] ?? USUAL_AMOUNT,
      inputMode: 'decimal',
      maxLength: 20,
      suffix: knownCurrency(currency).alpha,
    },
    {
      kind: 'choice',
      name: 'threeDSecure',
      label: '3-D Secure',
      value: threeDSecure,
      options: THREE_D_SECURE,
    },
    {
      kind: 'choice',
      name: 'version',
      label: '3-D Secure version',
      value: version,
      options: VERSIONS,
    },
    { kind: 'choice', name: 'stages', label: 'Stages', value: stages, options: STAGES },
  ]
}

export const TRY_LABELS: Readonly<Record<string, string>> = {
  card: 'Card',
  amount: 'Amount',
  threeDSecure: '3-D Secure',
  version: '3-D Secure version',
  stages: 'Stages',
}

/** The values of the form; `isAtOnce` if no payment page is opened. */
export function readTry(
  typed: TypedTry,
  {
    cards,
    currency,
    isAtOnce,
  }: {
    readonly cards: readonly TryCard[]
    readonly currency: number
    readonly isAtOnce: boolean
  },
): { readonly request: TryRequest } | { readonly mistakes: Mistakes } {
  const card = cards.find(({ name }) => name === typed['card'])
  const amount = parseAmount(typed['amount'] ?? '', currency)
  const way = THREE_D_SECURE.find(({ value }) => value === typed['threeDSecure'])
  const version = VERSIONS.find(({ value }) => value === (typed['version'] ?? 'set'))
  const stage = STAGES.find(({ value }) => value === typed['stages'])
  const needsPayer = card?.needsPayer === true && way?.value !== 'off'
  const mistakes: Mistakes = {
    ...(card === undefined && { card: 'Select a card.' }),
    ...(isAtOnce &&
      needsPayer && {
        card: 'This card needs the issuer’s page. Open the payment page, or set 3-D Secure to “Without”.',
      }),
    ...((amount === undefined || amount === 0) && {
      amount: 'Enter an amount such as 20.00 or 20,00.',
    }),
    ...(way === undefined && { threeDSecure: 'Select an option.' }),
    ...(version === undefined && { version: 'Select an option.' }),
    ...(stage === undefined && { stages: 'Select one or two stages.' }),
  }
  if (Object.keys(mistakes).length > 0) return { mistakes }
  if (card === undefined || amount === undefined) throw new Error('a try without card or amount')
  const twoStage = stage?.value === 'two'
  return {
    request: {
      card,
      amount,
      currency,
      twoStage,
      features: way?.features ?? [],
      version: version?.value ?? 'set',
    },
  }
}

type GatewayCall = Extract<ApiCall, { api: 'C' }>

type Registered = Pick<TryRequest, 'amount' | 'currency' | 'twoStage' | 'features' | 'version'>

/** The call that registers the order. */
export const registerCall = (
  { amount, currency, twoStage, features, version }: Registered,
  { orderNumber, returnUrl }: { readonly orderNumber: string; readonly returnUrl: string },
): GatewayCall => ({
  api: 'C',
  operation: twoStage ? 'registerPreAuth' : 'register',
  form: {
    orderNumber,
    amount: String(amount),
    currency: String(currency).padStart(3, '0'),
    returnUrl,
    description: 'Tried from the portal',
    ...(features.length > 0 && { features: features.join(',') }),
    ...(version !== 'set' && { jsonParams: JSON.stringify({ [VERSION_PARAM]: version }) }),
  },
})
