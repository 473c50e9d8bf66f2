// The first steps of a project, derived from its data.

import { display } from '../../../web/html/display.ts'
import { icons } from '../../../web/html/icons.ts'
import { panel } from '../../../web/html/components.ts'
import { attributes, html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { callOptions } from '../shell/call-options.ts'
import type { PageContext } from '../shell/screen.ts'
import type { Overview } from './overview-figures.ts'

type FirstSteps = Overview['firstSteps']

interface Task {
  readonly name: keyof FirstSteps
  readonly title: string
  readonly text: string
  readonly path: string
  readonly action: string
}

// prettier-ignore
const TASKS: readonly Task[] = [
  { name: 'paid',              title: 'Make a payment',            text: 'Pay with a test card on the payment page, with 3-D Secure.',     path: '/try',                action: 'Try a payment' },
  { name: 'cardIssued',        title: 'Issue a card',              text: 'Create a cardholder with a card that you can top up.',           path: '/cards',              action: 'Issue a card' },
  { name: 'cardPaid',          title: 'Pay with a card issued here', text: 'The balance decreases, and A, B and C show the same payment.',   path: '/try',                action: 'Pay with it' },
  { name: 'callbackUrl',       title: 'Set a callback URL',        text: 'Choose the signature and the parameters.',                       path: '/callbacks/settings', action: 'Set a URL' },
  { name: 'callbackDelivered', title: 'Receive a callback',        text: 'Your server responds with 200. You can see every delivery attempt.', path: '/callbacks',          action: 'See callbacks' },
]

/** Nothing for viewers, and once everything is done. */
export function checklist(
  done: FirstSteps,
  context: PageContext,
  { mayHide }: { readonly mayHide: boolean },
): HtmlValue {
  const open = TASKS.filter(({ name }) => !done[name])
  if (!callOptions(context).mayAct || open.length === 0) return undefined
  if (mayHide && display().hidesFirstSteps) return undefined
  return html`<div class="checklist">
    ${panel({
      title: 'First steps',
      live: 'checklist',
      tools: html`<div class="progress">
        <span class="aside">${TASKS.length - open.length} of ${TASKS.length} done</span>
        ${mayHide && firstStepsForm(context, 'hidden', 'Hide', 'button-link')}
      </div>`,
      content: html`<ol>
        ${TASKS.map((task) => taskView(task, done[task.name], task === open[0], context.base))}
      </ol>`,
    })}
  </div>`
}

const taskView = (
  { title, text, path, action }: Task,
  isDone: boolean,
  isNext: boolean,
  base: string,
): Html =>
  html`<li class="${isDone && 'done'}">
    <span class="mark">${isDone && icons.check}</span>
    <div>
      <p class="task">${title}${isDone && html`<span class="sr-only"> (done)</span>`}</p>
      ${!isDone && html`<p class="aside">${text}</p>`}
    </div>
    ${!isDone && html`<a class="${isNext ? 'button' : 'button quiet'}" href="${base}${path}">${action}</a>`}
  </li>`

/** Hides the first steps in this browser, or shows them again. */
export const firstStepsForm = (
  { base }: PageContext,
  value: 'hidden' | 'shown',
  label: string,
  look?: string,
): Html =>
  html`<form method="post" action="/display">
    <input type="hidden" name="back" value="${base}" />
    <button type="submit" name="firstSteps" value="${value}" ${attributes({ class: look })}>
      ${label}${value === 'hidden' && html`<span class="sr-only"> the first steps</span>`}
    </button>
  </form>`

/** True if there are remaining steps that the visitor does not see. */
export const hasHiddenSteps = (done: FirstSteps): boolean =>
  display().hidesFirstSteps && TASKS.some(({ name }) => !done[name])
