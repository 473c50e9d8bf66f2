// ISO 4217: all 178 active codes, including funds, metals and testing codes, each with the number
// of decimal places of its minor unit.

/** A currency: `numeric` is three digits, `exponent` the decimal places of its minor unit. */
export interface Currency {
  readonly alpha: string
  readonly numeric: string
  readonly exponent: number
}

// Codes without a minor unit (metals, funds, testing, no currency) count in whole units here.
const CODES_BY_EXPONENT: readonly (readonly [exponent: number, codes: string])[] = [
  [
    0,
    `
    BIF:108 CLP:152 DJF:262 GNF:324 ISK:352 JPY:392 KMF:174 KRW:410 PYG:600 RWF:646 UGX:800
    UYI:940 VND:704 VUV:548 XAF:950 XOF:952 XPF:953
    XAG:961 XAU:959 XBA:955 XBB:956 XBC:957 XBD:958 XDR:960 XPD:964 XPT:962 XSU:994 XTS:963
    XUA:965 XXX:999`,
  ],
  [
    2,
    `
    AED:784 AFN:971 ALL:008 AMD:051 AOA:973 ARS:032 AUD:036 AWG:533 AZN:944 BAM:977 BBD:052
    BDT:050 BMD:060 BND:096 BOB:068 BOV:984 BRL:986 BSD:044 BTN:064 BWP:072 BYN:933 BZD:084
    CAD:124 CDF:976 CHE:947 CHF:756 CHW:948 CNY:156 COP:170 COU:970 CRC:188 CUP:192 CVE:132
    CZK:203 DKK:208 DOP:214 DZD:012 EGP:818 ERN:232 ETB:230 EUR:978 FJD:242 FKP:238 GBP:826
    GEL:981 GHS:936 GIP:292 GMD:270 GTQ:320 GYD:328 HKD:344 HNL:340 HTG:332 HUF:348 IDR:360
    ILS:376 INR:356 IRR:364 JMD:388 KES:404 KGS:417 KHR:116 KPW:408 KYD:136 KZT:398 LAK:418
    LBP:422 LKR:144 LRD:430 LSL:426 MAD:504 MDL:498 MGA:969 MKD:807 MMK:104 MNT:496 MOP:446
    MRU:929 MUR:480 MVR:462 MWK:454 MXN:484 MXV:979 MYR:458 MZN:943 NAD:516 NGN:566 NIO:558
    NOK:578 NPR:524 NZD:554 PAB:590 PEN:604 PGK:598 PHP:608 PKR:586 PLN:985 QAR:634 RON:946
    RSD:941 RUB:643 SAR:682 SBD:090 SCR:690 SDG:938 SEK:752 SGD:702 SHP:654 SLE:925 SOS:706
    SRD:968 SSP:728 STN:930 SVC:222 SYP:760 SZL:748 THB:764 TJS:972 TMT:934 TOP:776 TRY:949
    TTD:780 TWD:901 TZS:834 UAH:980 USD:840 USN:997 UYU:858 UZS:860 VED:926 VES:928 WST:882
    XAD:396 XCD:951 XCG:532 YER:886 ZAR:710 ZMW:967 ZWG:924`,
  ],
  [3, 'BHD:048 IQD:368 JOD:400 KWD:414 LYD:434 OMR:512 TND:788'],
  [4, 'CLF:990 UYW:927'],
]

/** Every active currency. */
export const CURRENCIES: readonly Currency[] = CODES_BY_EXPONENT.flatMap(([exponent, codes]) =>
  [...codes.matchAll(/([A-Z]{3}):(\d{3})/g)].map(([, alpha = '', numeric = '']) => ({
    alpha,
    numeric,
    exponent,
  })),
)

const BY_NUMERIC: ReadonlyMap<string, Currency> = new Map(
  CURRENCIES.map((currency) => [currency.numeric, currency]),
)

/** The code in three digits, `'978'`, `'008'`. */
export const numericCode = (currency: number): string => String(currency).padStart(3, '0')

/**
 * Finds a currency by `'978'`, or by the JSON number 978, which may have lost leading zeros (8 is
 * ALL).
 */
export function currencyByNumeric(code: string | number): Currency | undefined {
  return BY_NUMERIC.get(typeof code === 'number' ? numericCode(code) : code)
}

/** The amount as a plain decimal number, such as `1234.56` for 123456 minor units of EUR. */
export function decimalAmount(amount: number, { exponent }: Currency): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError('An amount is a safe integer')
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const sign = amount < 0 ? '-' : ''
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Parses a decimal amount such as `20.00` to minor units; undefined if the currency has fewer
 * decimals.
 */
export function minorUnitsOf(text: string, numeric: string | number): number | undefined {
  const exponent = currencyByNumeric(numeric)?.exponent
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text) ?? []
  if (exponent === undefined || whole === '' || fraction.length > exponent) return undefined
  return Number(whole + fraction.padEnd(exponent, '0'))
}

const GROUPED = new Intl.NumberFormat('en-US')

/** The amount for display: `1,234.56 EUR`, independent of the machine's locale. */
export function formatMinor(amount: number, currency: Currency): string {
  const [whole = '', fraction] = decimalAmount(amount, currency).split('.')
  const grouped = GROUPED.format(whole as `${number}`)
  return `${grouped}${fraction === undefined ? '' : `.${fraction}`} ${currency.alpha}`
}
