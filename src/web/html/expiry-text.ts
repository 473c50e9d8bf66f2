/** The expiry date of a card, YYYYMM, as cards show it: `MM/YY`. */
export const expiryText = (expiry: number): string =>
  `${String(expiry % 100).padStart(2, '0')}/${String(expiry).slice(2, 4)}`
