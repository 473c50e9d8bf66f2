// The sides of an exchange.

/** An interface that was called, a payer's page, or a receiver of callbacks. */
export const EXCHANGE_APIS = ['A', 'B', 'C', 'control', 'page', 'callback'] as const
export type ExchangeApi = (typeof EXCHANGE_APIS)[number]
