// The callback settings: a form that shows the PATCH it performs, next to a preview of the
// resulting callback.

import { getProject, updateProject } from '../../../api/control/projects/projects.ts'
import type { SettingsChange } from '../../../api/control/projects/project-view.ts'
import { CALLBACK_OPERATIONS, isCallbackOperation } from '../../../callbacks/callback-schedule.ts'
import type { CallbackMethod, CallbackSignature } from '../../../callbacks/settings.ts'
import { CALLBACK_URL_LENGTH } from '../../../delivery/address.ts'
import { UNSET_URL } from '../../../delivery/signing.ts'
import { CALLBACK_PARAMETERS } from '../../../payments/orders/callback-parameters.ts'
import { previewCallback } from '../../../api/control/callbacks/callback-preview.ts'
import { asset } from '../../../web/html/asset.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { backLink } from '../parts/back-link.ts'
import { descriptionList } from '../parts/description-list.ts'
import { doneNotice, type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { action, callOf, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import { alertsPanel } from './callback-alerts.ts'
import { PARAMETER_GROUPS } from './parameter-groups.ts'

export const callbackSettingsScript = asset('callback-settings', 'js')

type CallbackForm = Required<
  Pick<
    SettingsChange,
    | 'callbackUrl'
    | 'callbackMethod'
    | 'callbackSignature'
    | 'callbackOperations'
    | 'callbackParameters'
  >
>

const METHODS = ['GET', 'POST'] as const satisfies readonly CallbackMethod[]
const SIGNATURES = ['hmac', 'rsa', 'none'] as const satisfies readonly CallbackSignature[]

const PARAMETERS_HINT =
  'Additional parameters, in five groups. mdOrder, orderNumber, operation and status are always included.'

const plainOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const fieldsOf = (settings: CallbackForm, base: string): readonly Field[] => [
  {
    kind: 'text',
    name: 'callbackUrl',
    label: 'Callback URL',
    hint: 'If empty, callbacks are recorded but not sent. An order can name another URL. If you have no server, use a built-in receiver.',
    value: settings.callbackUrl ?? '',
    maxLength: CALLBACK_URL_LENGTH,
    inputMode: 'url',
    beside: html`<a class="button quiet" href="${base}/callbacks/test">Send a test</a>`,
    optional: true,
  },
  {
    kind: 'choice',
    name: 'callbackMethod',
    label: 'Method',
    value: settings.callbackMethod,
    options: plainOptions(METHODS),
  },
  {
    kind: 'choice',
    name: 'callbackSignature',
    label: 'Checksum',
    value: settings.callbackSignature,
    options: [
      { value: 'hmac', label: 'HMAC-SHA256 with the callback key' },
      { value: 'rsa', label: 'SHA512withRSA' },
      { value: 'none', label: 'None' },
    ],
  },
  {
    kind: 'checks',
    name: 'callbackOperations',
    label: 'Events to send',
    values: settings.callbackOperations,
    options: plainOptions(CALLBACK_OPERATIONS),
  },
  ...PARAMETER_GROUPS.map(({ id, label, names }): Field => ({
    kind: 'checks',
    name: 'callbackParameters',
    group: id,
    label,
    values: settings.callbackParameters,
    ...(id === 'amounts' && { hint: PARAMETERS_HINT }),
    options: plainOptions(names),
  })),
]

interface TypedForm {
  readonly typed: CallbackForm
  readonly mistakes: Mistakes
}

const patch = ({
  callbackUrl,
  callbackMethod,
  callbackSignature,
  callbackOperations,
  callbackParameters,
}: CallbackForm) => ({
  body: { callbackUrl, callbackMethod, callbackSignature, callbackOperations, callbackParameters },
})

export const callbackSettingsPage = page(
  getProject,
  { path: '/callbacks/settings', operation: 'callbackSettingsPage', of: 'page' },
  async ({ settings }, context, input?: TypedForm) => {
    const { base, query } = context
    const shown = input?.typed ?? settings
    const mistakes = input?.mistakes ?? {}
    const isRefused = Object.keys(mistakes).length > 0
    const options = callOptions(context)
    const call = callOf(updateProject, patch(shown))
    return {
      title: 'Callback settings',
      isStill: true,
      scripts: [callbackSettingsScript],
      ...(isRefused && { status: 422 as const }),
      head: html`${backLink(`${base}/callbacks`, 'Callbacks')}
        <header class="heading"><h1>Callback settings</h1></header>`,
      content: html`${query.get('did') === 'saved' && doneNotice('Saved', call, options)}
        ${mistakeSummary('callback-settings', mistakes, { callbackUrl: 'Callback URL' })}
        <div class="columns wide-aside">
          <div class="main callback-form">
            ${form(
              {
                id: 'callback-settings',
                isState: true,
                action: `${base}/callbacks/settings`,
                fields: fieldsOf(shown, base),
                button: 'Save settings',
                buttons: html`<button class="button" type="submit">Save settings</button>
                  <button
                    class="button quiet"
                    type="submit"
                    formaction="${base}/callbacks/settings/preview"
                  >
                    Preview
                  </button>
                  <button
                    class="button quiet"
                    type="submit"
                    formaction="${base}/callbacks/receivers/use"
                    formnovalidate
                  >
                    Use a built-in receiver
                  </button>`,
                call,
                mistakes,
              },
              options,
            )}
          </div>
          <aside>
            ${await preview(context, isRefused ? settings : shown)} ${await alertsPanel(context)}
          </aside>
        </div>`,
    }
  },
)

/** The request of the next callback with these settings. */
async function preview(context: PageContext, settings: CallbackForm): Promise<Html> {
  const { callbackUrl, callbackMethod, callbackSignature, callbackParameters } = settings
  const chosen = { callbackUrl, callbackMethod, callbackSignature, callbackParameters }
  const made = await context.perform(previewCallback, { body: chosen })
  const [address = ''] = made.url.split('?', 1)
  const isOwn = address !== new URL(callbackUrl ?? UNSET_URL).href.split(/[?#]/, 1)[0]
  return html`<section class="callback-preview" aria-labelledby="preview-title">
    <h2 id="preview-title">Preview</h2>
    <div id="callback-preview" role="status">
      <p class="aside">
        ${
          made.orderNumber === null
            ? 'Example data: the project has no orders yet.'
            : html`For the order
                <bdi>${made.orderNumber}</bdi>${isOwn && ', which names its own callback URL'}.`
        }
      </p>
      <p class="request-line">
        ${made.method}
        <span class="value">${address === UNSET_URL ? '(no callback URL)' : address}</span>
      </p>
      ${descriptionList(
        made.parameters.map(({ name, value }) => [
          name,
          html`<span class="value">${value === '' ? '(empty)' : value}</span>`,
        ]),
      )}
      ${
        made.omitted.length > 0 &&
        html`<p class="aside">Not sent because they have no value: ${made.omitted.join(', ')}</p>`
      }
    </div>
  </section>`
}

export const previewCallbackSettings = action(
  previewCallback,
  {
    path: '/callbacks/settings/preview',
    operation: 'previewCallbackSettings',
    // It changes nothing.
    auditsItself: true,
  },
  async (perform, context) => {
    const typed = typedForm(context)
    const { callbackUrl, callbackMethod, callbackSignature, callbackParameters } = typed
    const body = { callbackUrl, callbackMethod, callbackSignature, callbackParameters }
    const made = await resultOrMistakes(perform({ body }), ['callbackUrl'])
    const mistakes = 'mistakes' in made ? made.mistakes : {}
    return callbackSettingsPage.show(context, { typed, mistakes })
  },
)

export const saveCallbackSettings = action(
  updateProject,
  { path: '/callbacks/settings', operation: 'saveCallbackSettings' },
  async (perform, context) => {
    const typed = typedForm(context)
    const saved = await resultOrMistakes(perform(patch(typed)), ['callbackUrl'])
    return 'mistakes' in saved
      ? callbackSettingsPage.show(context, { typed, mistakes: saved.mistakes })
      : { location: '/callbacks/settings?did=saved' }
  },
)

function typedForm({ form: posted, dataset: { settings } }: PageContext): CallbackForm {
  const chosen = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === posted.get(name)) ?? otherwise
  const parameters = new Set(posted.getAll('callbackParameters'))
  return {
    callbackUrl: (posted.get('callbackUrl') ?? '').trim() || null,
    callbackMethod: chosen('callbackMethod', METHODS, settings.callbackMethod),
    callbackSignature: chosen('callbackSignature', SIGNATURES, settings.callbackSignature),
    callbackOperations: [...new Set(posted.getAll('callbackOperations'))].filter(
      isCallbackOperation,
    ),
    callbackParameters: CALLBACK_PARAMETERS.filter((name) => parameters.has(name)),
  }
}
