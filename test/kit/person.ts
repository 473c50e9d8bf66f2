// People with browsers on a hosted service: they keep cookies, read pages, fill in forms, and open
// links in emails, which a service without a mail server logs.

import assert from 'node:assert/strict'
import type { ServiceSettings } from '../../src/config.ts'
import type { Project } from '../../src/engine/directory.ts'
import type { Role } from '../../src/users/role.ts'
import type { StartParts } from '../../src/start.ts'
import type { Accounts } from '../../src/users/accounts.ts'
import { userOfIdentity } from '../../src/users/identity.ts'
import { openSession } from '../../src/users/sessions.ts'
import type { User } from '../../src/users/user.ts'
import type { TestDatabase } from './databases.ts'
import type { Answer } from './http.ts'
import { FORM_TYPE } from './merchant.ts'
import { formIn, wordsOf } from './portal.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { serviceLog } from './service-log.ts'

export const PUBLIC_URL = 'https://sandcard.example'
export const ADMIN_TOKEN = 'a-token-of-the-admin'
export const PASSWORD = 'a sentence no one guesses'

interface ReceivedEmail {
  readonly to: string
  readonly subject: string
  /** Path and query of the link. */
  readonly path: string
}

export interface HostedSandbox {
  readonly sandbox: Sandbox
  readonly accounts: Accounts
  /** Emails of the service so far, once pending ones are sent. */
  emails(): Promise<readonly ReceivedEmail[]>
  /** The last email to this email address. */
  emailTo(email: string): Promise<ReceivedEmail>
  /** The account of an email address, created without a password if there is none. */
  user(email: string): Promise<User>
  /** A browser that is not signed in. */
  visitor(): Person
  /** Signs up by the link in the email; returns the person, signed in. */
  signUp(email: string, password?: string): Promise<Person>
  /** As `user`, in a browser that is signed in. */
  member(email: string): Promise<Person>
  /** Invites an account to a project and joins with it. */
  join(owner: Person, base: string, email: string, role: Role): Promise<Person>
  /** The project of a page. */
  projectAt(base: string): Promise<Project>
}

/** Checking a password takes almost no time, because there are hundreds of checks in the tests. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1 } as const

export async function startHosted(
  database: TestDatabase,
  config: ServiceSettings = {},
  parts: StartParts = {},
): Promise<HostedSandbox> {
  const emails: ReceivedEmail[] = []
  const logs = {
    write(line: string): void {
      const { to, subject, link, level } = JSON.parse(line) as Readonly<Record<string, unknown>>
      if (typeof link === 'string')
        emails.push({
          to: String(to),
          subject: String(subject),
          path: pathOf(link),
        })
      else if (Number(level) >= 40) serviceLog.write(line)
    },
  }
  const settings = {
    mode: 'hosted',
    publicUrl: PUBLIC_URL,
    adminToken: ADMIN_TOKEN,
    logLevel: 'info',
  } as const
  const sandbox = await startSandbox(database, {
    config: { ...settings, ...config },
    logs,
    passwordCost: CHEAP,
    ...parts,
  })
  const { accounts } = sandbox.sandcard.service
  assert.ok(accounts !== undefined)
  const written = async (): Promise<readonly ReceivedEmail[]> => {
    await accounts.mailer.idle()
    return emails
  }
  const hosted: HostedSandbox = {
    sandbox,
    accounts,
    emails: written,
    async emailTo(address) {
      const email = (await written()).findLast(({ to }) => to === address)
      assert.ok(email !== undefined, `no email to ${address}`)
      return email
    },
    async user(email) {
      const known = await userOfIdentity(accounts, { subject: `test ${email}`, email })
      assert.ok(known !== undefined, `${email} has another identity`)
      return known.user
    },
    visitor: () => new Person(sandbox),
    async signUp(email, password = PASSWORD) {
      const person = hosted.visitor()
      await person.submit(await person.page('/account/sign-up'), 'sign-up', { email })
      const { path } = await hosted.emailTo(email)
      await person.done(await person.page(path), 'password', { password })
      return person
    },
    async member(email) {
      const person = new Person(sandbox)
      person.keep(await openSession(accounts, (await hosted.user(email)).id, ''))
      return person
    },
    async join(owner, base, email, role) {
      await owner.done(await owner.page(`${base}/members`), 'invite', { email, role })
      const person = await hosted.member(email)
      const { path } = await hosted.emailTo(email)
      await person.done(await person.page(path), 'invitation')
      return person
    },
    async projectAt(base) {
      const { service } = sandbox.sandcard
      const id = base.slice('/p/'.length)
      const project = await service.directory.byId(id)
      assert.ok(project !== undefined, base)
      return project
    },
  }
  return hosted
}

const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link)
  return pathname + search
}

const COOKIE = '__Host-sandcard'

export class Person {
  readonly #sandbox: Sandbox
  readonly #cookies = new Map<string, string>()

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  /** The session that the browser has. */
  get session(): string | undefined {
    return this.#cookies.get(COOKIE)
  }

  keep(session: string): void {
    this.#cookies.set(COOKIE, session)
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#send('GET', path, { headers: { accept: 'text/html', ...headers } })
  }

  /** The page, which must exist. */
  async page(path: string): Promise<string> {
    const { status, text } = await this.get(path)
    assert.equal(status, 200, `${path}: ${status} ${wordsOf(text).slice(0, 300)}`)
    return text
  }

  post(
    path: string,
    fields: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.#send('POST', path, {
      headers: { ...FORM_TYPE, origin: PUBLIC_URL, ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  }

  /** Fills in the form with this id on a page and posts it. */
  submit(
    page: string,
    form: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const { action, held } = formIn(page, form)
    return this.post(action, { ...held, ...fields })
  }

  /** Like `submit`; returns the page to which the browser is redirected. */
  async done(
    page: string,
    form: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { status, headers, text } = await this.submit(page, form, fields)
    assert.equal(status, 303, `${form}: ${wordsOf(text).slice(0, 600)}`)
    return this.#followed(String(headers['location']))
  }

  /** The page after the redirects of a path. */
  async #followed(path: string): Promise<string> {
    const { status, headers } = await this.get(path)
    return status === 303 ? this.#followed(String(headers['location'])) : this.page(path)
  }

  /** Creates a project; returns its URL path. */
  async newProject(name = 'test'): Promise<string> {
    const { status, headers } = await this.submit(await this.page('/p'), 'new-project', { name })
    assert.equal(status, 303)
    return String(headers['location'])
  }

  async #send(
    method: string,
    path: string,
    {
      headers,
      body,
    }: { readonly headers: Readonly<Record<string, string>>; readonly body?: string },
  ): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#sandbox.call(method, path, {
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      ...(body !== undefined && { body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }
}
