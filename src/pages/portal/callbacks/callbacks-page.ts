// The inbox of a project's callbacks, by how they stand.

import { CALLBACK_STATES, type Callback, isTest } from '../../../callbacks/callback.ts'
import { callbacksOf } from '../../../store/reads/callbacks.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { ago } from '../../../web/html/when.ts'
import { callOptions } from '../shell/call-options.ts'
import { CALLBACK_WORDS } from '../labels/callback-labels.ts'
import { filterLinks, liveAddress, liveList, pageAndRest, pageLinks } from '../parts/list-view.ts'
import type { View, PageContext } from '../shell/screen.ts'
import { isWholeNumber, wholeNumber } from '../parts/whole-number.ts'
import { strayList } from '../parts/stray-list.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'

const PAGE_SIZE = 50
const LIST: ApiCall = { api: 'control', method: 'GET', path: '/callbacks' }

const FILTERS = [
  { name: 'all', label: 'All' },
  ...(['failed', 'waiting', 'delivered', 'unaddressed'] as const).map((name) => {
    const [, word] = CALLBACK_WORDS[name]
    return { name, label: word.charAt(0).toUpperCase() + word.slice(1) }
  }),
]

export async function callbacksPage(context: PageContext): Promise<View> {
  const { base, query, dataset, now } = context
  const stray = strayList(
    context,
    { title: 'Callbacks', address: `${base}/callbacks`, call: LIST },
    {
      filter: (value) => FILTERS.some(({ name }) => name === value),
      before: isWholeNumber,
    },
  )
  if (stray !== undefined) return stray
  const state = CALLBACK_STATES.find((each) => each === query.get('filter'))
  const before = wholeNumber(query.get('before'))
  const found = await context.read(callbacksOf, {
    state,
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit: PAGE_SIZE + 1,
  })
  const { shown, last } = pageAndRest(found, PAGE_SIZE)
  const address = `${base}/callbacks`
  const filtered = `${address}?filter=${state ?? 'all'}`
  const { callbackUrl } = dataset.settings
  const { mayAct } = callOptions(context)
  const resent = wholeNumber(query.get('resent'))
  return {
    title: 'Callbacks',
    call: LIST,
    live: { of: 'list', address: liveAddress(address, query), kinds: ['callback'] },
    content: html`<header class="heading">
        <h1>Callbacks</h1>
        <p class="tools">
          ${
            mayAct &&
            html`<a class="button quiet" href="${address}/verifier">Verifier</a>
              <a class="button quiet" href="${address}/test">Send a test</a>`
          }
          <a class="button quiet" href="${address}/settings">Settings</a>
        </p>
      </header>
      ${
        resent !== undefined &&
        html`<div class="notice approved" role="status">
          ${icons.check}
          <div>${resent} queued anew.</div>
        </div>`
      }
      <p class="lead">
        ${
          callbackUrl === null
            ? html`No address is set: what would be sent is kept here.
                <a href="${address}/settings">Set one</a>`
            : html`They go to <span class="value">${callbackUrl}</span> unless an order says
                otherwise.`
        }
      </p>
      ${filterLinks(address, FILTERS, state ?? 'all')}
      ${liveList(
        table({
          caption: 'Callbacks',
          stacks: true,
          columns: [
            { header: 'Operation' },
            { header: 'State' },
            { header: 'Order' },
            { header: 'Attempts', labelled: true },
            { header: 'When' },
          ],
          rows: shown.map((callback) => line(callback, base, now)),
          empty: html`<p>Callbacks appear here as orders are paid, captured, refunded or end.</p>`,
        }),
        state === 'failed' &&
          mayAct &&
          shown.length > 0 &&
          html`<p class="more">
            <a class="button quiet" href="${address}/resend">Send all failed again</a>
          </p>`,
        pageLinks(
          before === undefined ? undefined : filtered,
          last && `${filtered}&before=${last.id}`,
        ),
      )}`,
  }
}

function line(callback: Callback, base: string, now: number) {
  const [meaning, word] = CALLBACK_WORDS[callback.state]
  const { orderId, orderNumber } = callback
  return [
    html`<a href="${base}/callbacks/${callback.id}">${callback.operation}</a> ${
        isTest(callback)
          ? badge('neutral', 'test')
          : callback.status === 0 && badge('declined', 'of a failure')
      }`,
    badge(meaning, word),
    orderId !== null && html`<a href="${base}/orders/${orderId}"><bdi>${orderNumber}</bdi></a>`,
    callback.attempts.length,
    ago(callback.createdAt, now),
  ]
}
