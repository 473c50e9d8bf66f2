// The catalogue of test cards, each with its fixed result.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { batchTime } from '../../../kernel/dataset.ts'
import { allTestCards, testCardExpiry } from '../../../payments/methods/test-card.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { FLOW_NAMES } from '../../../three-d-secure/authentication.ts'
import { realNow } from '../../../time.ts'
import { operation } from '../api.ts'
import { orNull } from '../schemas.ts'

const TestCardSchema = Type.Object({
  number: Type.String(),
  cvc: Type.String({ description: 'CVC of the card; another CVC is declined with action code 82' }),
  expiry: Type.String({ description: 'Expiry date, YYYYMM; any date in the future works' }),
  flow: Type.Enum([...FLOW_NAMES]),
  version: Type.Enum([1, 2], { description: 'Version of 3-D Secure that the card supports' }),
  code: orNull(Type.String(), "The code that the issuer's page accepts, if it is not 123456"),
  actionCode: Type.Integer({ description: 'Action code of payments with the card; 0 approves' }),
  funds: orNull(
    Type.Integer(),
    'Higher amounts are declined with action code 116, minor units; null: no limit',
  ),
})
export type ListedTestCard = Static<typeof TestCardSchema>

export const listTestCards = operation({
  name: 'listTestCards',
  method: 'GET',
  path: '/test-cards',
  summary: 'List the test cards',
  description: 'Lists the test cards. Every project accepts them, and none issues them.',
  answer: Type.Object({ items: Type.Array(TestCardSchema), nextCursor: Type.Null() }),
  async handle({ read }) {
    const now = batchTime(await read(datasetById), realNow())
    return { items: [...testCards(now)], nextCursor: null }
  },
})

/** The catalogue with an expiry date after `now`, epoch milliseconds. */
export const testCards = (now: number): readonly ListedTestCard[] =>
  allTestCards().map(({ pan, cvc, flow, version, code, actionCode, funds }) => ({
    number: pan,
    cvc,
    flow,
    version,
    actionCode,
    expiry: String(testCardExpiry(now)),
    code: code ?? null,
    funds: funds ?? null,
  }))
