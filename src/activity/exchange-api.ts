// The sides of an exchange.

/** Who called: an interface, a payer's browser, or this service a receiver of callbacks. */
export const EXCHANGE_APIS = ['A', 'B', 'C', 'control', 'page', 'callback'] as const
export type ExchangeApi = (typeof EXCHANGE_APIS)[number]
