// Every action code of the gateway: its texts, what the payer reads, and what leads to it here; and the declines of issued cards as the three
// interfaces tell them.

import {
  type ActionCode,
  allActionCodes,
  ISSUER_ACTION_CODE,
  payerMessage,
} from '../../../payments/authorisation/action-code.ts'
import type { OutcomeRule } from '../../../payments/methods/card-outcome.ts'
import { type DeclineCode, PROCESSOR_CODE } from '../../../ledger/decline.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { DECLINES } from '../../../web/history/decline-answers.ts'
import { statusMessage } from '../../../web/history/movement-view.ts'
import { table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { tableSearch, tableSearchScript } from '../parts/table-search.ts'
import type { LearnContext, LearnScreen } from '../shell/learn-screen.ts'
import type { View } from '../shell/screen.ts'
import { codeId } from '../parts/action-code-link.ts'
import { type Cause, causesOf, ISSUED_CARD_WORDS } from './causes.ts'

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
        Every code that an order can carry in <code>actionCode</code>: how its payment ended, and
        why. An outcome rule of the project can end a payment with any of them.
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
      columns: [
        { header: 'Code' },
        { header: 'What it says' },
        { header: 'What leads to it here' },
      ],
      rows: allActionCodes().map((each) => codeRow(each, rules, places)),
    })}
  </section>`
}

const codeRow = ({ code, texts }: ActionCode, rules: readonly OutcomeRule[], places: Places) => [
  html`<a class="number" id="${codeId(code)}" href="#${codeId(code)}">${code}</a>`,
  html`<p>${texts.en}</p>
    <p class="aside" lang="ru">${texts.ru}</p>
    <p class="aside">
      The payer reads: ${payerMessage(code, 'en')} ·
      <span lang="ru">${payerMessage(code, 'ru')}</span>
    </p>`,
  causesView(causesOf(code, rules), places),
]

const causesView = (causes: readonly Cause[], places: Places): Html =>
  causes.length === 0
    ? html`<span class="aside">Only a rule</span>`
    : html`<ul>
        ${causes.map(({ text, place }) => {
          const target = place && places[place]
          return html`<li>
            ${target === undefined ? text : html`<a href="${target}">${text}</a>`}
          </li>`
        })}
      </ul>`

const REASONS = Object.keys(ISSUER_ACTION_CODE) as readonly DeclineCode[]

/** One decline, told three times: what was stored once is said in the words of whoever asks. */
const declines = (): Html =>
  html`<section id="issued">
    <h2>Declines of cards issued here</h2>
    <p>
      A card that the project issued is declined for one of these reasons, whether money is moved
      through interface A or B or it pays at C. Each interface says it in its own code.
    </p>
    ${table({
      caption: 'Why a card issued here is declined, as each interface says it',
      stacks: true,
      columns: [
        { header: 'Reason' },
        { header: 'A: responseCode', labelled: true },
        { header: 'A: internalResponseCode', labelled: true },
        { header: 'B: statusMessage', labelled: true },
        { header: 'C: actionCode', labelled: true },
      ],
      rows: REASONS.map((reason) => [
        ISSUED_CARD_WORDS[reason],
        html`<span class="number">${DECLINES[reason].responseCode}</span>
          ${DECLINES[reason].message}`,
        html`<span class="number">${PROCESSOR_CODE[reason]}</span>`,
        statusMessage({ code: reason }),
        reason === 'same-card'
          ? html`<span class="aside">no payment</span>`
          : html`<a class="number" href="#${codeId(ISSUER_ACTION_CODE[reason])}"
              >${ISSUER_ACTION_CODE[reason]}</a
            >`,
      ]),
    })}
  </section>`
