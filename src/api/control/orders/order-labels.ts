// Labels of orders: the labels of one order, and all labels in use.

import { Type } from '../../../web/http/schemas/type.ts'
import { LABEL_LENGTH, LABELS_MAX } from '../../../payments/orders/label-order.ts'
import { LABELLED_COUNTED_MAX, orderLabelCounts } from '../../../store/reads/order-labels.ts'
import { orderById } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import { operation } from '../api.ts'
import { problem } from '../problems.ts'
import { idParameter } from '../schemas.ts'
import { ORDER_ID } from './order-view.ts'

/** Labels are separated by commas in lists and are compared in quotation marks by the database. */
const LABEL_PATTERN = '^[^",\\\\\\u0000-\\u001F\\u007F]*$'
const LABELS_LISTED_MAX = 100

export const labelOrder = operation({
  name: 'labelOrder',
  method: 'PUT',
  path: '/orders/:id/labels',
  summary: 'Label an order',
  description: `Replaces the order's labels; an empty list removes them. An order has up to ${LABELS_MAX} labels. They are stored in lower case, and may not contain commas, quotation marks or backslashes. The order, its payment and its callbacks do not change, and interface C does not return them.`,
  params: idParameter('order', '0196b0a0-0000-7000-8000-000000000001'),
  body: Type.Object(
    {
      labels: Type.Array(
        Type.String({ minLength: 1, maxLength: LABEL_LENGTH, pattern: LABEL_PATTERN }),
        { maxItems: LABELS_MAX },
      ),
    },
    { additionalProperties: false },
  ),
  examples: [{ labels: ['checkout', 'release 2.4'] }],
  answer: Type.Object({ id: Type.String(), labels: Type.Array(Type.String()) }),
  errors: ['order-not-found'],
  async handle({ params: { id }, body: { labels }, command, read }) {
    const orderId = ORDER_ID.test(id) ? id : ''
    if ((await read(orderById, orderId, realNow())) === undefined)
      throw problem('order-not-found', 'This project has no such order.')
    const order = await command('labelOrder', { order: { id: orderId }, labels })
    return { id: order.id, labels: [...order.labels] }
  },
})

export const listOrderLabels = operation({
  name: 'listOrderLabels',
  method: 'GET',
  path: '/orders/labels',
  summary: 'List the labels of orders',
  description: `Lists up to ${LABELS_LISTED_MAX} labels in use, the most frequent first. Only the newest ${LABELLED_COUNTED_MAX.toLocaleString('en')} orders that have labels are counted.`,
  answer: Type.Object({
    items: Type.Array(Type.Object({ label: Type.String(), orders: Type.Integer() })),
  }),
  reads: ['order'],
  async handle({ read }) {
    const counts = await read(orderLabelCounts)
    return { items: counts.slice(0, LABELS_LISTED_MAX) }
  },
})
