// The origins and targets of exchanges.

/** Exchanges that this service starts: callbacks, events, requests to the decision server. */
const SENT_APIS = ['callback', 'webhook', 'decision-server'] as const
export type SentApi = (typeof SENT_APIS)[number]

/**
 * The interface or payer's page that was called, the server that this service called, or due work,
 * which has no request.
 */
export const EXCHANGE_APIS = ['A', 'B', 'C', 'control', 'page', ...SENT_APIS, 'due-work'] as const
export type ExchangeApi = (typeof EXCHANGE_APIS)[number]

export const isSent = (api: ExchangeApi): api is SentApi => SENT_APIS.some((sent) => sent === api)

/** Whether a caller sent the request. */
export const isReceived = (api: ExchangeApi): boolean => !isSent(api) && api !== 'due-work'

/** Whether the exchange is a call of `POST /control/v1/expect`, which touches no record. */
export const isWait = ({ api, operation }: { readonly api: string; readonly operation: string }) =>
  api === 'control' && operation === 'expect'
