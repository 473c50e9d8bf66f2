// Outcome rules: the form that adds one, the rules in order, and their preview on recent payments.

import {
  addOutcomeRule,
  changeOutcomeRule,
  checkOutcomeRule,
  deleteOutcomeRule,
  listOutcomeRules,
} from '../../../api/control/rules/rule-operations.ts'
import { previewOutcomeRules } from '../../../api/control/rules/rule-preview.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { outcome } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { callOptions } from '../shell/call-options.ts'
import { type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { type Change, staleNotice } from '../parts/stale-notice.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import { answerFile, csvLink } from '../shell/list-file.ts'
import { action, type Content, page } from '../shell/page.ts'
import type { Onward, PageContext, Screen, View } from '../shell/screen.ts'
import { lastPayments } from './last-payments.ts'
import type { TypedFields } from './rule-conditions-form.ts'
import { readRule, RULE_FIELDS, ruleForm } from './rule-form.ts'
import { ruleList } from './rule-list.ts'

type Rules = AnswerOf<typeof listOutcomeRules>
type Warning = AnswerOf<typeof checkOutcomeRule>['warnings'][number]

interface RulesNews {
  readonly mistaken?: {
    readonly typed: TypedFields
    readonly mistakes: Mistakes
    /** Why the rule was refused as a whole. */
    readonly refused?: Pick<Warning, 'detail' | 'cardId'>
  }
  /** The list has changed since the page was opened. */
  readonly stale?: { readonly undone: string; readonly seen: string }
}

const rulesPage = page(
  listOutcomeRules,
  { path: '/rules', operation: 'rulesPage', of: 'page', beside: [previewOutcomeRules] },
  rulesView,
)

async function rulesView(
  rules: Rules,
  context: PageContext,
  { mistaken, stale }: RulesNews = {},
): Promise<Content> {
  const { base, query } = context
  const options = callOptions(context)
  const { typed = {}, mistakes = {}, refused } = mistaken ?? {}
  return {
    title: 'Rules',
    ...(mistaken && { status: 422 as const }),
    ...(stale && { status: 409 as const }),
    content: html`<header class="heading">
        <h1>Rules</h1>
        <p class="tools">${csvLink(`${base}/rules.csv`)}</p>
      </header>
      ${query.get('did') === 'saved' && outcome('approved', html`<strong>Saved</strong>`)}
      ${stale && staleNotice({ of: 'list of rules', undone: stale.undone, changes: changesSince(stale.seen, rules) })}
      ${refused && refusal(refused, base)} ${mistakeSummary('rule', mistakes, RULE_FIELDS)}
      <p class="lead">
        Rules apply to payments with <a href="${base}/test-cards">test cards</a> and unknown cards;
        the first match wins. Cards issued in this project, transfers and
        <span class="whole">top-ups</span> depend on balances and limits, unless a rule names them.
      </p>
      ${
        options.mayAct &&
        html`<section>
          <h2>Add a rule with the highest priority</h2>
          ${ruleForm(`${base}/rules/add`, typed, mistakes, options)}
        </section>`
      }
      <section>
        <h2>Rules in order</h2>
        <div data-live="rules">${ruleList(rules, { base, mayAct: options.mayAct })}</div>
      </section>
      ${await lastPayments(context)}`,
  }
}

/** A rule that would never apply to a payment is not saved. */
const refusal = ({ detail, cardId }: Pick<Warning, 'detail' | 'cardId'>, base: string): Html =>
  outcome(
    'declined',
    html`<strong>The rule was not added.</strong>
      <p>
        ${detail}
        ${
          cardId !== null &&
          html`<a href="${base}/cards/${cardId}#fail">Make its next payment fail →</a>`
        }
      </p>`,
  )

/** The number of rules when the page was opened, and now; empty if the form does not contain it. */
function changesSince(seen: string, { items }: Rules): readonly Change[] {
  const then = /^\d{1,3}(?=\.)/.exec(seen)?.[0]
  return then === undefined || Number(then) === items.length
    ? []
    : [{ what: 'Rules', then, now: String(items.length) }]
}

const RULES_SAVED: Onward = { location: '/rules?did=saved' }

const addAction = action(
  addOutcomeRule,
  { path: '/rules/add', operation: 'addRule' },
  async (perform, context) => {
    const typed = Object.fromEntries(context.form)
    const { rule, mistakes } = readRule(typed)
    const mistaken = (found: Mistakes, refused?: Pick<Warning, 'detail' | 'cardId'>) =>
      rulesPage.show(context, {
        mistaken: { typed, mistakes: found, ...(refused && { refused }) },
      })
    if (Object.keys(mistakes).length > 0) return mistaken(mistakes)
    try {
      await perform({ body: rule })
      return RULES_SAVED
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'too-many-rules') return mistaken({ card: error.message })
      if (error.code !== 'rule-never-matches' && error.code !== 'rule-for-issued-card') throw error
      const { warnings } = await context.perform(checkOutcomeRule, { body: rule })
      return mistaken({}, warnings[0] ?? { detail: error.message, cardId: null })
    }
  },
)

interface RuleChange {
  /** Name of the change, for a stale page. */
  readonly label: string
  readonly body: (place: number) => { readonly place?: number; readonly enabled?: boolean }
}

const CHANGES: Readonly<Record<string, RuleChange>> = {
  up: { label: 'Move up', body: (place) => ({ place: place - 1 }) },
  down: { label: 'Move down', body: (place) => ({ place: place + 1 }) },
  on: { label: 'Turn on', body: () => ({ enabled: true }) },
  off: { label: 'Turn off', body: () => ({ enabled: false }) },
}

const changeAction = action(
  changeOutcomeRule,
  { path: '/rules/change', operation: 'changeRules' },
  async (perform, context): Promise<View | Onward | undefined> => {
    const { form: posted } = context
    const params = { id: posted.get('rule') ?? '' }
    const seen = (posted.get('seen') ?? '').slice(0, 40)
    const change = CHANGES[posted.get('change') ?? '']
    const place = wholeNumber(posted.get('place')) ?? 0
    try {
      if (change === undefined)
        await context.perform(deleteOutcomeRule, { params, query: { version: seen } })
      else await perform({ params, body: { ...change.body(place), version: seen } })
      return RULES_SAVED
    } catch (error) {
      if (!(error instanceof Problem) || !STALE.has(error.code)) throw error
      // A payment or another user changed the list first, so the page shows the current list.
      const undone = change?.label ?? 'Delete'
      return rulesPage.show(context, { stale: { undone, seen } })
    }
  },
)

const STALE: ReadonlySet<string> = new Set(['rules-changed', 'rule-not-found'])

export const rules: Screen = {
  group: 'Make it happen',
  label: 'Rules',
  icon: icons.rule,
  path: '/rules',
  pages: [rulesPage],
  downloads: [answerFile(listOutcomeRules, { path: '/rules.csv', operation: 'rulesFile' })],
  actions: [addAction, changeAction],
}
