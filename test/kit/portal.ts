// The portal of one project, used without a browser: reads pages and submits forms.

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { plain } from './checkout.ts'
import { onEveryDatabase, type TestDatabase } from './databases.ts'
import type { Answer } from './http.ts'
import { FORM_TYPE, type Merchant, newMerchant } from './merchant.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

export interface Portal {
  readonly sandbox: Sandbox
  /** Creates the orders that the pages show. The project's clock is frozen. */
  readonly merchant: Merchant
  readonly base: string
  get(path: string): Promise<Answer>
  /** The page, which must exist. */
  page(path: string): Promise<string>
  post(path: string, fields?: Readonly<Record<string, string>>): Promise<Answer>
  /** Fills in the form with this id and submits it, with the current values of its other fields. */
  submit(page: string, form: string, fields?: Readonly<Record<string, string>>): Promise<Answer>
  /** Like `submit`; returns the page after the redirect. */
  done(page: string, form: string, fields?: Readonly<Record<string, string>>): Promise<string>
}

/** Declares the same tests of the portal on every database, with one project for all of them. */
export function onPortal(
  title: string,
  define: (at: { readonly portal: Portal }, database: TestDatabase) => void,
): void {
  onEveryDatabase(title, (database) => {
    let opened: Portal | undefined
    const there = (): Portal => {
      assert.ok(opened !== undefined, 'the service is not open yet')
      return opened
    }
    before(async () => {
      const sandbox = await startSandbox(database)
      opened = portalOf(sandbox, await newMerchant(sandbox))
    })
    after(() => there().sandbox.close())
    const at = {
      get portal() {
        return there()
      },
    }
    define(at, database)
  })
}

/** The pages of a merchant’s project. */
export function portalOf(sandbox: Sandbox, merchant: Merchant): Portal {
  const base = `/p/${merchant.project.id}`
  const get = (path: string): Promise<Answer> =>
    sandbox.call('GET', path, { headers: { accept: 'text/html' } })
  const post = (path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    sandbox.call('POST', path, {
      headers: FORM_TYPE,
      body: new URLSearchParams(fields).toString(),
    })
  const page = async (path: string): Promise<string> => {
    const { status, text } = await get(path)
    assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
    assertCalledAsTheyRead(text)
    return text
  }
  const submit: Portal['submit'] = async (text, form, fields = {}) => {
    const { action, held } = formIn(text, form)
    const answer = await post(action, { ...held, ...fields })
    assertLeadsToFields(answer.text)
    return answer
  }
  return {
    sandbox,
    merchant,
    base,
    get,
    page,
    post,
    submit,
    async done(text, form, fields) {
      const { status, headers, text: answer } = await submit(text, form, fields)
      assert.equal(status, 303, `${form}: ${wordsOf(answer).slice(0, 600)}`)
      return page(String(headers['location']))
    },
  }
}

/** The links of an error summary point to fields of the page. */
function assertLeadsToFields(page: string): void {
  for (const [, id = ''] of page.matchAll(/<li><a href="#([^"]+)"/g))
    assert.ok(page.includes(`id="${id}"`), `the page has nothing with the id ${id}`)
}

/**
 * Voice control uses the visible text of a button, so its accessible name contains that text (WCAG
 * 2.5.3).
 */
function assertCalledAsTheyRead(page: string): void {
  for (const [button, tag = '', inside = ''] of page.matchAll(
    /<button([^>]*\saria-label="[^>]*)>([^]*?)<\/button>/g,
  )) {
    const name = attribute(tag, 'aria-label') ?? ''
    assert.ok(name.toLowerCase().includes(wordsOf(inside).toLowerCase()), button)
  }
}

/** The action of a form, and the values of its fields. */
export function formIn(page: string, id: string): { action: string; held: Record<string, string> } {
  const form = new RegExp(`<form[^>]*\\sid="${id}"[^]*?</form>`).exec(page)?.[0]
  assert.ok(form !== undefined, `there is no form ${id}`)
  const held: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const isLeftOut = tag.includes('type="checkbox"') && !/\schecked/.test(tag)
    const name = attribute(tag, 'name')
    if (name !== undefined && !isLeftOut) held[name] = attribute(tag, 'value') ?? ''
  }
  for (const [, tag = '', text = ''] of form.matchAll(/<textarea([^>]*)>\n?([^]*?)<\/textarea>/g))
    held[attribute(tag, 'name') ?? ''] = plain(text)
  for (const [select] of form.matchAll(/<select[^]*?<\/select>/g)) {
    const chosen = /<option[^>]*\sselected[^>]*>/.exec(select) ?? /<option[^>]*>/.exec(select)
    held[attribute(select, 'name') ?? ''] = attribute(chosen?.[0] ?? '', 'value') ?? ''
  }
  return { action: attribute(form, 'action') ?? '', held }
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : plain(value)
}

/** The visible text of a page or a part of it. */
export const wordsOf = (page: string): string =>
  plain(
    page
      .replaceAll(/<wbr\s*\/?>/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&nbsp;', ' '),
  )
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The part of a page from one heading to the next of its level. */
export const sectionOf = (page: string, heading: string): string => {
  const start = page.search(new RegExp(`<h2[^>]*>\\s*${heading}\\s*</h2>`))
  assert.ok(start >= 0, `there is no heading ${heading}`)
  const end = page.indexOf('<h2', start + 4)
  return page.slice(start, end < 0 ? undefined : end)
}
