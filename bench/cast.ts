// The test population: cardholders with a card each, limits that are never reached and more money
// than a run moves. The benchmark creates them in the demo project through interface B.

import { configOf } from '../src/config.ts'
import type { Project } from '../src/engine/directory.ts'
import { type RunningService, startService } from '../src/start.ts'
import { BENCH_SECRET } from './child.ts'
import type { Load, Story } from './generator.ts'

export const CARD_COUNT = 40
export const API_KEY = 'demo-api-key'
const HEADERS = { 'x-api-key': API_KEY }
/** Minor units; 20 million transfers of one cent may leave a card before it is empty. */
const TOPUP_MINOR = 20_000_000
const LIMIT_MINOR = 999_999_999_999

/** The fields of `GET /v2/cards/{id}` that the benchmark reads. */
interface IssuedCard {
  readonly id: string
  readonly number: string
  readonly expiryDate: string
}
export type Cast = readonly IssuedCard[]

/** Fills an empty database with the test population. */
export const prepare = (database: string): Promise<Cast> =>
  withSandcard(database, async (sandcard) => {
    await allowCards(sandcard)
    const cast: IssuedCard[] = []
    for (let index = 0; index < CARD_COUNT; index++)
      cast.push(await issue(sandcard.url, API_KEY, index))
    return cast
  })

/** Additional cards that the portal pages show as examples. */
const SAMPLE_CARDS = 10

/** Number of cards in each of many projects. */
const CARDS_PER_PROJECT = 4

/** Creates projects on a running service; their transfers alternate. */
export async function transfersOfProjects(url: string, count: number): Promise<readonly Story[]> {
  const perProject: (readonly Story[])[] = []
  for (let number = 0; number < count; number++) {
    const { interfaceB } = await call<{ interfaceB: { apiKey: string } }>(
      { url, apiKey: undefined },
      'POST',
      '/control/v1/projects',
      { name: `Bench ${number}` },
    )
    const cast: IssuedCard[] = []
    for (let index = 0; index < CARDS_PER_PROJECT; index++)
      cast.push(await issue(url, interfaceB.apiKey, index))
    perProject.push(transfers(cast, interfaceB.apiKey))
  }
  return Array.from({ length: CARDS_PER_PROJECT }, (_, index) =>
    perProject.flatMap((stories) => stories.slice(index, index + 1)),
  ).flat()
}

/** Runs `work` against a service in this process. */
export async function withSandcard<T>(
  database: string,
  work: (sandcard: RunningService) => Promise<T>,
): Promise<T> {
  const settings = { database, port: 0, secret: BENCH_SECRET, logLevel: 'error' } as const
  const sandcard = await startService(configOf(settings))
  try {
    return await work(sandcard)
  } finally {
    await sandcard.close()
  }
}

/**
 * A transfer of one cent from each card to the next. A full round leaves all balances unchanged.
 */
export const transfers = (cast: Cast, apiKey = API_KEY): readonly Story[] =>
  cast.map(({ number, expiryDate }, index) => [
    {
      method: 'POST',
      path: '/v2/transfers',
      headers: { 'x-api-key': apiKey },
      body: {
        amount: 1,
        currency: 'EUR',
        sourceCard: { cardNumber: number, expiryDate },
        destinationCard: { cardNumber: cast[(index + 1) % cast.length]?.number },
      },
    },
  ])

export const transferLoad = (url: string, cast: Cast, connections: number): Load => ({
  url,
  connections,
  stories: transfers(cast),
  // A declined transfer also returns 201, so counting it would improve the figure.
  unwanted: '"declined"',
})

export const cardReads = (cast: Cast): readonly Story[] =>
  cast.map(({ id }) => [{ method: 'GET', path: `/v2/cards/${id}`, headers: HEADERS }])

/** The project with the test population. */
export async function demoProject({ service }: RunningService): Promise<Project> {
  const project = await service.directory.authenticate('b', API_KEY)
  if (project === undefined) throw new Error('the demo project is missing')
  return project
}

async function allowCards(sandcard: RunningService): Promise<void> {
  const project = await demoProject(sandcard)
  await sandcard.service.execute(project, 'changeSettings', {
    settings: { cardPool: CARD_COUNT + SAMPLE_CARDS },
  })
}

async function issue(url: string, apiKey: string, index: number): Promise<IssuedCard> {
  const target = { url, apiKey }
  const cardholder = await call<{ id: string }>(target, 'POST', '/v2/cardholders', {
    firstName: 'Bench',
    lastName: 'Mark',
    phoneNumber: `+357000000${String(index).padStart(2, '0')}`,
    billingAddress: { country: 'CY', postalCode: '3000' },
  })
  const card = await call<IssuedCard>(target, 'POST', '/v2/cards', {
    productName: 'VISA_CLASSIC_VIRTUAL',
    cardholder: cardholder.id,
  })
  await call(target, 'PATCH', `/v2/cards/${card.id}`, {
    spendingLimits: ['daily', 'monthly'].map((interval) => ({ amount: LIMIT_MINOR, interval })),
  })
  const issued = await call<IssuedCard>(target, 'GET', `/v2/cards/${card.id}`)
  await call(target, 'POST', '/v2/topups', {
    amount: TOPUP_MINOR,
    currency: 'EUR',
    destinationCard: { cardNumber: issued.number },
  })
  return issued
}

async function call<T>(
  { url, apiKey }: { readonly url: string; readonly apiKey: string | undefined },
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${text}`)
  return JSON.parse(text) as T
}
