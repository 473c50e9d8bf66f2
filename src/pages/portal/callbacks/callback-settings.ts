// Where callbacks go and how: a form that shows the PATCH it stands for.

import { CALLBACK_OPERATIONS, isCallbackOperation } from '../../../callbacks/callback-schedule.ts'
import type { CallbackMethod, CallbackSignature } from '../../../callbacks/settings.ts'
import { CALLBACK_URL_LENGTH, callbackUrlFault } from '../../../delivery/address.ts'
import type { Settings } from '../../../kernel/settings.ts'
import { CALLBACK_PARAMETERS } from '../../../payments/orders/callback-parameters.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { doneNotice, type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import type { Onward, View, PageContext } from '../shell/screen.ts'

type CallbackForm = Pick<
  Settings,
  | 'callbackUrl'
  | 'callbackMethod'
  | 'callbackSignature'
  | 'callbackOperations'
  | 'callbackParameters'
>

const patchOf = (settings: CallbackForm): ApiCall => {
  const { callbackUrl, callbackMethod, callbackSignature } = settings
  const { callbackOperations, callbackParameters } = settings
  return {
    api: 'control',
    method: 'PATCH',
    path: '/project',
    body: {
      callbackUrl,
      callbackMethod,
      callbackSignature,
      callbackOperations,
      callbackParameters,
    },
  }
}

const plainOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const fieldsOf = (settings: CallbackForm): readonly Field[] => [
  {
    kind: 'text',
    name: 'callbackUrl',
    label: 'Address',
    hint: 'Empty keeps callbacks in the inbox only.',
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
    label: 'Operations that are told',
    values: settings.callbackOperations,
    options: plainOptions(CALLBACK_OPERATIONS),
  },
  {
    kind: 'checks',
    name: 'callbackParameters',
    label: 'Parameters beside the four that are always there',
    values: settings.callbackParameters,
    options: plainOptions(CALLBACK_PARAMETERS),
  },
]

const METHODS = ['GET', 'POST'] as const satisfies readonly CallbackMethod[]
const SIGNATURES = ['hmac', 'rsa', 'none'] as const satisfies readonly CallbackSignature[]

export function settingsView(
  context: PageContext,
  mistaken?: { readonly typed: CallbackForm; readonly mistakes: Mistakes },
): View {
  const { base, dataset, query } = context
  const shown = mistaken?.typed ?? dataset.settings
  const options = callOptions(context)
  const call = patchOf(shown)
  return {
    title: 'Callback settings',
    ...(mistaken && { status: 422 as const }),
    call: { api: 'control', method: 'GET', path: '/project' },
    content: html`<p class="trail"><a href="${base}/callbacks">${icons.back}Callbacks</a></p>
      <header class="heading"><h1>Callback settings</h1></header>
      ${query.get('did') === 'saved' && doneNotice('Saved', call, options)}
      ${mistaken && mistakeSummary('callback-settings', mistaken.mistakes, { callbackUrl: 'Address' })}
      <div class="sheet-of">
        ${form(
          {
            id: 'callback-settings',
            isState: true,
            action: `${base}/callbacks/settings`,
            fields: fieldsOf(shown),
            button: 'Save',
            call,
            ...(mistaken && { mistakes: mistaken.mistakes }),
          },
          options,
        )}
      </div>`,
  }
}

export async function saveSettings(context: PageContext): Promise<View | Onward> {
  const { form: posted, dataset, service, execute } = context
  const chosen = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === posted.get(name)) ?? otherwise
  const url = (posted.get('callbackUrl') ?? '').trim()
  const { callbackMethod, callbackSignature } = dataset.settings
  const chosenParameters = new Set(posted.getAll('callbackParameters'))
  const typed: CallbackForm = {
    callbackUrl: url === '' ? null : url,
    callbackMethod: chosen('callbackMethod', METHODS, callbackMethod),
    callbackSignature: chosen('callbackSignature', SIGNATURES, callbackSignature),
    callbackOperations: [...new Set(posted.getAll('callbackOperations'))].filter(
      isCallbackOperation,
    ),
    callbackParameters: CALLBACK_PARAMETERS.filter((name) => chosenParameters.has(name)),
  }
  const fault =
    url === ''
      ? undefined
      : url.length > CALLBACK_URL_LENGTH
        ? `must have at most ${CALLBACK_URL_LENGTH} characters`
        : callbackUrlFault(url, service.config.mode)
  if (fault !== undefined)
    return settingsView(context, { typed, mistakes: { callbackUrl: `It ${fault}.` } })
  await execute('changeSettings', { settings: typed })
  return { location: '/callbacks/settings?did=saved' }
}
