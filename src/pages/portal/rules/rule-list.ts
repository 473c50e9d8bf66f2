// The rules in order, each with its sentence, its use, its warnings and its buttons.

import type { listOutcomeRules } from '../../../api/control/rules/rule-operations.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge, emptyState } from '../../../web/html/components.ts'
import { attributes, html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { scopeOf } from '../../../payments/methods/rule-scope.ts'
import { ruleSentence } from '../labels/rule-labels.ts'

type Rules = AnswerOf<typeof listOutcomeRules>
type Rule = Rules['items'][number]

/** `mayAct` is false for viewers, who see no buttons. */
export function ruleList(
  { items, version }: Rules,
  { base, mayAct }: { readonly base: string; readonly mayAct: boolean },
): Html {
  if (items.length === 0)
    return html`<div class="panel">
      ${emptyState(
        'rules',
        html`No rules yet. Each payment’s outcome depends on its
          <a href="${base}/test-cards">test card</a>.`,
      )}
    </div>`
  return html`<ol class="rule-list">
    ${items.map(
      (rule) =>
        html`<li class="rule" ${attributes({ 'data-off': !rule.enabled && 'true' })}>
          <span class="place" aria-hidden="true">${rule.place}</span>
          <div>
            <p>${ruleSentence(rule)}</p>
            <p class="aside">
              ${used(rule)} ${leavesOutIssued(rule) && 'Does not apply to cards issued here.'}
              ${!rule.enabled && badge('neutral', 'off')}
            </p>
            ${rule.warnings.map((each) => warning(each, base))}
          </div>
          ${mayAct && buttons(rule, { base, version, isLast: rule.place === items.length })}
        </li>`,
    )}
  </ol>`
}

/** True for a rule that seems to be meant for every card. */
function leavesOutIssued({ match }: Rule): boolean {
  const scope = scopeOf(match)
  const isForCards = match.panPrefix === undefined && match.panSuffix === undefined
  return isForCards && scope.includes('C-test') && scope.includes('C-unknown')
}

const used = ({ matches }: Rule): string =>
  matches === 0
    ? 'No payment matched yet.'
    : `Matched ${matches} ${matches === 1 ? 'payment' : 'payments'}.`

const warning = ({ code, detail, cardId }: Rule['warnings'][number], base: string): Html =>
  html`<p class="rule-warning">
    ${code === 'unknown-cards' ? icons.dot : icons.warning}
    <span
      >${detail}
      ${
        cardId !== null &&
        html`<a href="${base}/cards/${cardId}#fail">Make its next payment fail</a>`
      }</span
    >
  </p>`

interface RuleButtons {
  readonly base: string
  readonly version: string
  readonly isLast: boolean
}

function buttons({ id, place, enabled }: Rule, { base, version, isLast }: RuleButtons): Html {
  const button = (change: string, text: string) =>
    html`<button
      class="button-link"
      name="change"
      value="${change}"
      aria-label="${`${text} rule ${place}`}"
    >
      ${text}
    </button>`
  return html`<form method="post" action="${base}/rules/change">
    <input type="hidden" name="rule" value="${id}" />
    <input type="hidden" name="seen" value="${version}" />
    <input type="hidden" name="place" value="${place}" />
    ${enabled ? button('off', 'Turn off') : button('on', 'Turn on')}
    ${place > 1 ? button('up', 'Move up') : html`<span></span>`}
    ${isLast ? html`<span></span>` : button('down', 'Move down')} ${button('delete', 'Delete')}
  </form>`
}
