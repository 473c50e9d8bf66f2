// Outcome rules: what happens to payments by cards that the project did not issue. The first that fits decides.

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

/** ISO 4217: amounts are typed in hundredths, as of the euro. */
const TWO_DECIMALS_CURRENCY = 978

type TypedFields = Readonly<Record<string, string>>

const patchOf = (outcomeRules: readonly OutcomeRule[]): ApiCall => ({
  api: 'control',
  method: 'PATCH',
  path: '/project',
  body: { outcomeRules },
})

const text = (
  name: string,
  label: string,
  typed: TypedFields,
  maxLength: number,
): Extract<Field, { kind: 'text' }> => ({
  kind: 'text',
  name,
  label,
  value: typed[name] ?? '',
  maxLength,
  optional: true,
})

const fieldsOf = (typed: TypedFields): readonly Field[] => [
  {
    ...text('panSuffix', 'The card ends', typed, 4),
    hint: 'Up to four digits; empty means every card.',
  },
  {
    ...text('amountFrom', 'The amount is at least', typed, 20),
    hint: 'Such as 1000.00; empty means any.',
  },
  {
    kind: 'choice',
    name: 'actionCode',
    label: 'How the payment ends',
    value: typed['actionCode'] ?? '116',
    options: allActionCodes().map(({ code, texts }) => ({
      value: String(code),
      label: code === APPROVED_ACTION_CODE ? '0 Approved' : `${code} ${texts.en}`,
    })),
  },
  {
    ...text('times', 'For so many payments', typed, 4),
    inputMode: 'numeric',
    hint: 'Such as 1 for the next one only; empty means every one.',
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
  /** The list was another one when the page was opened. */
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
    // The rules are settings of the project, whose changes every page hears of.
    ...(mistaken === undefined && {
      live: { of: 'page', address: `${base}/rules`, kinds: ['order'] },
    }),
    content: html`<header class="heading"><h1>Rules</h1></header>
      ${query.get('did') === 'saved' && doneNotice('Saved', patchOf(outcomeRules), options)}
      ${stale && staleNotice({ of: 'list of rules', undone: stale.undone, changes: changesSince(stale.seen, outcomeRules) })}
      ${mistaken && mistakeSummary('rule', mistaken.mistakes, Object.fromEntries(labels) as TypedFields)}
      <p class="lead">
        What happens to payments by cards that the project did not issue. The first rule that fits
        decides; where none does, the list of <a href="${base}/test-cards">test cards</a>. A card
        issued here is meant by the rules that its own page makes for it alone.
      </p>
      <div data-live="rules">
        ${
          outcomeRules.length === 0
            ? html`<p class="empty-note aside">There is no rule.</p>`
            : html`<ol class="rules">
                ${outcomeRules.map((rule, index) => ruleLine(rule, index, options.mayAct ? { base, seen } : undefined))}
              </ol>`
        }
      </div>
      <div data-live="tried">${await lastPayments(context)}</div>
      ${
        options.mayAct &&
        html`<section class="sheet-of">
          <h2>Another rule, in front of the others</h2>
          ${form(
            {
              id: 'rule',
              action: `${base}/rules/add`,
              fields: fieldsOf(typed),
              button: 'Add the rule',
              call: patchOf(outcomeRules),
              ...(mistaken && { mistakes: mistaken.mistakes }),
            },
            options,
          )}
        </section>`
      }`,
  }
}

/** How many rules there were when the page was opened, and how many there are; nothing of a form that does not say. */
function changesSince(seen: string, { length }: readonly OutcomeRule[]): readonly Change[] {
  const then = /^\d{1,3}(?=\.)/.exec(seen)?.[0]
  return then === undefined || Number(then) === length
    ? []
    : [{ what: 'Rules', then, now: String(length) }]
}

/** `act` is undefined where the visitor may only look; `seen` tells of the list that is shown. */
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

async function addRule(context: PageContext): Promise<View | Onward> {
  const typed = Object.fromEntries(context.form)
  const { panSuffix = '', amountFrom = '', actionCode = '', times = '' } = typed
  const minor = parseAmount(amountFrom, TWO_DECIMALS_CURRENCY)
  const flow = FLOW_NAMES.find((each) => each === typed['flow'])
  const mistakes: Mistakes = {
    ...(!/^\d{0,4}$/.test(panSuffix) && { panSuffix: 'Type up to four digits.' }),
    ...(amountFrom !== '' &&
      minor === undefined && { amountFrom: 'Type an amount such as 1000.00.' }),
    ...(times !== '' &&
      timesOf(times) === undefined && { times: `Type a number from 1 to ${RULE_TIMES_MAX}.` }),
    ...(flow === undefined && { flow: 'Choose one of the ways.' }),
  }
  const rule: Omit<OutcomeRule, 'id'> = {
    match: {
      ...(panSuffix !== '' && { panSuffix }),
      ...(amountFrom !== '' && minor !== undefined && { amountFrom: minor }),
    },
    outcome: cardOutcome({
      actionCode: /^-?\d{1,7}$/.test(actionCode) ? Number(actionCode) : NaN,
      ...(flow && { flow }),
    }),
    ...(times !== '' && { times: timesOf(times) ?? 1 }),
  }
  const mistaken = (said: Mistakes) => rulesView(context, { mistaken: { typed, mistakes: said } })
  if (Object.keys(mistakes).length > 0) return mistaken(mistakes)
  if (!isOutcomeRuleValid(rule)) return mistaken({ actionCode: 'Choose one of the codes.' })
  const refusal = await context.execute('changeOutcomeRules', { kind: 'add', rule })
  return refusal === undefined
    ? RULES_SAVED
    : mistaken({ actionCode: `There are ${RULES_MAX} rules: remove one.` })
}

const RULES_SAVED: Onward = { location: '/rules?did=saved' }

function timesOf(typed: string): number | undefined {
  const times = wholeNumber(typed)
  return times !== undefined && times >= 1 && times <= RULE_TIMES_MAX ? times : undefined
}

/** What a rule may be asked for, and how a page that was stale says that it was not done. */
const CHANGE_WORDS = {
  up: 'Moving a rule up',
  remove: 'Removing a rule',
} as const

async function changeRules(context: PageContext): Promise<View | Onward> {
  const { form: posted, execute, dataset } = context
  const kind = posted.get('change') === 'up' ? 'up' : 'remove'
  const seen = posted.get('seen') ?? ''
  const id = posted.get('rule') ?? ''
  if ((await execute('changeOutcomeRules', { kind, id, seen })) === undefined) return RULES_SAVED
  // A payment or somebody else was faster: the page shows what there is by now.
  const now = { ...dataset, settings: (await context.read(datasetById)).settings }
  return rulesView({ ...context, dataset: now }, { stale: { undone: CHANGE_WORDS[kind], seen } })
}
