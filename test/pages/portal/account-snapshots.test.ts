// The responses of a hosted sandbox to logged-out visitors, users and members match their
// snapshots.

import { after, before, describe } from 'node:test'
import { namesOfProject, testTranscript, type Transcript } from '../../kit/transcript.ts'
import { freezeClock } from '../../kit/clock.ts'
import { oneDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { START } from '../../kit/merchant.ts'
import type { Names } from '../../kit/snapshot.ts'
import { type HostedSandbox, PASSWORD, startHosted } from '../../kit/person.ts'

describe('A hosted sandbox', () => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(oneDatabase, {}, { wait: () => Promise.resolve() })
  })
  after(() => hosted.sandbox.close())

  const snapshot = (name: string, fill: (visit: Visit) => Promise<void>): void =>
    testTranscript(
      import.meta.url,
      name,
      (transcript) => fill(new Visit(transcript)),
      () => [[/(?<=id="end-|name="session" value=")[\w-]{16}/g, 'SESSION']],
    )

  snapshot('logged-out', async (visit) => {
    const visitor = hosted.visitor()
    for (const path of ['/docs', '/guides']) await visit.assume(path, visitor.get(path))
    for (const path of [
      '/',
      '/p',
      '/p/prj_x',
      '/p/prj_x/orders?q=a%26b',
      '/nothing',
      '/shop',
      '/docs',
      '/guides',
      '/account',
      '/account/log-in',
      '/account/log-in?next=/p/prj_x',
      '/account/sign-up',
      '/account/forgotten',
      '/account/password',
      '/account/password?token=x',
      '/account/nothing',
      '/account/invitation',
      '/account/invitation?token=x',
      '/account/single-sign-on',
      '/account/single-sign-on/return',
      '/account/change-password',
      '/account/delete',
    ])
      await visit.record(`GET ${path}`, visitor.get(path))
    for (const path of [
      '/p',
      '/p/prj_x/reset',
      '/account/log-out',
      '/account/log-out-everywhere',
      '/account/delete',
      '/account/change-password',
      '/account/log-in',
      '/account/sign-up',
      '/account/forgotten',
      '/account/password',
      '/account/invitation',
      '/account',
      '/nothing',
    ])
      await visit.record(`POST ${path}`, visitor.post(path))
    await visit.record('too much', visitor.post('/account/log-in', { email: 'x'.repeat(17_000) }))
    await visit.record('not a form', hosted.sandbox.call('POST', '/account/log-in', { body: {} }))
  })

  snapshot('frames-of-a-hosted-sandbox', async (visit) => {
    const owner = await hosted.member('frames@example.com')
    const base = await owner.newProject('frames')
    const visitor = hosted.visitor()
    for (const path of ['/', '/account/log-in', '/docs'])
      await visit.recordFrame(`${path} logged out`, visitor.get(path))
    for (const path of [base, `${base}/members`, '/p', '/account', '/docs'])
      await visit.recordFrame(`${path.replace(base, 'a project')} signed in`, owner.get(path))
    const viewer = await hosted.join(owner, base, 'viewer@example.com', 'viewer')
    await visit.recordFrame('a project as a viewer', viewer.get(base))
  })

  snapshot('account', async (visit) => {
    const person = hosted.visitor()
    const email = 'ada@example.com'
    const emailLink = async (): Promise<string> => {
      const { path, subject } = await hosted.emailTo(email)
      visit.note(`an email: ${subject}, ${path}`)
      return path
    }
    const signUp = await person.page('/account/sign-up')
    for (const typed of ['', 'no address', email])
      await visit.record(`signs up as ${typed}`, person.submit(signUp, 'sign-up', { email: typed }))
    const path = await emailLink()
    const chosen = await visit.record('opens the link', person.get(path))
    for (const password of [
      '',
      'short',
      'x'.repeat(10),
      'x'.repeat(201),
      'ada-adaptable',
      '1234567890',
    ])
      await visit.record(
        `chooses ${password.length} characters`,
        person.submit(chosen.text, 'password', { password }),
      )
    await visit.record(
      'chooses a password',
      person.submit(chosen.text, 'password', { password: PASSWORD }),
    )
    await visit.record('opens the link again', person.get(path))
    await visit.record('projects', person.get('/p'))
    await visit.record('the main page', person.get('/'))
    await visit.record('signing in again', person.get('/account/log-in?next=/p/prj_x'))
    for (const name of ['', 'x '.repeat(51), 'bell\u0007', 'first'])
      await visit.record(
        `creates a project of ${name.length} characters`,
        person.submit((await person.get('/p')).text, 'new-project', { name }),
      )
    const account = await visit.record('the account', person.get('/account'))
    const other = hosted.visitor()
    const logIn = await visit.record(
      'the sign-in page in another browser',
      other.get('/account/log-in?next=/account'),
    )
    await visit.record(
      'signs in wrongly',
      other.submit(logIn.text, 'log-in', { email, password: 'wrong' }),
    )
    await visit.record(
      'signs in',
      other.submit(logIn.text, 'log-in', { email: ' Ada@Example.com', password: PASSWORD }),
    )
    await visit.record('the account with two sessions', person.get('/account'))
    for (const [current, password] of [
      ['wrong', 'another sentence'],
      [PASSWORD, 'short'],
      [PASSWORD, 'another sentence'],
    ] as const)
      await visit.record(
        `changes to ${password}`,
        person.submit(account.text, 'change-password', { current, password }),
      )
    await visit.record('the password was changed', person.get('/account?did=password'))
    await visit.record('the other is logged out', other.get('/account'))
    await visit.record(
      'forgets',
      other.submit((await other.get('/account/forgotten')).text, 'forgotten', { email }),
    )
    await visit.record('opens the link', other.get(await emailLink()))
    await visit.record('signs up again', other.submit(signUp, 'sign-up', { email }))
    await visit.record('opens that link', other.get(await emailLink()))
    const current = 'another sentence'
    const deletion = await visit.record('the deletion', person.get('/account/delete'))
    for (const typed of [
      { confirm: '', current },
      { confirm: 'x', current },
      { confirm: email, current: PASSWORD },
      { confirm: ' ADA@example.com ', current },
    ])
      await visit.record(
        `deletes with ${typed.confirm}, ${typed.current}`,
        person.submit(deletion.text, 'delete-account', typed),
      )
    await visit.record('the account is deleted', person.get('/account/deleted'))
    await visit.record('the deleted account', person.get('/account'))
  })

  snapshot('members', async (visit) => {
    const owner = await hosted.member('owner@example.com')
    const base = await owner.newProject('shared')
    const project = await hosted.projectAt(base)
    await freezeClock(hosted.sandbox.sandcard.service, project, START)
    visit.name(...namesOfProject(project))
    const members = await visit.record('members of a new project', owner.get(`${base}/members`))
    for (const [email, role] of [
      ['', 'viewer'],
      ['x', 'viewer'],
      ['a@example.com', 'king'],
      ['owner@example.com', 'viewer'],
      ['new@example.com', 'viewer'],
      ['known@example.com', 'developer'],
    ] as const)
      await visit.record(
        `invites ${email} as ${role}`,
        owner.submit(members.text, 'invite', { email, role }),
      )
    await visit.record('invited', owner.get(`${base}/members?did=invited`))
    const fresh = hosted.visitor()
    const { path } = await hosted.emailTo('new@example.com')
    const invitation = await visit.record('an invitation without an account', fresh.get(path))
    await visit.record(
      'with a weak password',
      fresh.submit(invitation.text, 'invitation', { password: 'new' }),
    )
    await visit.record('joins', fresh.submit(invitation.text, 'invitation', { password: PASSWORD }))
    const toKnown = (await hosted.emailTo('known@example.com')).path
    const known = await hosted.member('known@example.com')
    await visit.record('an invitation with an account, logged out', hosted.visitor().get(toKnown))
    const asked = await visit.record('an invitation with an account', known.get(toKnown))
    await visit.record('joins', known.submit(asked.text, 'invitation'))
    await visit.record('joins again', known.submit(asked.text, 'invitation'))
    for (const place of PLACES) await visit.assume(`an owner at ${place}`, owner.get(base + place))
    for (const [name, member] of [
      ['a developer', known],
      ['a viewer', fresh],
      ['an owner', owner],
    ] as const)
      for (const place of name === 'an owner' ? ['/members', '/audit'] : PLACES)
        await visit.record(`${name} at ${place}`, member.get(base + place))
    for (const place of ['/reset', '/settings', '/members/invite', '/clock/freeze', '/cards/issue'])
      await visit.record(`a viewer posts ${place}`, fresh.post(base + place))
    const ids = [
      ...(await owner.page(`${base}/members`)).matchAll(/name="member" value="(usr_\w+)"/g),
    ]
    const [, theirs = ''] = [...new Set(ids.map(([, id]) => id ?? ''))]
    const { id: own } = await hosted.user('owner@example.com')
    for (const [what, fields] of [
      ['role', { member: theirs, role: 'developer' }],
      ['role', { member: theirs, role: 'king' }],
      ['role', { member: own, role: 'viewer' }],
      ['role', { member: 'usr_unknown', role: 'viewer' }],
      ['remove', { member: 'usr_unknown' }],
      ['remove', { member: own }],
      ['leave', {}],
      ['withdraw', { email: 'unknown@example.com' }],
      ['remove', { member: theirs }],
    ] as const)
      await visit.record(
        `${what} ${JSON.stringify(fields)}`,
        owner.post(`${base}/members/${what}`, fields),
      )
    for (const did of ['withdrawn', 'the password was changed', 'removed', 'x'])
      await visit.record(`did ${did}`, owner.get(`${base}/members?did=${did}`))
    await visit.record('the projects of a member', known.get('/p'))
    await visit.record(
      'leaves',
      fresh.submit(await fresh.page(`${base}/members`).catch(() => members.text), 'leave'),
    )
    await visit.record('the audit log', owner.get(`${base}/audit`))
    await visit.record('the account of the owner', owner.get('/account'))
  })
})

/** Pages of a project that differ by role. */
// prettier-ignore
const PLACES = ['', '/members', '/audit', '/keys', '/settings', '/clock', '/rules', '/callbacks/settings', '/try']

/** Records each response to a user under the user's action. */
class Visit {
  readonly #transcript: Transcript

  constructor(transcript: Transcript) {
    this.#transcript = transcript
  }

  async record(what: string, answer: Promise<Answer>): Promise<Answer> {
    const given = await answer
    this.#transcript.record(what, given)
    return given
  }

  /** Records the frame of a page only. */
  async recordFrame(what: string, answer: Promise<Answer>): Promise<void> {
    this.#transcript.recordFrame(what, await answer)
  }

  /** Takes a page that another snapshot contains. */
  async assume(what: string, answer: Promise<Answer>): Promise<void> {
    this.#transcript.assume(what, await answer)
  }

  name(...names: Names): void {
    this.#transcript.name(...names)
  }

  note(text: string): void {
    this.#transcript.note(text)
  }
}
