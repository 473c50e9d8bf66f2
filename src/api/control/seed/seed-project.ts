// Fills a project with sample data.

import { Type } from '../../../web/http/schemas/type.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { batchTime, type Dataset } from '../../../kernel/dataset.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { markAsSample } from '../../../request-context.ts'
import { realNow } from '../../../time.ts'
import { operation } from '../api.ts'
import { problem } from '../problems.ts'
import { iso, Moment } from '../schemas.ts'
import { seededDraw } from './draw.ts'
import { PEOPLE } from './people.ts'
import { SeedPlay } from './play.ts'
import { sampleStory } from './story.ts'

const SEED_MAX = 999_999_999

const SeedBody = Type.Union([
  Type.Object(
    {
      seed: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: SEED_MAX,
          description:
            'The same number gives the same data. Default: 1 in the first call, 2 in the second, and so on.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Null(),
])

export const seedProject = operation({
  name: 'seedProject',
  method: 'POST',
  path: '/seed',
  summary: 'Fill the project with sample data',
  description: `Adds a week of data: ${PEOPLE.length} cardholders with cards, transfers, and orders in every state, with refunds, holds, 3-D Secure, declines, a subscription and failing callbacks. Advances the clock by seven days: everything due by then runs, and callbacks go to the callback URL as usual. Each call adds another set; its order numbers start with \`S1-\`, \`S2-\` and so on.`,
  body: SeedBody,
  examples: [{ seed: 1 }],
  status: 201,
  answer: Type.Object(
    {
      seed: Type.Integer(),
      orderNumberPrefix: Type.String({ description: 'Prefix of the order numbers of this set' }),
      cardholders: Type.Integer(),
      cards: Type.Integer(),
      transfers: Type.Integer(),
      orders: Type.Integer(),
      now: Type.Unsafe<string>({ ...Moment, description: "The project's time afterwards" }),
    },
    {
      examples: [
        {
          seed: 1,
          orderNumberPrefix: 'S1-',
          cardholders: 8,
          cards: 8,
          transfers: 10,
          orders: 95,
          now: '2027-01-08T00:00:00.000Z',
        },
      ],
    },
  ),
  errors: ['card-pool-exhausted', 'parameter-invalid', 'unsupported-currency'],
  async handle({ body, project, command, read }) {
    const dataset = await read(datasetById)
    assertRoom(dataset)
    const now = batchTime(dataset, realNow())
    markAsSample()
    const { play, set } = await SeedPlay.start({ project, command, read, now })
    const seed = body?.seed ?? set
    await play.run(sampleStory(seededDraw(seed)))
    return {
      seed,
      orderNumberPrefix: `${play.prefix}-`,
      ...play.counts,
      now: iso(batchTime(await read(datasetById), realNow())),
    }
  },
})

/** Checks the preconditions of the sample data before it writes anything. */
function assertRoom({ settings, poolUsed }: Dataset): void {
  const { gatewayCurrencies, cardPool } = settings
  if (gatewayCurrencies?.every((code) => Number(code) !== CARD_CURRENCY) === true)
    throw problem(
      'unsupported-currency',
      'The sample data is in EUR, which the setting gatewayCurrencies does not include.',
    )
  const free = cardPool - poolUsed
  if (free < PEOPLE.length)
    throw problem(
      'card-pool-exhausted',
      `The sample data has ${PEOPLE.length} cards, but the pool has ${Math.max(0, free)} left. Raise the setting cardPool, or reset the project.`,
    )
}
