// The page of action codes: the texts of each code, its message for payers and its causes. Below,
// how the three interfaces report the declines of issued cards.

import {
  type ActionCode,
  allActionCodes,
  payerMessage,
} from '../../../payments/authorisation/action-code.ts'
import { DECLINES, statusMessageOf } from '../../../ledger/decline.ts'
import type { DeclineCode } from '../../../ledger/decline.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { tableSearch, tableSearchScript } from '../parts/table-search.ts'
import type { LearnContext, LearnScreen } from '../shell/learn-screen.ts'
import type { View } from '../shell/screen.ts'
import { codeId } from '../parts/action-code-link.ts'
import { type Cause, causesOf } from './causes.ts'
import type { OutcomeRule } from '../../../payments/methods/outcome-rules.ts'

export const actionCodes: LearnScreen = {
  group: 'Learn',
  label: 'Action codes',
  icon: icons.list,
  path: '/action-codes',
  isPublic: true,
  pages: [{ path: '/action-codes', operation: 'actionCodes', show: view }],
}

async function view({ service, project, base }: LearnContext): Promise<View> {
  const rules =
    project === undefined ? [] : (await service.read(project, datasetById)).settings.outcomeRules
  const places = {
    'test-cards': `${base}/test-cards`,
    ...(project && { rules: `/p/${project.id}/rules` }),
  }
  return { title: 'Action codes', scripts: [tableSearchScript], content: page(rules, places) }
}

type Places = Partial<Readonly<Record<NonNullable<Cause['place']>, string>>>

const page = (rules: readonly OutcomeRule[], places: Places): Html =>
  html`<div class="start action-codes">
    <header>
      <h1>Action codes</h1>
      <p>
        The <code>actionCode</code> of an order is the result of its payment. An outcome rule can
        end a payment with any of these codes.
      </p>
    </header>
    ${tableSearch('Find a code', '116, insufficient, 3-D Secure')} ${codes(rules, places)}
    ${declines()}
  </div>`

function codes(rules: readonly OutcomeRule[], places: Places): Html {
  return html`<section id="codes">
    <h2>All codes</h2>
    ${table({
      caption: 'All action codes',
      stacks: true,
      columns: [{ header: 'Code' }, { header: 'Meaning' }, { header: 'Causes' }],
      rows: allActionCodes().map((each) => codeRow(each, rules, places)),
    })}
  </section>`
}

const codeRow = ({ code, texts }: ActionCode, rules: readonly OutcomeRule[], places: Places) => [
  html`<a class="number" id="${codeId(code)}" href="#${codeId(code)}">${code}</a>`,
  html`<p>${texts.en}</p>
    <p class="aside" lang="ru">${texts.ru}</p>
    <p class="aside">
      Message to the payer: ${payerMessage(code, 'en')} ·
      <span lang="ru">${payerMessage(code, 'ru')}</span>
    </p>`,
  causesView(causesOf(code, rules), places),
]

const causesView = (causes: readonly Cause[], places: Places): Html =>
  causes.length === 0
    ? html`<span class="aside">Only an outcome rule</span>`
    : html`<ul>
        ${causes.map(({ text, place }) => {
          const target = place && places[place]
          return html`<li>
            ${target === undefined ? text : html`<a href="${target}">${text}</a>`}
          </li>`
        })}
      </ul>`

/** Each decline of an issued card as the three interfaces report it. */
const declines = (): Html =>
  html`<section id="issued">
    <h2>Declines of cards issued here</h2>
    <p>
      Interfaces A, B and C decline a card of this project for the same reasons. Each reports them
      in its own codes.
    </p>
    ${table({
      caption: 'Why a card issued here is declined, and how each interface reports it',
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
