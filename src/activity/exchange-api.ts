// The sides of an exchange.

/** Exchanges that this service starts: callbacks, events, questions to the decision server. */
export const SENT_APIS = ['callback', 'webhook', 'decision-server'] as const
export type SentApi = (typeof SENT_APIS)[number]

/** An interface that was called, a payer's page, or a server that this service called. */
export const EXCHANGE_APIS = ['A', 'B', 'C', 'control', 'page', ...SENT_APIS] as const
export type ExchangeApi = (typeof EXCHANGE_APIS)[number]

export const isSent = (api: ExchangeApi): api is SentApi => SENT_APIS.some((sent) => sent === api)
