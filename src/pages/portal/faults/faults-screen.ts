// Faults: lists the project's faults with their counts, and adds common ones by a button and others
// by a form.

import {
  addFault,
  deleteFault,
  endFaults,
  getFaults,
} from '../../../api/control/faults/fault-operations.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge, emptyState, outcome } from '../../../web/html/components.ts'
import { attributes, html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { faultedCalls, faultName, faultUses } from '../labels/fault-labels.ts'
import { type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { answerFile, csvLink } from '../shell/list-file.ts'
import { action, type Content, page } from '../shell/page.ts'
import type { Onward, PageContext, Screen } from '../shell/screen.ts'
import { FAULT_FIELDS, faultForm, kindOf, readFault, type TypedFault } from './fault-form.ts'
import { presetList, presetNamed } from './fault-presets.ts'

type Faults = AnswerOf<typeof getFaults>

interface Mistaken {
  readonly typed: TypedFault
  readonly mistakes: Mistakes
}

const faultsPage = page(
  getFaults,
  { path: '/faults', operation: 'faultsPage', of: 'page', keeps: ['kind'] },
  faultsView,
)

function faultsView(shown: Faults, context: PageContext, mistaken?: Mistaken): Content {
  const { base, query, service } = context
  const options = callOptions(context)
  const { typed = {}, mistakes = {} } = mistaken ?? {}
  const kind = kindOf(typed['kind'] ?? query.get('kind'))
  return {
    title: 'Faults',
    ...(mistaken && { status: 422 as const }),
    content: html`<header class="heading"><h1>Faults</h1></header>
      ${news(query.get('did'))} ${mistakeSummary('fault', mistakes, FAULT_FIELDS)}
      <p class="lead">
        Test how your integration reacts to slow, failed and lost calls and callbacks. Faults affect
        interfaces A, B and C, but never the control API or this portal.
        <a href="${base}/guides/faults">How faults work</a>
      </p>
      <section data-live="faults-list">
        <div class="panel-head">
          <h2>Faults of this project</h2>
          ${shown.faults.length > 0 && csvLink(`${base}/faults.csv`)}
          ${
            options.mayAct &&
            shown.faults.length > 0 &&
            html`<form method="post" action="${base}/faults/end">
              <button class="button quiet">End all faults</button>
            </form>`
          }
        </div>
        ${faultList(shown, base, options.mayAct)}
      </section>
      ${
        options.mayAct &&
        html`<section class="panel">
            <h2>Common faults</h2>
            ${presetList(`${base}/faults`)}
          </section>
          <section class="panel" id="add">
            <h2>Add a fault</h2>
            ${faultForm(
              { kind, typed, mistakes },
              { base, operationApis: service.operationApis },
              options,
            )}
          </section>`
      }`,
  }
}

const NEWS: Readonly<Record<string, string>> = {
  added: 'Fault added',
  deleted: 'Fault deleted',
  ended: 'All faults have ended',
}

function news(did: string | null): Html | undefined {
  const text = NEWS[did ?? '']
  return text === undefined ? undefined : outcome('approved', html`<strong>${text}</strong>`)
}

function faultList({ faults, seed }: Faults, base: string, mayAct: boolean): Html {
  if (faults.length === 0)
    return html`<div class="panel">
      ${emptyState('done', 'No faults. Calls and callbacks work normally.')}
    </div>`
  return html`<ol class="rule-list">
      ${faults.map(
        (fault, index) =>
          html`<li class="rule" ${attributes({ 'data-used-up': fault.left === 0 && 'true' })}>
            <span class="place" aria-hidden="true">${index + 1}</span>
            <div>
              <p>
                <strong>${faultName(fault)}</strong>
                ${fault.left === 0 && badge('neutral', 'used up')}
              </p>
              <p>${faultedCalls(fault)}</p>
              <p class="aside">${faultUses(fault)}</p>
            </div>
            ${
              mayAct &&
              html`<form method="post" action="${base}/faults/delete">
                <input type="hidden" name="fault" value="${fault.id}" />
                <button class="button-link" aria-label="Delete fault ${index + 1}">Delete</button>
              </form>`
            }
          </li>`,
      )}
    </ol>
    <p class="aside fault-seed">
      Seed <span class="number">${seed}</span>: the same calls trigger the same faults.
    </p>`
}

const addAction = action(
  addFault,
  { path: '/faults', operation: 'addFaultFromPage' },
  async (perform, context) => {
    const preset = presetNamed(context.form.get('preset'))
    if (preset !== undefined) {
      await perform({ body: preset })
      return ADDED
    }
    const typed = Object.fromEntries(context.form)
    const kind = kindOf(typed['kind'] ?? null)
    if (kind !== typed['kind']) return undefined
    const { fault, mistakes } = readFault(kind, typed)
    if (Object.keys(mistakes).length > 0) return faultsPage.show(context, { typed, mistakes })
    const fields = Object.keys(FAULT_FIELDS)
    const outcome = await resultOrMistakes(perform({ body: fault }), fields)
    return 'mistakes' in outcome
      ? faultsPage.show(context, { typed, mistakes: outcome.mistakes })
      : ADDED
  },
)

const ADDED: Onward = { location: '/faults?did=added' }

const deleteAction = action(
  deleteFault,
  { path: '/faults/delete', operation: 'deleteFaultFromPage' },
  async (perform, { form }) => {
    await perform({ params: { id: (form.get('fault') ?? '').slice(0, 40) } })
    return { location: '/faults?did=deleted' }
  },
)

const endAction = action(
  endFaults,
  { path: '/faults/end', operation: 'endFaultsFromPage' },
  async (perform) => {
    await perform()
    return { location: '/faults?did=ended' }
  },
)

export const faults: Screen = {
  group: 'Make it happen',
  label: 'Faults',
  icon: icons.fault,
  path: '/faults',
  pages: [faultsPage],
  downloads: [
    answerFile(getFaults, { path: '/faults.csv', operation: 'faultsFile', member: 'faults' }),
  ],
  actions: [addAction, deleteAction, endAction],
}
