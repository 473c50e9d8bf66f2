// Responses that the page snapshots do not cover match their snapshots. These are the frame of each
// page, pages of an empty project, every action without input or for an unknown object, every
// download, and unknown URLs.

import { before } from 'node:test'
import { learn } from '../../../src/pages/portal/shell/learn-screens.ts'
import { screensOf } from '../../../src/pages/portal/shell/screens.ts'
import { searchScreen as search } from '../../../src/pages/portal/search/search-screen.ts'
import { namesOfProject, testTranscript, type Transcript } from '../../kit/transcript.ts'
import type { Answer } from '../../kit/http.ts'
import { FORM_TYPE, newMerchant } from '../../kit/merchant.ts'
import { onPortal, portalOf } from '../../kit/portal.ts'
import { namesOfStory, type PortalStory, tellStory } from '../../kit/portal-story.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const screens = [...screensOf('local'), search]
const paths = screens.flatMap(({ pages }) => pages.map(({ path }) => path))
/** Pages without parameters. */
const LISTS = paths.filter((path) => !path.includes(':'))
const ACTIONS = screens.flatMap(({ actions = [] }) => actions.map(({ path }) => path))
const FILES = screens.flatMap(({ downloads = [] }) => downloads.map(({ path }) => path))
const isOfLearning = (path: string): boolean =>
  learn.some(({ pages, actions = [] }) => [...pages, ...actions].some((each) => each.path === path))

const nameOf = (pan: string): string => pan.slice(0, 6) + pan.slice(-4)

