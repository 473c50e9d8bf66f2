// The JSON view of a page: the response to the page's request, with ids as links.

import { copyButton } from '../../../web/html/components.ts'
import { attributes, html, type Html } from '../../../web/html/html.ts'
import { type ApiCall, callName } from '../../../web/http/calls/api-call.ts'
import { kindNamed } from '../../../activity/named-kind.ts'
import { pageOf } from '../reference/ids.ts'
import { highlightedJson, type LinkOf } from '../reference/json-view.ts'
import { maskedText } from '../reference/masked-text.ts'
import type { PageContext, View } from './screen.ts'

const VIEW = 'view'
const JSON_VIEW = 'json'

/** A page that has a JSON view, because its request only reads. */
type Readable = ApiCall & { readonly api: 'B' | 'control'; readonly method: 'GET' }

const isReadable = (call: ApiCall | undefined): call is Readable =>
  (call?.api === 'B' || call?.api === 'control') && call.method === 'GET'

export const isJsonView = ({ query }: PageContext): boolean => query.get(VIEW) === JSON_VIEW

/** The URLs of a page and of its JSON view; undefined if it has none. */
export function viewLinks(
  { call }: Pick<View, 'call'>,
  { path, query }: PageContext,
): { readonly page: string; readonly json: string } | undefined {
  if (!isReadable(call)) return undefined
  const names = [...query.keys()]
  const kept = names.slice(0, names.includes('did') ? names.indexOf('did') : names.length)
  const shown = new URLSearchParams([...query].filter(([name]) => kept.includes(name)))
  shown.delete(VIEW)
  const page = shown.size === 0 ? path : `${path}?${shown.toString()}`
  shown.set(VIEW, JSON_VIEW)
  return { page, json: `${path}?${shown.toString()}` }
}

/** Switches between a page and its JSON view. */
export function viewTabs(view: Pick<View, 'call'>, context: PageContext): Html | undefined {
  const links = viewLinks(view, context)
  if (links === undefined) return undefined
  const current = (isIt: boolean) => attributes({ 'aria-current': isIt && 'page' })
  const isJson = isJsonView(context)
  return html`<nav class="views" aria-label="View">
    <a href="${links.page}" ${current(!isJson)}>Page</a>
    <a href="${links.json}" ${current(isJson)}>JSON</a>
  </nav>`
}

/** Longer text has links, but no syntax highlighting. */
const COLOURED_CHARACTERS = 10_000

/** The JSON view in place of the content; a page without one stays unchanged. */
export async function asJson(view: View, context: PageContext): Promise<View> {
  const { call, title, head, status } = view
  if (!isReadable(call) || status !== undefined) return view
  const [method = '', path = ''] = callName(call).split(' ')
  const { apiKey } = context.project.secrets.interfaceB
  const { body, isCut } = await context.call({ method, path, headers: { 'x-api-key': apiKey } })
  const json = isCut ? undefined : withoutSecrets(body)
  return {
    title: `${title} as JSON`,
    call,
    head: head ?? html`<header class="heading"><h1>${title}</h1></header>`,
    content: html`${
      json === undefined
        ? html`<p class="lead">The response is too long for this page. Use the request below.</p>`
        : html`<figure class="code json">
            <div>
              <pre
                tabindex="0"
                aria-label="response"
              ><code>${highlightedJson(json, linksOf(call.path, context), json.length <= COLOURED_CHARACTERS)}</code></pre>
              ${copyButton(json, 'response')}
            </div>
          </figure>`
    }`,
  }
}

/** Fields whose values are never shown. */
const SECRET_MEMBER = /password|secret|^(?:apiKey|token|key|callbackKey|pin|cvc2?|cvv2?)$/i

/** Indented, with card numbers and secrets masked. */
function withoutSecrets(body: string): string {
  const shown = (name: string, value: unknown): unknown =>
    typeof value === 'string' && SECRET_MEMBER.test(name) ? '••••••••••••' : value
  return maskedText(JSON.stringify(JSON.parse(body), shown, 2))
}

/** Fields that contain an account name. */
const ACCOUNT_MEMBERS: ReadonlySet<string> = new Set(['account', 'debit', 'credit'])
const ACCOUNT_NAME = /^[a-z\d-]{1,40}$/

/** Fields that contain one object of a list. */
const LISTS: Readonly<Record<string, string>> = {
  entry: 'entries',
  order: 'orders',
  card: 'cards',
  cardholder: 'cardholders',
  callback: 'callbacks',
}

const linksOf = (path: string, { base, project }: PageContext): LinkOf => {
  const [shown = ''] = path.split('?', 1)
  // The items in a part of a record, such as a card's transactions, are not records of that kind.
  const isPart = /^(?:\/[^/]+){3}/.test(shown)
  return (member, within, value) => {
    if (value === project.id) return base
    if (ACCOUNT_MEMBERS.has(member))
      return ACCOUNT_NAME.test(value) ? `${base}/ledger/${value}` : undefined
    const list = within === 'items' && isPart ? 'none' : (LISTS[within] ?? within)
    const kind = kindNamed(member, { within: list, path: shown })
    const page = kind && pageOf(kind, value)
    return page === undefined ? undefined : base + page
  }
}
