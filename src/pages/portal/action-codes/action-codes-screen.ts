// The page of action codes: the meaning and the causes of each code, and how the three interfaces
// report the declines of issued cards.

import {
  actionCodes as catalogue,
  listActionCodes,
  type ListedActionCode,
} from '../../../api/control/orders/action-codes.ts'
import { type DeclineCode, DECLINES, statusMessageOf } from '../../../ledger/decline.ts'
import { table, tabs } from '../../../web/html/components.ts'
import { attributes, html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { codeId } from '../parts/action-code-link.ts'
import { tableSearch, tableSearchScript } from '../parts/table-search.ts'
import type { LearnContext, LearnScreen } from '../shell/learn-screen.ts'
import { callOf } from '../shell/page.ts'
import type { View } from '../shell/screen.ts'

export const actionCodes: LearnScreen = {
  group: 'Learn',
  label: 'Action codes',
  icon: icons.list,
  path: '/action-codes',
  isPublic: true,
  pages: [{ path: '/action-codes', operation: 'actionCodes', show: view }],
}

/** Maximum length of the search text. */
const SEARCH_LENGTH = 100

async function view({ project, perform, base, query }: LearnContext): Promise<View> {
  const q = (query.get('q') ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, SEARCH_LENGTH)
  const sent = { query: q === '' ? {} : { q } }
  const items =
    perform === undefined ? catalogue([], q) : (await perform(listActionCodes, sent)).items
  const places: Places = {
    base,
    ...(project && { project: `/p/${project.id}` }),
    texts: query.get('texts') === 'all',
  }
  return {
    title: 'Action codes',
    scripts: [tableSearchScript],
    ...(project && { call: callOf(listActionCodes, sent) }),
    content: page(items, places, q),
  }
}

interface Places {
  /** Base path of the learning pages, and of the project's pages. */
  readonly base: string
  readonly project?: string
  /** Whether interface C's texts and the payer's texts are also shown. */
  readonly texts: boolean
}

const page = (items: readonly ListedActionCode[], places: Places, q: string): Html => {
  const path = `${places.base}/action-codes`
  const found = q === '' ? '' : `q=${encodeURIComponent(q)}`
  const happening = items.filter(({ causes }) => causes.length > 0)
  const others = items.filter(({ causes }) => causes.length === 0)
  return html`<div class="start action-codes">
    <header>
      <h1>Action codes</h1>
      <p>
        The <code>actionCode</code> of an order is the result of its last payment attempt. A rule
        can end a payment with any of these codes.
      </p>
    </header>
    ${tableSearch('Find a code', '116, funds, 3-D Secure', q)}
    ${tabs('Texts', [
      {
        label: 'Meaning',
        href: found === '' ? path : `${path}?${found}`,
        isCurrent: !places.texts,
      },
      {
        label: 'All texts and languages',
        href: `${path}?texts=all${found === '' ? '' : `&${found}`}`,
        isCurrent: places.texts,
      },
    ])}
    ${items.length === 0 && html`<p>No code matches “${q}”. <a href="${path}">Show all codes</a></p>`}
    ${happening.length > 0 && codes(happening, places)}
    ${GROUPS.map(([group, title]) => rareCodes(group, title, others, { places, isOpen: q !== '' }))}
    ${q === '' && declines()}
  </div>`
}

const codes = (items: readonly ListedActionCode[], places: Places): Html =>
  html`<section id="codes">
    <h2>Codes that occur in this sandbox</h2>
    ${table({
      caption: 'Codes that occur in this sandbox',
      stacks: true,
      columns: [
        { header: 'Code' },
        { header: 'Meaning' },
        { header: 'Causes' },
        ...(places.project === undefined ? [] : [{ header: 'Orders' }]),
      ],
      rows: items.map((each) => [
        anchor(each),
        meaning(each, places),
        causes(each, places),
        ...(places.project === undefined ? [] : [orders(each, places.project)]),
      ]),
    })}
  </section>`

/** Groups of the codes that only a rule causes. */
const GROUPS: readonly (readonly [ListedActionCode['group'], string])[] = [
  ['card', 'Card data and funds'],
  ['issuer', 'Issuer and limits'],
  ['authentication', '3-D Secure'],
  ['merchant', 'Merchant and gateway'],
  ['connection', 'Connections and open payments'],
  ['time', 'Time'],
]

function rareCodes(
  group: ListedActionCode['group'],
  title: string,
  items: readonly ListedActionCode[],
  { places, isOpen }: { readonly places: Places; readonly isOpen: boolean },
): HtmlValue {
  const own = items.filter((each) => each.group === group)
  return (
    own.length > 0 &&
    html`<section class="rare">
      <details ${attributes({ open: isOpen })}>
        <summary>
          <h2>${title}, only by a rule</h2>
          <span class="count">${own.length}</span>
        </summary>
        ${table({
          caption: `${title}, only by a rule`,
          stacks: true,
          columns: [{ header: 'Code' }, { header: 'Meaning' }],
          rows: own.map((each) => [anchor(each), meaning(each, places)]),
        })}
      </details>
    </section>`
  )
}

const anchor = ({ code }: ListedActionCode): Html =>
  html`<a class="number" id="${codeId(code)}" href="#${codeId(code)}">${code}</a>`

const meaning = (
  { meaning: sentence, texts, payerMessages }: ListedActionCode,
  { texts: hasTexts }: Places,
): Html =>
  html`<p>${sentence}</p>
    ${
      hasTexts &&
      html`<p class="aside">In responses of C: ${texts.en} · <span lang="ru">${texts.ru}</span></p>
        <p class="aside">
          To the payer: ${payerMessages.en} · <span lang="ru">${payerMessages.ru}</span>
        </p>`
    }`

const causes = ({ causes: each }: ListedActionCode, { base, project }: Places): Html => {
  const targets = {
    'test-card': `${base}/test-cards`,
    rule: project === undefined ? undefined : `${project}/rules`,
  }
  return html`<ul>
    ${each.map(({ text, kind }) => {
      const target = kind === null ? undefined : targets[kind]
      return html`<li>${target === undefined ? text : html`<a href="${target}">${text}</a>`}</li>`
    })}
  </ul>`
}

const orders = ({ code }: ListedActionCode, project: string): Html =>
  html`<a href="${project}/orders?actionCode=${code}">Orders with ${code}</a>`

/** Each decline of an issued card as the three interfaces report it. */
const declines = (): Html =>
  html`<section id="issued">
    <h2>Declines of cards issued here</h2>
    <p>
      Interfaces A, B and C decline this project’s cards for the same reasons, but each reports them
      with its own codes.
    </p>
    ${table({
      caption: 'Reasons for declines of cards issued here, by interface',
      stacks: true,
      columns: [
        { header: 'Reason' },
        { header: 'A: responseCode', labelled: true },
        { header: 'A: internalResponseCode', labelled: true },
        { header: 'B: statusMessage', labelled: true },
        { header: 'C: actionCode', labelled: true },
      ],
      rows: (Object.keys(DECLINES) as DeclineCode[]).map(declineRow),
    })}
  </section>`

function declineRow(code: DeclineCode) {
  const { reason, remedy, responseCode, message, internalResponseCode, actionCode } = DECLINES[code]
  return [
    html`<p>${reason}</p>
      <p class="aside">${remedy}</p>`,
    html`<span class="number">${responseCode}</span> ${message}`,
    html`<span class="number">${internalResponseCode}</span>`,
    statusMessageOf({ code }),
    code === 'same-card'
      ? html`<span class="aside">no payment</span>`
      : html`<a class="number" href="#${codeId(actionCode)}">${actionCode}</a>`,
  ]
}