onPortal('The responses of a project', (at) => {
  let story: PortalStory
  before(async () => {
    story = await tellStory(at.portal)
  })

  const snapshot = (name: string, fill: (transcript: Transcript) => Promise<void>): void =>
    testTranscript(import.meta.url, name, fill, () => [
      ...namesOfStory(at.portal, story),
      ...namesOfProject(at.portal.merchant.project),
    ])

  /** The path with existing or with unknown ids. */
  const filled = (path: string, isThere: boolean): string => {
    const ids: Readonly<Record<string, string | undefined>> = {
      order: story.orders.get('held'),
      card: story.cards[0]?.id,
      account: story.cards[0]?.account.accountNumber,
    }
    return path.replaceAll(
      /:(\w+)/g,
      (_, name: string) => (isThere ? ids[name] : undefined) ?? '99',
    )
  }

  snapshot('frames', async (transcript) => {
    const { portal } = at
    for (const path of LISTS) {
      transcript.recordFrame(path, await portal.get(portal.base + path))
    }
    for (const path of [
      '/orders?q=a%26b',
      `/orders/${story.orders.get('held') ?? ''}`,
      `/cards/${story.cards[0]?.id ?? ''}`,
    ]) {
      transcript.recordFrame(path, await portal.get(portal.base + path))
    }
  })

  snapshot('start-pages', async (transcript) => {
    const { portal } = at
    transcript.record('with a story', await portal.get(portal.base))
    transcript.record('with first calls', await portal.get(`${portal.base}?lesson`))
    for (const path of LISTS.slice(1))
      transcript.assume(`filled ${path}`, await portal.get(portal.base + path))
    const empty = portalOf(portal.sandbox, await newMerchant(portal.sandbox))
    transcript.name(...namesOfProject(empty.merchant.project))
    for (const path of [
      '',
      '/orders',
      '/cards',
      '/cardholders',
      '/ledger',
      '/callbacks',
      '/rules',
      '/try',
      '/search?q=x',
    ])
      transcript.record(`empty ${path}`, await empty.get(empty.base + path))
    transcript.assumeFrame('a frame', await empty.get(`${empty.base}/clock`))
    await empty.merchant.advanceClock(1)
    transcript.recordFrame('moved by a millisecond', await empty.get(`${empty.base}/clock`))
    await empty.merchant.advanceClock(86_400_000)
    transcript.recordFrame('moved by a day', await empty.get(`${empty.base}/clock`))
  })

  snapshot('actions', async (transcript) => {
    const { portal } = at
    for (const path of [...LISTS, '/orders/:order', '/cards/:card'])
      transcript.assume(path, await portal.get(portal.base + filled(path, true)))
    for (const path of ACTIONS.filter((each) => !isOfLearning(each))) {
      // These need no input, so they would succeed.
      if (WITHOUT_INPUT.test(path)) continue
      for (const isThere of [true, false])
        if (isThere || path.includes(':'))
          transcript.record(
            `POST ${path} ${isThere ? 'without input' : 'for an unknown object'}`,
            await portal.post(portal.base + filled(path, isThere)),
          )
    }
    for (const path of paths.filter((each) => each.includes(':') && !isOfLearning(each)))
      transcript.record(
        `GET ${path} for an unknown object`,
        await portal.get(portal.base + filled(path, false)),
      )
  })

  snapshot('downloads', async (transcript) => {
    const { portal } = at
    // The file of the request log contains durations, so `activity.test.ts` reads it.
    const isOfLog = (path: string): boolean => path === '/activity.csv'
    for (const path of FILES.filter((each) => !each.startsWith('/export') && !isOfLog(each)))
      for (const isThere of [true, false])
        transcript.record(
          `${path} ${isThere ? '' : 'for an unknown object'}`,
          await portal.get(portal.base + filled(path, isThere)),
        )
  })

  snapshot('try', async (transcript) => {
    const { portal } = at
    transcript.record('the form', await portal.get(`${portal.base}/try`))
    const tryOf = async (typed: Readonly<Record<string, string>>): Promise<Answer> =>
      portal.submit(await portal.page(`${portal.base}/try`), 'try', typed)
    for (const typed of WRONG_TRIES) transcript.record(JSON.stringify(typed), await tryOf(typed))
    for (const typed of TRIES) {
      const answer = await tryOf(typed)
      transcript.record(JSON.stringify(typed), answer)
      const location = String(answer.headers['location'])
      if (location.includes('/try/')) transcript.record('leads to', await portal.get(location))
    }
  })

  snapshot('not-found', async (transcript) => {
    const { portal } = at
    const { sandbox } = portal
    for (const path of [
      '/p?before=x',
      '/p?before=1',
      '/nothing',
      '/p/prj_x',
      '/p/prj_x/orders',
      `${portal.base}/nothing`,
      '/account',
      '/%zz',
      `/p/${'x'.repeat(300)}`,
    ])
      for (const accept of ['text/html', 'application/json'])
        transcript.record(
          `GET ${path.slice(0, 80)} for ${accept}`,
          await sandbox.call('GET', path, { headers: { accept } }),
        )
    for (const [method, path] of [
      ['PUT', '/'],
      ['DELETE', `${portal.base}/orders`],
      ['POST', '/nothing'],
      ['POST', `${portal.base}/orders`],
      ['PATCH', '/p'],
    ] as const)
      transcript.record(
        `${method} ${path}`,
        await sandbox.call(method, path, { headers: { accept: 'text/html' } }),
      )
    for (const name of ['', 'x '.repeat(51), 'bell\u0007'])
      transcript.record(`a project of ${name.length} letters`, await portal.post('/p', { name }))
    transcript.record(
      'too much',
      await portal.post(`${portal.base}/settings`, { merchantName: 'x'.repeat(66_000) }),
    )
    transcript.record('JSON', await sandbox.call('POST', `${portal.base}/settings`, { body: {} }))
    for (const site of ['cross-site', 'same-site'])
      transcript.record(
        `from a ${site}`,
        await sandbox.call('POST', `${portal.base}/settings`, {
          headers: { ...FORM_TYPE, 'sec-fetch-site': site },
          body: '',
        }),
      )
  })
})

/** Actions without input, which have separate tests. */
const WITHOUT_INPUT =
  /^\/(keys|seed|callbacks\/(resend|test)|cards\/(issue|:card\/(number|reissue|lost|stolen|block|unblock)))|\/(reverse|decline|pay)$/

// prettier-ignore
const WRONG_TRIES: readonly Readonly<Record<string, string>>[] = [
  { amount: 'much' },
  { amount: '0' },
  { amount: '-1' },
  { card: TEST_CARDS.frictionless },
  { card: 'x', amount: 'x', way: 'x', currency: 'x', stages: 'x' },
  { currency: '999' },
]

// prettier-ignore
const TRIES: readonly Readonly<Record<string, string>>[] = [
  { way: 'page', card: nameOf(TEST_CARDS.approved) },
  { way: 'page', card: nameOf(TEST_CARDS.challengeV2), stages: 'two', amount: '12.50' },
  { way: 'once', card: nameOf(TEST_CARDS.approved) },
  { way: 'once', card: nameOf(TEST_CARDS.noFunds), stages: 'two' },
  { way: 'once', card: nameOf(TEST_CARDS.challengeV2), threeDSecure: 'on' },
  { way: 'once', card: nameOf(TEST_CARDS.frictionless), threeDSecure: 'on' },
]
