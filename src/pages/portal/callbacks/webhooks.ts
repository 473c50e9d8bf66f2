// Webhooks: the list with a form that adds one, and the deliveries of a webhook.

import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  rotateWebhookSecret,
  sendTestEvent,
} from '../../../api/control/webhooks/webhooks.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { breakable } from '../../../web/html/breakable.ts'
import { badge, copyable, emptyState, outcome, panel, table } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { exactly } from '../../../web/html/when.ts'
import { backLink } from '../parts/back-link.ts'
import { descriptionList } from '../parts/description-list.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { listAndForm } from '../parts/list-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { answerFile, csvLink } from '../shell/list-file.ts'
import { action, callOf, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import { type Deliveries, deliveryView, WEBHOOKS_PATH as PATH } from './webhook-delivery.ts'

type Webhooks = AnswerOf<typeof listWebhooks>

interface Typed {
  readonly url: string
  readonly events: string
}

/** Invalid input, or a secret that is shown once. */
interface News {
  readonly typed?: Typed
  readonly mistakes?: Mistakes
  readonly secret?: string
}

const LABELS = { url: 'URL', events: 'Events' }
const USUAL: Typed = { url: '', events: '*' }

const fieldsOf = (typed: Typed): readonly Field[] => [
  {
    kind: 'text',
    name: 'url',
    label: LABELS.url,
    value: typed.url,
    maxLength: 512,
    hint: 'The URL that receives a POST request for each event, such as http://127.0.0.1:3000/events.',
  },
  {
    kind: 'text',
    name: 'events',
    label: LABELS.events,
    value: typed.events,
    maxLength: 500,
    hint: 'Event types or patterns, separated by commas. * matches everything, card.* all card events.',
  },
]

const DONE: Readonly<Record<string, string>> = {
  deleted: 'Webhook deleted',
  tested: 'Test event sent',
  resent: 'Delivery queued again',
}

function newsOf({ query }: PageContext, { secret }: News = {}): Html | undefined {
  if (secret !== undefined)
    return outcome(
      'approved',
      html`<strong>Secret of the webhook</strong>
        <p>Copy it now. It is not shown again.</p>
        ${copyable(secret, 'secret of the webhook')}`,
    )
  const text = DONE[query.get('did') ?? '']
  return text === undefined ? undefined : outcome('approved', html`<strong>${text}</strong>`)
}

export const webhooksPage = page(
  listWebhooks,
  { path: PATH, operation: 'webhooksPage', of: 'list' },
  (shown: Webhooks, context, news: News = {}) => {
    const { base } = context
    const options = callOptions(context)
    const { typed = USUAL, mistakes } = news
    return {
      title: 'Webhooks',
      isStill: mistakes !== undefined || news.secret !== undefined,
      ...(mistakes && { status: 422 as const }),
      head: html`${backLink(`${base}/callbacks`, 'Callbacks')}
        <header class="heading">
          <h1>Webhooks</h1>
          <p class="tools">${csvLink(`${base}${PATH}.csv`)}</p>
        </header>`,
      content: html`${newsOf(context, news)} ${mistakeSummary('webhook', mistakes ?? {}, LABELS)}
        <p class="lead">
          A webhook sends an event to your URL whenever something happens in this project, in the
          Standard Webhooks format. It does not affect interface C callbacks.
          <a href="${base}/guides/webhooks">Receive webhooks</a>
        </p>
        ${listAndForm(
          html`<div data-live="webhooks">${webhookTable(shown, context)}</div>`,
          options.mayAct &&
            html`<section id="create">
              <h2>Add a webhook</h2>
              ${form(
                {
                  id: 'webhook',
                  action: base + PATH,
                  fields: fieldsOf(typed),
                  button: 'Add webhook',
                  mistakes: mistakes ?? {},
                  call: callOf(createWebhook, {
                    body: { url: 'http://127.0.0.1:3000/events', events: ['*'] },
                  }),
                },
                options,
              )}
            </section>`,
          typesOfEvents(shown),
        )}`,
    }
  },
)

const typesOfEvents = ({ eventTypes }: Webhooks): Html =>
  panel({
    title: 'Types of events',
    content: table({
      caption: 'Types of events',
      stacks: true,
      columns: [{ header: 'Type' }, { header: 'Meaning' }],
      rows: eventTypes.map(({ type, description }) => [
        html`<span class="value">${type}</span>`,
        description,
      ]),
    }),
  })

const eventsText = (events: readonly string[]): string =>
  events.includes('*') ? 'all' : events.join(', ')

const webhookTable = ({ items }: Webhooks, { base, now }: PageContext): Html =>
  table({
    caption: 'Webhooks',
    stacks: true,
    columns: [
      { header: 'Webhook' },
      { header: 'URL' },
      { header: 'Events', labelled: true },
      { header: 'Created' },
    ],
    rows: items.map(({ id, url, events, state, createdAt }) => [
      html`<a class="name" href="${base}${PATH}/${id}">Webhook ${id}</a>
        ${state === 'gone' && badge('declined', 'disabled after HTTP 410')}`,
      html`<span class="value">${breakable(url)}</span>`,
      eventsText(events),
      exactly(Date.parse(createdAt), now),
    ]),
    empty: emptyState(
      'callbacks',
      'No webhooks yet. Add one to get an event whenever something happens in this project.',
    ),
  })

const idOf = ({ params }: PageContext) => ({ params: { id: params['webhook'] ?? '' } })

export const webhookPage = page(
  listWebhookDeliveries,
  {
    path: `${PATH}/:webhook`,
    operation: 'webhookPage',
    of: 'list',
    beside: [listWebhooks],
    sent: (context: PageContext) => ({ ...idOf(context), query: { limit: '50' } }),
  },
  async ({ items }: Deliveries, context, news: News = {}) => {
    const { base, now, params, perform } = context
    const options = callOptions(context)
    const webhook = (await perform(listWebhooks)).items.find(({ id }) => id === params['webhook'])
    if (webhook === undefined) return { location: PATH }
    const { id, url, events, state, createdAt, oldSecretEndsAt } = webhook
    const at = `${base}${PATH}/${id}`
    const isActive = state === 'active'
    return {
      title: `Webhook ${id}`,
      isStill: news.secret !== undefined,
      head: html`${backLink(`${base}${PATH}`, 'Webhooks')}
        <header class="heading">
          <h1>Webhook ${id} ${!isActive && badge('declined', 'disabled after HTTP 410')}</h1>
          <p class="tools">${csvLink(`${at}.csv`)}</p>
        </header>`,
      content: html`${newsOf(context, news)}
        <div class="columns">
          <div class="main">
            <section data-live="deliveries">
              <h2>Deliveries</h2>
              ${
                items.length === 0
                  ? emptyState('callbacks', 'No events yet.')
                  : html`<ol class="timeline">
                      ${items.map((each) => deliveryView(each, context, options.mayAct && isActive))}
                    </ol>`
              }
            </section>
          </div>
          <aside>
            <section data-live="facts">
              <h2>Details</h2>
              ${descriptionList([
                ['URL', copyable(url, 'URL of the webhook')],
                ['Events', eventsText(events)],
                ['Created', exactly(Date.parse(createdAt), now)],
                ...(oldSecretEndsAt === null
                  ? []
                  : ([
                      ['Old secret signs until', exactly(Date.parse(oldSecretEndsAt), now)],
                    ] as const)),
              ])}
            </section>
            <section class="acts">
              <h2>Actions</h2>
              ${actionsOf(id, isActive, context)}
            </section>
          </aside>
        </div>`,
    }
  },
)

/** The buttons of a webhook; a disabled one can only be deleted. */
function actionsOf(id: string, isActive: boolean, context: PageContext): Html {
  const at = `${context.base}${PATH}/${id}`
  const button = (shown: Parameters<typeof form>[0]): Html => form(shown, callOptions(context))
  return html`${
    isActive &&
    html`${button({
      id: 'test',
      action: `${at}/test`,
      button: 'Send test event',
      look: 'quiet',
      call: callOf(sendTestEvent, { params: { id } }),
    })}
    ${button({
      id: 'rotate',
      action: `${at}/secret`,
      button: 'Rotate secret',
      look: 'quiet',
      call: callOf(rotateWebhookSecret, { params: { id } }),
    })}`
  }
  ${button({
    id: 'delete',
    action: `${at}/delete`,
    button: 'Delete webhook',
    look: 'danger',
    call: callOf(deleteWebhook, { params: { id } }),
  })}`
}

export const webhookFiles = [
  answerFile(listWebhooks, { path: `${PATH}.csv`, operation: 'webhooksFile' }),
  answerFile(listWebhookDeliveries, {
    path: `${PATH}/:webhook.csv`,
    operation: 'deliveriesFile',
    sent: idOf,
  }),
]

export const createWebhookAction = action(
  createWebhook,
  { path: PATH, operation: 'createWebhookFromPage' },
  async (perform, context) => {
    const typed: Typed = {
      url: (context.form.get('url') ?? '').trim().slice(0, 512),
      events: (context.form.get('events') ?? '').trim().slice(0, 500),
    }
    if (typed.url === '')
      return webhooksPage.show(context, { typed, mistakes: { url: 'Enter a URL.' } })
    const events = typed.events.split(/[\s,]+/).filter((each) => each !== '')
    const body = { url: typed.url, ...(events.length > 0 && { events }) }
    const made = await resultOrMistakes(perform({ body }), Object.keys(LABELS))
    return 'mistakes' in made
      ? webhooksPage.show(context, { typed, mistakes: made.mistakes })
      : webhooksPage.show(context, { secret: made.result.secret })
  },
)

export const rotateWebhookAction = action(
  rotateWebhookSecret,
  { path: `${PATH}/:webhook/secret`, operation: 'rotateWebhookFromPage' },
  async (perform, context) => {
    const { secret } = await perform(idOf(context))
    return webhookPage.show(context, { secret })
  },
)

export const testWebhookAction = action(
  sendTestEvent,
  { path: `${PATH}/:webhook/test`, operation: 'testWebhookFromPage' },
  async (perform, context) => {
    await perform(idOf(context))
    return { location: `${PATH}/${idOf(context).params.id}?did=tested` }
  },
)

export const resendWebhookAction = action(
  resendWebhookDelivery,
  { path: `${PATH}/:webhook/resend`, operation: 'resendWebhookFromPage' },
  async (perform, context) => {
    const { id } = idOf(context).params
    const delivery = (context.form.get('delivery') ?? '').slice(0, 20)
    await perform({ params: { id, delivery } })
    return { location: `${PATH}/${id}?did=resent` }
  },
)

export const deleteWebhookAction = action(
  deleteWebhook,
  { path: `${PATH}/:webhook/delete`, operation: 'deleteWebhookFromPage' },
  async (perform, context) => {
    await perform(idOf(context))
    return { location: `${PATH}?did=deleted` }
  },
)
