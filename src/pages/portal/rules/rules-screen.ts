// Outcome rules: the list, the form that adds one, and their preview on recent payments.

import {
  allActionCodes,
  APPROVED_ACTION_CODE,
} from '../../../payments/authorisation/action-code.ts'
import { cardOutcome } from '../../../payments/methods/card-outcome.ts'
import { RULES_MAX, rulesSeen } from '../../../payments/methods/change-outcome-rules.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { FLOW_NAMES } from '../../../three-d-secure/authentication.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { parseAmount } from '../parts/amounts.ts'
import { doneNotice, type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import { lastPayments } from './last-payments.ts'
import { ruleSentence } from '../labels/rule-labels.ts'
import { type Change, staleNotice } from '../parts/stale-notice.ts'
import { currencyByNumeric } from '../../../ledger/currency.ts'
import {
  CONDITION_ROWS,
  isConditionValid,
  type OutcomeMatch,
} from '../../../payments/methods/rule-conditions.ts'
import {
  isOutcomeRuleValid,
  type OutcomeRule,
  RULE_TIMES_MAX,
} from '../../../payments/methods/outcome-rules.ts'

export const rules: Screen = {
  group: 'Make it happen',
  label: 'Rules',
  icon: icons.rule,
  path: '/rules',
  pages: [
    {
      path: '/rules',
      operation: 'rulesPage',
      show: (context) => Promise.resolve(rulesView(context)),
    },
  ],
  actions: [
    { path: '/rules/add', operation: 'addRule', act: addRule },
    { path: '/rules/change', operation: 'changeRules', act: changeRules },
  ],
}

/** ISO 4217: without a currency condition, amounts are entered in hundredths, as of the euro. */
const TWO_DECIMALS_CURRENCY = '978'

type TypedFields = Readonly<Record<string, string>>

const patchOf = (outcomeRules: readonly OutcomeRule[]): ApiCall => ({
  api: 'control',
  method: 'PATCH',
  path: '/project',
  body: { outcomeRules },
})

/** The longest amount or text that a field takes. */
const FIELD_LENGTH = 20

const fieldsOf = (typed: TypedFields): readonly Field[] => [
  ...CONDITION_ROWS.map(({ name, schema, field: { label, hint } }) => ({
    kind: 'text' as const,
    name,
    label,
    hint,
    value: typed[name] ?? '',
    maxLength: schema.maxLength ?? FIELD_LENGTH,
    optional: true,
  })),
  {
    kind: 'choice',
    name: 'actionCode',
    label: 'Result',
    value: typed['actionCode'] ?? '116',
    options: allActionCodes().map(({ code, texts }) => ({
      value: String(code),
      label: code === APPROVED_ACTION_CODE ? '0 Approved' : `${code} ${texts.en}`,
    })),
  },
  {
    kind: 'text',
    name: 'times',
    label: 'Number of payments',
    value: typed['times'] ?? '',
    maxLength: 4,
    optional: true,
    inputMode: 'numeric',
    hint: '1 for the next payment only; empty for every payment.',
  },
  {
    kind: 'choice',
    name: 'flow',
    label: '3-D Secure',
    value: typed['flow'] ?? 'ssl',
    options: FLOW_NAMES.map((flow) => ({
      value: flow,
      label: flow === 'ssl' ? 'none' : flow.replaceAll('-', ' '),
    })),
  },
]

interface RulesNews {
  readonly mistaken?: { readonly typed: TypedFields; readonly mistakes: Mistakes }
  /** The list has changed since the page was opened. */
  readonly stale?: { readonly undone: string; readonly seen: string }
}

async function rulesView(context: PageContext, { mistaken, stale }: RulesNews = {}): Promise<View> {
  const { base, dataset, query } = context
  const { outcomeRules } = dataset.settings
  const options = callOptions(context)
  const typed = mistaken?.typed ?? {}
  const labels = fieldsOf(typed).map(({ name, label }) => [name, label])
  const seen = rulesSeen(outcomeRules)
  return {
    title: 'Rules',
    ...(mistaken && { status: 422 as const }),
    ...(stale && { status: 409 as const }),
    call: { api: 'control', method: 'GET', path: '/project' },
    // Rules are settings of the project, and every open page receives changes of settings.
    ...(mistaken === undefined && {
      live: { of: 'page', address: `${base}/rules`, kinds: ['order'] },
    }),
    content: html`<header class="heading"><h1>Rules</h1></header>
      ${query.get('did') === 'saved' && doneNotice('Saved', patchOf(outcomeRules), options)}
      ${stale && staleNotice({ of: 'list of rules', undone: stale.undone, changes: changesSince(stale.seen, outcomeRules) })}
      ${mistaken && mistakeSummary('rule', mistaken.mistakes, Object.fromEntries(labels) as TypedFields)}
      <p class="lead">
        Rules decide payments with <a href="${base}/test-cards">test cards</a> and unknown cards;
        the first match wins. Cards issued in this project follow their balance and limits, unless a
        rule names the card.
      </p>
      <div data-live="rules">
        ${
          outcomeRules.length === 0
            ? html`<p class="empty-note aside">No rules yet.</p>`
            : html`<ol class="rules">
                ${outcomeRules.map((rule, index) => ruleLine(rule, index, options.mayAct ? { base, seen } : undefined))}
              </ol>`
        }
      </div>
      <div data-live="tried">${await lastPayments(context)}</div>
      ${
        options.mayAct &&
        html`<section class="sheet-of">
          <h2>Add a rule (on top)</h2>
          ${form(
            {
              id: 'rule',
              action: `${base}/rules/add`,
              fields: fieldsOf(typed),
              button: 'Add rule',
              call: patchOf(outcomeRules),
              ...(mistaken && { mistakes: mistaken.mistakes }),
            },
            options,
          )}
        </section>`
      }`,
  }
}

/** The number of rules when the page was opened, and now; empty if the form does not contain it. */
function changesSince(seen: string, { length }: readonly OutcomeRule[]): readonly Change[] {
  const then = /^\d{1,3}(?=\.)/.exec(seen)?.[0]
  return then === undefined || Number(then) === length
    ? []
    : [{ what: 'Rules', then, now: String(length) }]
}

/** `act` is undefined for a viewer; `seen` identifies the list that the page shows. */
const ruleLine = (
  rule: OutcomeRule,
  index: number,
  act: { readonly base: string; readonly seen: string } | undefined,
): Html =>
  html`<li>
    <p>${ruleSentence(rule)}</p>
    ${
      act !== undefined &&
      html`<form method="post" action="${act.base}/rules/change">
        <input type="hidden" name="rule" value="${rule.id}" />
        <input type="hidden" name="seen" value="${act.seen}" />
        ${
          index > 0 &&
          html`<button class="button-link" name="change" value="up" aria-label="Move up ${rule.id}">
            Move up
          </button>`
        }
        <button class="button-link" name="change" value="remove" aria-label="Remove ${rule.id}">
          Remove
        </button>
      </form>`
    }
  </li>`

/** Reads the conditions of the form; an empty field is no condition. */
function matchOf(typed: TypedFields): {
  readonly match: OutcomeMatch
  readonly mistakes: Mistakes
} {
  const amounts = currencyByNumeric(typed['currency'] ?? '')?.numeric ?? TWO_DECIMALS_CURRENCY
  const read = CONDITION_ROWS.flatMap((row) => {
    const entered = typed[row.name] ?? ''
    if (entered === '') return []
    const value = row.schema.type === 'integer' ? parseAmount(entered, amounts) : entered
    const isValid = value !== undefined && isConditionValid(row, value)
    return [{ row, value, isValid }]
  })
  return {
    match: Object.fromEntries(read.map(({ row, value }) => [row.name, value])),
    mistakes: Object.fromEntries(
      read.flatMap(({ row, isValid }) => (isValid ? [] : [[row.name, row.field.expected]])),
    ),
  }
}

async function addRule(context: PageContext): Promise<View | Onward> {
  const typed = Object.fromEntries(context.form)
  const { actionCode = '', times = '' } = typed
  const { match, mistakes: ofConditions } = matchOf(typed)
  const flow = FLOW_NAMES.find((each) => each === typed['flow'])
  const mistakes: Mistakes = {
    ...ofConditions,
    ...((match.amountFrom ?? 0) > (match.amountTo ?? Infinity) && {
      amountTo: 'Enter an amount of at least the minimum.',
    }),
    ...(times !== '' &&
      timesOf(times) === undefined && { times: `Enter a number from 1 to ${RULE_TIMES_MAX}.` }),
    ...(flow === undefined && { flow: 'Choose one of the options.' }),
  }
  const rule: Omit<OutcomeRule, 'id'> = {
    match,
    outcome: cardOutcome({
      actionCode: /^-?\d{1,7}$/.test(actionCode) ? Number(actionCode) : NaN,
      ...(flow && { flow }),
    }),
    ...(times !== '' && { times: timesOf(times) ?? 1 }),
  }
  const mistaken = (found: Mistakes) => rulesView(context, { mistaken: { typed, mistakes: found } })
  if (Object.keys(mistakes).length > 0) return mistaken(mistakes)
  if (!isOutcomeRuleValid(rule)) return mistaken({ actionCode: 'Choose one of the codes.' })
  const refusal = await context.execute('changeOutcomeRules', { kind: 'add', rule })
  return refusal === undefined
    ? RULES_SAVED
    : mistaken({ actionCode: `Limit of ${RULES_MAX} rules reached. Remove a rule first.` })
}

const RULES_SAVED: Onward = { location: '/rules?did=saved' }

function timesOf(typed: string): number | undefined {
  const times = wholeNumber(typed)
  return times !== undefined && times >= 1 && times <= RULE_TIMES_MAX ? times : undefined
}

/** Names of the changes, for a page that was stale. */
const CHANGE_LABELS = {
  up: 'Moving a rule up',
  remove: 'Removing a rule',
} as const

async function changeRules(context: PageContext): Promise<View | Onward> {
  const { form: posted, execute, dataset } = context
  const kind = posted.get('change') === 'up' ? 'up' : 'remove'
  const seen = posted.get('seen') ?? ''
  const id = posted.get('rule') ?? ''
  if ((await execute('changeOutcomeRules', { kind, id, seen })) === undefined) return RULES_SAVED
  // A payment or another person changed the list first: the page shows the current list.
  const now = { ...dataset, settings: (await context.read(datasetById)).settings }
  return rulesView({ ...context, dataset: now }, { stale: { undone: CHANGE_LABELS[kind], seen } })
}
