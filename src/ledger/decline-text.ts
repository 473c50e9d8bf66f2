// Parts of the sentences about declines.

export const sendUpTo = (most: number, money: (minorUnits: number) => string): string =>
  most === 0 ? 'use another card' : `send at most ${money(most)}`

export const sideLabel = (side: 'source' | 'destination' | undefined): string =>
  side === 'destination' ? 'destination card' : 'card'

export const withoutCurrency = (text: string): string => text.replace(/\s[A-Z]{3}$/, '')

export const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
