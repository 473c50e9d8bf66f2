// Built-in receivers: the list with a form that creates one, and the requests that one has
// received.

import { updateProject } from '../../../api/control/projects/projects.ts'
import {
  changeReceiver,
  createReceiver,
  deleteReceiver,
  getReceiver,
  listReceivers,
} from '../../../api/control/receivers/receivers.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import {
  badge,
  codeBlock,
  copyable,
  emptyState,
  outcome,
  table,
} from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { exactly } from '../../../web/html/when.ts'
import { backLink } from '../parts/back-link.ts'
import { descriptionList } from '../parts/description-list.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { listAndForm } from '../parts/list-view.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import { type ActOptions, callOptions } from '../shell/call-options.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { answerFile, csvLink } from '../shell/list-file.ts'
import { action, callOf, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

type Receivers = AnswerOf<typeof listReceivers>
type Receiver = AnswerOf<typeof getReceiver>
type Arrived = Receiver['items'][number]

interface Typed {
  readonly answers: string
  readonly delayMs: string
}

interface Mistaken {
  readonly typed: Typed
  readonly mistakes: Mistakes
}

const LABELS = { answers: 'Response statuses', delayMs: 'Delay before each response' }
const USUAL: Typed = { answers: '200', delayMs: '0' }

const fieldsOf = (typed: Typed): readonly Field[] => [
  {
    kind: 'text',
    name: 'answers',
    label: LABELS.answers,
    hint: 'HTTP statuses in order, such as 500, 500, 200. The last one repeats.',
    value: typed.answers,
    maxLength: 300,
  },
  {
    kind: 'text',
    name: 'delayMs',
    label: LABELS.delayMs,
    hint: 'Callbacks time out after 15,000 ms.',
    value: typed.delayMs,
    suffix: 'ms',
    inputMode: 'numeric',
    maxLength: 10,
  },
]

/** The input of the form; a field that is not a number is undefined. */
function readForm({ form: posted }: PageContext) {
  const typed: Typed = {
    answers: (posted.get('answers') ?? '').trim().slice(0, 300),
    delayMs: (posted.get('delayMs') ?? '').trim().slice(0, 10),
  }
  const answers = typed.answers.split(/[\s,]+/).map(wholeNumber)
  const delayMs = wholeNumber(typed.delayMs)
  const mistakes = {
    ...(answers.includes(undefined) && { answers: 'Enter statuses such as 500, 500, 200.' }),
    ...(delayMs === undefined && { delayMs: 'Enter a whole number.' }),
  }
  const body = { answers: answers.filter((each) => each !== undefined), delayMs: delayMs ?? 0 }
  return { typed, mistakes, body }
}

const DONE: Readonly<Record<string, string>> = {
  created: 'Receiver created',
  changed: 'Responses changed',
  used: 'Callbacks go to this receiver',
  deleted: 'Receiver deleted',
}

function news({ query }: PageContext): Html | undefined {
  const text = DONE[query.get('did') ?? '']
  return text === undefined ? undefined : outcome('approved', html`<strong>${text}</strong>`)
}

export const receiversPage = page(
  listReceivers,
  { path: '/callbacks/receivers', operation: 'receiversPage', of: 'list' },
  (shown: Receivers, context, mistaken?: Mistaken) => {
    const { base } = context
    const options = callOptions(context)
    const { typed = USUAL, mistakes = {} } = mistaken ?? {}
    return {
      title: 'Receivers',
      ...(mistaken && { status: 422 as const }),
      head: html`${backLink(`${base}/callbacks`, 'Callbacks')}
        <header class="heading">
          <h1>Receivers</h1>
          <p class="tools">${csvLink(`${base}/callbacks/receivers.csv`)}</p>
        </header>`,
      content: html`${news(context)} ${mistakeSummary('receiver', mistakes, LABELS)}
        <p class="lead">
          A receiver is a URL of this service that stores the requests it gets and responds as you
          choose. If you have no server yet, use it as the callback URL.
          <a href="${base}/guides/receivers">Built-in receivers</a>
        </p>
        ${listAndForm(
          html`<div data-live="receivers">${receiverTable(shown, context)}</div>`,
          options.mayAct &&
            html`<section id="create">
              <h2>Create a receiver</h2>
              ${form(
                {
                  id: 'receiver',
                  action: `${base}/callbacks/receivers`,
                  fields: fieldsOf(typed),
                  button: 'Create receiver',
                  mistakes,
                  call: callOf(createReceiver, { body: {} }),
                },
                options,
              )}
            </section>`,
        )}`,
    }
  },
)

const SHORT_ID_LENGTH = 12

/** The first characters of an id, which differ between the receivers of a project. */
const shortId = (id: string): string => `${id.slice(0, SHORT_ID_LENGTH)}…`

const receiverTable = ({ items }: Receivers, { base, dataset, now }: PageContext): Html =>
  table({
    caption: 'Receivers',
    stacks: true,
    columns: [
      { header: 'Receiver' },
      { header: 'URL' },
      { header: 'Responses', labelled: true },
      { header: 'Requests', labelled: true },
      { header: 'Created' },
    ],
    rows: items.map(({ id, url, answers, delayMs, received, createdAt }) => [
      html`<a class="value" href="${base}/callbacks/receivers/${id}">${shortId(id)}</a>
        ${dataset.settings.callbackUrl === url && badge('approved', 'callback URL')}`,
      copyable(url, `URL of the receiver ${shortId(id)}`),
      `${answers.join(', ')}${delayMs === 0 ? '' : ` after ${delayMs} ms`}`,
      received.toLocaleString('en'),
      exactly(Date.parse(createdAt), now),
    ]),
    empty: emptyState('callbacks', 'No receivers yet.'),
  })

const idOf = ({ params }: PageContext) => ({ params: { id: params['receiver'] ?? '' } })

export const receiverPage = page(
  getReceiver,
  { path: '/callbacks/receivers/:receiver', operation: 'receiverPage', of: 'receiver', sent: idOf },
  (receiver: Receiver, context, mistaken?: Mistaken) => {
    const { base, dataset, now } = context
    const { id, url, answers, delayMs, received, createdAt, items } = receiver
    const options = callOptions(context)
    const { typed = { answers: answers.join(', '), delayMs: String(delayMs) }, mistakes = {} } =
      mistaken ?? {}
    const isUsed = dataset.settings.callbackUrl === url
    return {
      title: `Receiver ${shortId(id)}`,
      ...(mistaken && { status: 422 as const }),
      head: html`${backLink(`${base}/callbacks/receivers`, 'Receivers')}
        <header class="heading">
          <h1>Receiver ${shortId(id)} ${isUsed && badge('approved', 'callback URL')}</h1>
          <p class="tools">${csvLink(`${base}/callbacks/receivers/${id}.csv`)}</p>
        </header>`,
      content: html`${news(context)} ${mistakeSummary('answers', mistakes, LABELS)}
        <div class="columns">
          <div class="main">${arrivals(items, context)}</div>
          <aside>
            <section data-live="facts">
              <h2>Details</h2>
              ${descriptionList([
                ['URL', copyable(url, 'URL of the receiver')],
                ['Requests', received.toLocaleString('en')],
                ['Created', exactly(Date.parse(createdAt), now)],
              ])}
            </section>
            <section class="acts">
              <h2>Actions</h2>
              ${form(
                {
                  id: 'answers',
                  isState: true,
                  title: 'Responses',
                  action: `${base}/callbacks/receivers/${id}`,
                  fields: fieldsOf(typed),
                  button: 'Change responses',
                  mistakes,
                  call: callOf(changeReceiver, { params: { id }, body: { answers: [500, 200] } }),
                },
                options,
              )}
              ${!isUsed && useForm(`${base}/callbacks/receivers/${id}/use`, url, options)}
              ${form(
                {
                  id: 'delete',
                  action: `${base}/callbacks/receivers/${id}/delete`,
                  button: 'Delete receiver',
                  look: 'danger',
                  call: callOf(deleteReceiver, { params: { id } }),
                },
                options,
              )}
            </section>
          </aside>
        </div>`,
    }
  },
)

export const receiverFiles = [
  answerFile(listReceivers, { path: '/callbacks/receivers.csv', operation: 'receiversFile' }),
  answerFile(getReceiver, {
    path: '/callbacks/receivers/:receiver.csv',
    operation: 'receivedFile',
    sent: idOf,
  }),
]

const useForm = (address: string, url: string, options: ActOptions): Html =>
  form(
    {
      id: 'use',
      action: address,
      button: 'Use as callback URL',
      look: 'quiet',
      call: callOf(updateProject, { body: { callbackUrl: url } }),
    },
    options,
  )

const arrivals = (items: readonly Arrived[], context: PageContext): Html =>
  html`<section data-live="arrived">
    <h2>Received requests</h2>
    ${
      items.length === 0
        ? emptyState('callbacks', 'Nothing has arrived yet.')
        : html`<ol class="timeline">
            ${items.map((item) => arrival(item, context))}
          </ol>`
    }
  </section>`

function arrival(item: Arrived, { now }: PageContext): Html {
  const { number, at, method, path, headers, body, isCut, parameters, checksumFits, status } = item
  const isAccepted = status === 200
  const head = [
    `${method} ${path}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\n')
  return html`<li class="${isAccepted ? 'step-approved' : 'step-declined'}">
    <span class="mark-of">${isAccepted ? icons.check : icons.cross}</span>
    <div>
      <h3>
        ${parameters['operation'] ?? `${method} request`}
        ${
          checksumFits !== null &&
          (checksumFits
            ? badge('approved', 'checksum correct')
            : badge('declined', 'checksum incorrect'))
        }
      </h3>
      <p class="aside">
        ${exactly(Date.parse(at), now)} <span>request ${number}</span>
        <span>answered ${status}</span>
      </p>
      <details class="call">
        <summary>Parameters and request</summary>
        ${descriptionList(
          Object.entries(parameters).map(([name, value]) => [
            name,
            html`<span class="value">${value === '' ? '(empty)' : value}</span>`,
          ]),
        )}
        ${codeBlock({ code: head, label: 'request' })}
        ${body !== null && codeBlock({ code: body, label: 'body', caption: 'Body' })}
        ${isCut && html`<p class="aside">The body is longer; only its first part is stored.</p>`}
      </details>
    </div>
  </li>`
}

export const createReceiverAction = action(
  createReceiver,
  { path: '/callbacks/receivers', operation: 'createReceiverFromPage' },
  async (perform, context) => {
    const { typed, mistakes, body } = readForm(context)
    if (Object.keys(mistakes).length > 0) return receiversPage.show(context, { typed, mistakes })
    const made = await resultOrMistakes(perform({ body }), Object.keys(LABELS))
    return 'mistakes' in made
      ? receiversPage.show(context, { typed, mistakes: made.mistakes })
      : { location: `/callbacks/receivers/${made.result.id}?did=created` }
  },
)

export const changeReceiverAction = action(
  changeReceiver,
  { path: '/callbacks/receivers/:receiver', operation: 'changeReceiverFromPage' },
  async (perform, context) => {
    const { typed, mistakes, body } = readForm(context)
    if (Object.keys(mistakes).length > 0) return receiverPage.show(context, { typed, mistakes })
    const work = perform({ ...idOf(context), body })
    const changed = await resultOrMistakes(work, Object.keys(LABELS))
    return 'mistakes' in changed
      ? receiverPage.show(context, { typed, mistakes: changed.mistakes })
      : { location: `/callbacks/receivers/${changed.result.id}?did=changed` }
  },
)

export const deleteReceiverAction = action(
  deleteReceiver,
  { path: '/callbacks/receivers/:receiver/delete', operation: 'deleteReceiverFromPage' },
  async (perform, context) => {
    await perform(idOf(context))
    return { location: '/callbacks/receivers?did=deleted' }
  },
)

export const useReceiverAction = action(
  updateProject,
  { path: '/callbacks/receivers/:receiver/use', operation: 'useReceiverFromPage' },
  async (perform, context) => {
    const { id, url } = await context.perform(getReceiver, idOf(context))
    await perform({ body: { callbackUrl: url } })
    return { location: `/callbacks/receivers/${id}?did=used` }
  },
)

/** The button of the callback settings: a new receiver becomes the callback URL. */
export const useNewReceiverAction = action(
  createReceiver,
  { path: '/callbacks/receivers/use', operation: 'useNewReceiverFromPage' },
  async (perform, context) => {
    const { id, url } = await perform({ body: {} })
    await context.perform(updateProject, { body: { callbackUrl: url } })
    return { location: `/callbacks/receivers/${id}?did=used` }
  },
)
