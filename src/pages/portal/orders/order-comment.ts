// The comment of an order: shown to every member, written by those who may change the project.

import { COMMENT_LENGTH, commentOrder } from '../../../api/control/orders/orders.ts'
import { attributes, html } from '../../../web/html/html.ts'
import type { HtmlValue } from '../../../web/html/html.ts'
import { form, type Mistakes } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import type { ShownOrder } from './timeline.ts'

/** A comment that was refused. */
export interface CommentRefused {
  readonly kind: 'comment'
  readonly text: string
  readonly mistakes: Mistakes
}

export function commentView(
  { id, comment }: ShownOrder,
  context: PageContext,
  refused: CommentRefused | undefined,
): HtmlValue {
  const options = callOptions(context)
  if (!options.mayAct && comment === null) return undefined
  return html`<section class="comment">
    <h2>Comment</h2>
    ${comment !== null && html`<p class="text"><bdi>${comment}</bdi></p>`}
    ${
      options.mayAct &&
      html`<details class="fold" ${attributes({ open: refused !== undefined })}>
        <summary>${comment === null ? 'Add a comment' : 'Edit the comment'}</summary>
        ${form(
          {
            id: 'comment',
            action: `${context.base}/orders/${id}/comment`,
            fields: [
              {
                kind: 'area',
                name: 'text',
                label: 'Comment',
                hint: 'Only members of this project see it. Leave it empty to delete it.',
                value: refused?.text ?? comment ?? '',
                maxLength: COMMENT_LENGTH,
                optional: true,
              },
            ],
            button: 'Save comment',
            look: 'quiet',
            mistakes: refused?.mistakes ?? {},
            call: callOf(commentOrder, { params: { id }, body: { text: comment ?? '' } }),
          },
          options,
        )}
      </details>`
    }
  </section>`
}
