// The labels and the comment of an order, shown to every member and written by those who may change
// the project.

import { labelOrder, type listOrderLabels } from '../../../api/control/orders/order-labels.ts'
import { COMMENT_LENGTH, commentOrder } from '../../../api/control/orders/orders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { LABEL_LENGTH, LABELS_MAX } from '../../../payments/orders/label-order.ts'
import { chipLink } from '../../../web/html/components.ts'
import { attributes, html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import type { ShownOrder } from './timeline.ts'

/** A refused comment or refused labels. */
export interface NotesRefused {
  readonly kind: 'comment' | 'labels'
  readonly text: string
  readonly mistakes: Mistakes
}

export const isNotesRefused = (shown: { readonly kind: string }): shown is NotesRefused =>
  shown.kind in LABEL_OF_FIELD

const LABEL_OF_FIELD = { comment: 'Comment', labels: 'Labels' } as const

export const LABELS_MISTAKE = `Enter up to ${LABELS_MAX} labels of up to ${LABEL_LENGTH} characters, separated by commas, without quotation marks or backslashes.`

/** The labels in a text field. */
export const labelsIn = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

export const notesSummary = (refused: NotesRefused | undefined): HtmlValue =>
  refused &&
  mistakeSummary(refused.kind, refused.mistakes, { [refused.kind]: LABEL_OF_FIELD[refused.kind] })

export function notesView(
  order: ShownOrder,
  context: PageContext,
  refused: NotesRefused | undefined,
): HtmlValue {
  const { id, comment, labels } = order
  const typed = (kind: NotesRefused['kind']) => (refused?.kind === kind ? refused.text : undefined)
  return [
    note(context, {
      kind: 'labels',
      title: 'Labels',
      button: 'Save labels',
      refused,
      fold: labels.length === 0 ? 'Add labels' : 'Edit the labels',
      shown: labels.length > 0 && labelLinks(labels, context),
      field: {
        kind: 'text',
        name: 'labels',
        label: 'Labels',
        optional: true,
        hint: 'Separated by commas, such as checkout, release 2.4. Only members of this project see them.',
        value: typed('labels') ?? labels.join(', '),
      },
      action: `${context.base}/orders/${id}/labels`,
      call: callOf(labelOrder, { params: { id }, body: { labels } }),
    }),
    note(context, {
      kind: 'comment',
      title: 'Comment',
      button: 'Save comment',
      refused,
      fold: comment === null ? 'Add a comment' : 'Edit the comment',
      shown: comment !== null && html`<p class="text"><bdi>${comment}</bdi></p>`,
      field: {
        kind: 'area',
        name: 'comment',
        label: 'Comment',
        optional: true,
        hint: 'Only members of this project see it. Leave it empty to delete it.',
        value: typed('comment') ?? comment ?? '',
        maxLength: COMMENT_LENGTH,
      },
      action: `${context.base}/orders/${id}/comment`,
      call: callOf(commentOrder, { params: { id }, body: { text: comment ?? '' } }),
    }),
  ]
}

interface Note {
  readonly kind: NotesRefused['kind']
  readonly title: string
  /** The stored text or labels; false if there are none. */
  readonly shown: Html | false
  readonly refused: NotesRefused | undefined
  /** Name of the panel with the form. */
  readonly fold: string
  readonly field: Field
  readonly button: string
  readonly action: string
  readonly call: ApiCall
}

function note(context: PageContext, { kind, title, shown, refused, fold, ...sent }: Note) {
  const options = callOptions(context)
  const isRefused = refused?.kind === kind
  if (!options.mayAct && shown === false) return undefined
  return html`<section class="note-of">
    <h2>${title}</h2>
    ${shown}
    ${
      options.mayAct &&
      html`<details class="fold" ${attributes({ open: isRefused })}>
        <summary>${fold}</summary>
        ${form(
          {
            id: kind,
            action: sent.action,
            fields: [sent.field],
            button: sent.button,
            look: 'quiet',
            mistakes: isRefused ? refused.mistakes : {},
            call: sent.call,
          },
          options,
        )}
      </details>`
    }
  </section>`
}

/** Labels that link to the orders that have them. */
export const labelLinks = (labels: readonly string[], { base }: PageContext): Html =>
  html`<span class="chips"
    >${labels.map((label) =>
      chipLink(
        html`<bdi>${label}</bdi>`,
        `${base}/orders?${new URLSearchParams({ label }).toString()}`,
      ),
    )}</span
  >`

/** Maximum number of labels offered above the orders list. */
const OFFERED_MAX = 12

/** The most frequent labels with their numbers of orders, each a filter of the list. */
export const labelFilters = (
  { items }: AnswerOf<typeof listOrderLabels>,
  { base }: PageContext,
): HtmlValue =>
  items.length > 0 &&
  html`<p class="chips label-filters" role="group" aria-label="Labels">
    <span class="aside">Labels</span>
    ${items
      .slice(0, OFFERED_MAX)
      .map(({ label, orders }) =>
        chipLink(
          html`<bdi>${label}</bdi> <span class="count">${orders}</span>`,
          `${base}/orders?${new URLSearchParams({ label }).toString()}`,
        ),
      )}
  </p>`
