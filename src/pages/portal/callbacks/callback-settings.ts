// Where and how callbacks are sent: a form that shows the PATCH it performs.

import { getProject, updateProject } from '../../../api/control/projects.ts'
import type { SettingsChange } from '../../../api/control/project-view.ts'
import { CALLBACK_OPERATIONS, isCallbackOperation } from '../../../callbacks/callback-schedule.ts'
import type { CallbackMethod, CallbackSignature } from '../../../callbacks/settings.ts'
import { CALLBACK_URL_LENGTH } from '../../../delivery/address.ts'
import { CALLBACK_PARAMETERS } from '../../../payments/orders/callback-parameters.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { doneNotice, type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { action, callOf, page } from '../shell/page.ts'

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

const plainOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const fieldsOf = (settings: CallbackForm): readonly Field[] => [
  {
    kind: 'text',
    name: 'callbackUrl',
    label: 'URL',
    hint: 'If empty, callbacks are recorded but not sent.',
    value: settings.callbackUrl ?? '',
    maxLength: CALLBACK_URL_LENGTH,
    inputMode: 'url',
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
  {
    kind: 'checks',
    name: 'callbackParameters',
    label: 'Extra parameters (mdOrder, orderNumber, operation and status are always sent)',
    values: settings.callbackParameters,
    options: plainOptions(CALLBACK_PARAMETERS),
  },
]

interface RefusedForm {
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
  body: {
    ...{ callbackUrl, callbackMethod, callbackSignature, callbackOperations },
    callbackParameters,
  },
})

export const callbackSettingsPage = page(
  getProject,
  { path: '/callbacks/settings', operation: 'callbackSettingsPage', of: 'page' },
  ({ settings }, context, refused?: RefusedForm) => {
    const { base, query } = context
    const shown = refused?.typed ?? settings
    const options = callOptions(context)
    const call = callOf(updateProject, patch(shown))
    return {
      title: 'Callback settings',
      isStill: true,
      ...(refused && { status: 422 as const }),
      content: html`<p class="trail"><a href="${base}/callbacks">${icons.back}Callbacks</a></p>
        <header class="heading"><h1>Callback settings</h1></header>
        ${query.get('did') === 'saved' && doneNotice('Saved', call, options)}
        ${refused && mistakeSummary('callback-settings', refused.mistakes, { callbackUrl: 'URL' })}
        <div class="sheet-of">
          ${form(
            {
              id: 'callback-settings',
              isState: true,
              action: `${base}/callbacks/settings`,
              fields: fieldsOf(shown),
              button: 'Save',
              call,
              ...(refused && { mistakes: refused.mistakes }),
            },
            options,
          )}
        </div>`,
    }
  },
)

export const saveCallbackSettings = action(
  updateProject,
  { path: '/callbacks/settings', operation: 'saveCallbackSettings' },
  async (perform, context) => {
    const { form: posted } = context
    const { settings } = context.dataset
    const chosen = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
      values.find((value) => value === posted.get(name)) ?? otherwise
    const parameters = new Set(posted.getAll('callbackParameters'))
    const typed: CallbackForm = {
      callbackUrl: (posted.get('callbackUrl') ?? '').trim() || null,
      callbackMethod: chosen('callbackMethod', METHODS, settings.callbackMethod),
      callbackSignature: chosen('callbackSignature', SIGNATURES, settings.callbackSignature),
      callbackOperations: [...new Set(posted.getAll('callbackOperations'))].filter(
        isCallbackOperation,
      ),
      callbackParameters: CALLBACK_PARAMETERS.filter((name) => parameters.has(name)),
    }
    const saved = await resultOrMistakes(perform(patch(typed)), ['callbackUrl'])
    return 'mistakes' in saved
      ? callbackSettingsPage.show(context, { typed, mistakes: saved.mistakes })
      : { location: '/callbacks/settings?did=saved' }
  },
)
