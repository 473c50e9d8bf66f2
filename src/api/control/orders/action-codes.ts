// The catalogue of action codes: the meaning and the causes of each result of a payment.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import {
  type ActionCode,
  allActionCodes,
  payerMessage,
} from '../../../payments/authorisation/action-code.ts'
import type { OutcomeRule } from '../../../payments/methods/outcome-rules.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { causesOf } from './action-code-causes.ts'
import { meaningOf } from './action-code-meanings.ts'
import { operation } from '../api.ts'
import { orNull, SearchText } from '../schemas.ts'

/** The groups of codes, by the message that the payer sees. */
// prettier-ignore
const GROUPS = {
  'approved':          'approved',
  'check-data':        'card',
  'contact-issuer':    'issuer',
  'contact-merchant':  'merchant',
  'no-connection':     'connection',
  'no-answer':         'connection',
  'time-expired':      'time',
  'not-authenticated': 'authentication',
} as const satisfies Readonly<Record<ActionCode['payer'], string>>

const Texts = Type.Object({ en: Type.String(), ru: Type.String() })

const ActionCodeSchema = Type.Object({
  code: Type.Integer(),
  meaning: Type.String({ description: 'Meaning of the action code, in plain English' }),
  group: Type.Enum([...new Set(Object.values(GROUPS))]),
  texts: { ...Texts, description: '`actionCodeDescription` of interface C' },
  payerMessages: { ...Texts, description: 'Messages for the payer on the payment page' },
  causes: Type.Array(
    Type.Object({
      text: Type.String(),
      kind: orNull(
        Type.Enum(['test-card', 'rule']),
        '`test-card` or `rule` if one of them is the cause; otherwise null',
      ),
    }),
    { description: 'Causes in this project; if empty, only an outcome rule can lead to the code' },
  ),
})
export type ListedActionCode = Static<typeof ActionCodeSchema>

export const listActionCodes = operation({
  name: 'listActionCodes',
  method: 'GET',
  path: '/action-codes',
  summary: 'List the action codes',
  description: 'Lists the action codes in ascending order. An outcome rule can use any of them.',
  query: Type.Object(
    { q: Type.Optional(SearchText('The code, or words of its meaning and causes', '116')) },
    { additionalProperties: false },
  ),
  answer: Type.Object({ items: Type.Array(ActionCodeSchema), nextCursor: Type.Null() }),
  async handle({ query: { q }, read }) {
    const { outcomeRules } = (await read(datasetById)).settings
    return { items: [...actionCodes(outcomeRules, q)], nextCursor: null }
  },
})

/** The catalogue for a project with these rules, or without a project. */
export function actionCodes(rules: readonly OutcomeRule[], q = ''): readonly ListedActionCode[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return allActionCodes()
    .map((each) => viewOf(each, rules))
    .filter(({ code, meaning, causes }) => {
      const text = [code, meaning, ...causes.map((cause) => cause.text)].join(' ').toLowerCase()
      return words.every((word) => text.includes(word))
    })
}

const viewOf = ({ code, payer, texts }: ActionCode, rules: readonly OutcomeRule[]) => ({
  code,
  meaning: meaningOf(code),
  group: GROUPS[payer],
  texts: { ...texts },
  payerMessages: { en: payerMessage(code, 'en'), ru: payerMessage(code, 'ru') },
  causes: causesOf(code, rules).map(({ text, kind }) => ({ text, kind: kind ?? null })),
})
