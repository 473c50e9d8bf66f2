// A request and its response: status, relevant headers and body. Card numbers are hidden at first.

import { http } from '../../../node-http.ts'
import { badge, copyButton } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import type { HttpAnswer, HttpCall } from '../../../web/http/calls/internal-request.ts'
import { kindNamed } from '../../../activity/named-kind.ts'
import { pageOf } from './ids.ts'
import { highlightedJson, indentedJson, type LinkOf } from './json-view.ts'
import { maskedText } from './masked-text.ts'
import { resultOf } from './result.ts'

export interface Exchange {
  readonly call: HttpCall
  readonly answer: HttpAnswer
  readonly durationMs: number
  /** The page that explains the decision of the request, if there was one. */
  readonly decisionPath?: string | undefined
}

/** Headers that depend on the operation; the others are the same in every response. */
const SHOWN_HEADERS = [
  'allow',
  'content-type',
  'idempotency-replayed',
  'location',
  'request-id',
  'retry-after',
  'sandcard-fault',
  'sandcard-faults',
  'www-authenticate',
]

/** Longer text has no syntax highlighting. */
const HIGHLIGHTED_CHARACTERS = 32_768

/** Targets of the ids and URLs in a response. */
interface IdLinks {
  /** URLs of this service are links. */
  readonly origin: string
  /** Base path of the project; without one, ids are not linked. */
  readonly project: string | undefined
  /** Path of the operation. */
  readonly path: string
}

export function exchangeView(
  { call, answer, durationMs, decisionPath }: Exchange,
  links: IdLinks,
): Html {
  const { status, headers, body, isCut, isBroken = false } = answer
  const words = status === 0 ? 'No response' : `${status} ${http.STATUS_CODES[status] ?? ''}`.trim()
  const result = resultOf(status, body)
  const shown = SHOWN_HEADERS.filter((name) => headers[name] !== undefined)
  return html`<div class="answer-head">
      ${badge(isBroken ? 'warning' : result.meaning, words)}
      ${result.words !== '' && html`<strong>${result.words}</strong>`}
      <span class="aside">in ${Math.round(durationMs)} ms</span>
    </div>
    <dl class="headers">
      ${shown.map(
        (name) =>
          html`<div>
            <dt>${name}</dt>
            <dd><code>${headers[name]}</code></dd>
          </div>`,
      )}
    </dl>
    ${decisionPath !== undefined && html`<p><a href="${decisionPath}">Why?</a></p>`}
    ${
      body === ''
        ? !isBroken && html`<p class="aside">The response has no body.</p>`
        : bodyView(body, 'response', linkBy(links))
    }
    ${isBroken && html`<p class="aside">A fault of the project broke the connection.</p>`}
    ${isCut && html`<p class="aside">The response is longer; only its first part is shown.</p>`}
    <details class="sent">
      <summary>Request</summary>
      ${sentView(call)}
    </details>`
}

const linkBy =
  ({ project, path, origin }: IdLinks): LinkOf =>
  (member, within, id) => {
    if (id.startsWith(`${origin}/`)) return id.slice(origin.length)
    const thing = kindNamed(member, { within, path })
    const place = project !== undefined && thing && pageOf(thing, id)
    return typeof place === 'string' ? `${project}${place}` : undefined
  }

function bodyView(body: string, label: string, linkOf?: LinkOf): Html {
  const text = indentedJson(body) ?? body
  const masked = maskedText(text)
  return html`${textView(masked, label, linkOf)}
  ${
    masked !== text &&
    html`<details class="unmasked">
      <summary>Show card numbers and codes</summary>
      ${textView(text, `${label} with card numbers`, linkOf)}
    </details>`
  }`
}

const textView = (text: string, label: string, linkOf?: LinkOf): Html =>
  html`<figure class="code">
    <div>
      <pre role="group" tabindex="0" aria-label="${label}"><code>${
        /^[[{]/.test(text) && text.length <= HIGHLIGHTED_CHARACTERS
          ? highlightedJson(text, linkOf)
          : text
      }</code></pre>
      ${copyButton(text, label)}
    </div>
  </figure>`

function sentView({ method, path, headers, body }: HttpCall): Html {
  const head = [
    `${method} ${path}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\n')
  const isForm = headers['content-type']?.includes('form') === true
  return html`${textView(maskedText(head), 'request')}
  ${
    body !== undefined &&
    bodyView(isForm ? body.split('&').map(decoded).join('\n') : body, 'request body')
  }`
}

/** Decodes a field of a form body. */
const decoded = (pair: string): string => decodeURIComponent(pair.replaceAll('+', ' '))
