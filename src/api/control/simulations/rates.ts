// The exchange rates of a project, for issued cards used in another currency.

import { Type } from '../../../web/http/schemas/type.ts'
import {
  type ExchangeRates,
  isRate,
  MARKUP_MAX_BP,
  SAMPLE_RATES,
} from '../../../authorisations/currency-conversion.ts'
import { ratesOf } from '../../../authorisations/settings.ts'
import { CURRENCIES } from '../../../ledger/currency.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { operation } from '../api.ts'
import { unacceptable } from '../problems.ts'

const Rates = Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.String({ maxLength: 13 }), {
  description:
    'Units of each currency that one EUR buys, by alphabetic code: up to six digits before and after the point',
  examples: [{ USD: '1.0834' }],
})

const RatesAnswer = Type.Object({
  base: Type.Enum(['EUR'], { description: 'Currency of every account' }),
  markupBp: Type.Integer({ description: 'Markup on every converted amount, in basis points' }),
  isSample: Type.Boolean({ description: 'True until the rates are replaced' }),
  rates: Type.Record(Type.String(), Type.String(), {
    description: 'Units of each currency that one EUR buys',
  }),
})

export const getRates = operation({
  name: 'getRates',
  method: 'GET',
  path: '/rates',
  summary: 'Read the exchange rates',
  description:
    'Returns the exchange rates. A new project has sample rates, which are not market rates and never change. Payments in a currency without a rate are declined.',
  answer: RatesAnswer,
  reads: ['project'],
  async handle({ read }) {
    return ratesView((await read(datasetById)).settings.exchangeRates)
  },
})

export const replaceRates = operation({
  name: 'replaceRates',
  method: 'PUT',
  path: '/rates',
  summary: 'Replace the exchange rates',
  description:
    'Replaces the rates for the next leg of every authorisation. Without `rates`, the sample rates apply. Without `markupBp`, there is no markup. Orders of interface C are not converted.',
  body: Type.Object(
    {
      markupBp: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MARKUP_MAX_BP,
          description: 'Basis points: 150 adds 1.5% to every converted amount',
          examples: [150],
        }),
      ),
      rates: Type.Optional(Rates),
    },
    { additionalProperties: false },
  ),
  examples: [{ markupBp: 150, rates: { USD: '1.0834', JPY: '163.2' } }],
  answer: RatesAnswer,
  async handle({ body: { markupBp = 0, rates }, command }) {
    for (const [code, rate] of Object.entries(rates ?? {})) {
      if (code === 'EUR' || !CURRENCIES.some(({ alpha }) => alpha === code))
        throw unacceptable(`/rates/${code}`, 'is not a currency of ISO 4217 other than EUR')
      if (!isRate(rate))
        throw unacceptable(`/rates/${code}`, 'must be a positive decimal in text, such as "1.0834"')
    }
    const isSample = rates === undefined && markupBp === 0
    const changed = isSample ? null : { markupBp, rates: rates ?? SAMPLE_RATES.rates }
    await command('changeRates', { rates: changed })
    return ratesView(changed)
  },
})

export const rateOperations = [getRates, replaceRates]

const ratesView = (exchangeRates: ExchangeRates | null) => ({
  base: 'EUR' as const,
  isSample: exchangeRates === null,
  ...ratesOf({ exchangeRates }),
})
