// The form that adds a fault. You choose a kind first, and the form then has the fields of this
// kind.

import { addFault } from '../../../api/control/faults/fault-operations.ts'
import { SENT } from '../../../api/control/faults/fault-schemas.ts'
import {
  FAULT_APIS,
  FAULT_KIND_NAMES,
  FAULT_KINDS,
  type FaultApi,
  type FaultKind,
  type FaultNumber,
  isCallbackFault,
} from '../../../fault-injection/fault-kinds.ts'
import type { DefinedFault } from '../../../fault-injection/fault-plan.ts'
import { chipLink } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { type Field, form, type Mistakes } from '../parts/form-view.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import type { ActOptions } from '../shell/call-options.ts'
import { callOf } from '../shell/page.ts'

export type TypedFault = Readonly<Record<string, string>>

/** The names of the fields, by the operation's names. */
export const FAULT_FIELDS: Readonly<Record<string, string>> = {
  operation: 'Calls',
  times: 'Number of calls',
  rate: 'Probability',
  ms: 'Time',
  jitterMs: 'Additional random delay',
  status: 'Status',
  retryAfterSeconds: 'Retry-After',
}

const NUMBER_SUFFIX: Readonly<Record<FaultNumber, string>> = {
  ms: 'ms',
  jitterMs: 'ms',
  status: '',
  retryAfterSeconds: 's',
}

const FIRST_KIND: FaultKind = 'error'

/** The kind that the URL or the form specifies. */
export const kindOf = (name: string | null): FaultKind =>
  FAULT_KIND_NAMES.find((kind) => kind === name) ?? FIRST_KIND

export function faultForm(
  { kind, typed, mistakes }: { kind: FaultKind; typed: TypedFault; mistakes: Mistakes },
  { base, operationApis }: { base: string; operationApis: ReadonlyMap<string, string> },
  options: ActOptions,
): Html {
  return html`${kindChips(kind, `${base}/faults`)}
  ${form(
    {
      id: 'fault',
      action: `${base}/faults`,
      explanation: FAULT_KINDS[kind].sentence,
      hidden: { kind },
      fields: [
        {
          kind: 'choice',
          name: 'operation',
          label: isCallbackFault(kind) ? 'Callbacks' : 'Calls',
          value: typed['operation'] ?? '',
          options: isCallbackFault(kind) ? callbackTargets() : callTargets(operationApis),
        },
        optional('times', 'Leave empty to keep the fault active until you end it.', typed),
        optional('rate', 'Leave empty for 100%.', typed, '%'),
        ...numberFields(kind, typed),
      ],
      button: 'Add fault',
      mistakes,
      call: callOf(addFault, { body: readFault(kind, typed).fault }),
    },
    options,
  )}`
}

/** Calls and callbacks, each in a group; a chip shows the form of its kind. */
const kindChips = (current: FaultKind, address: string): Html =>
  html`${(['call', 'callback'] as const).map(
    (of) =>
      html`<p
        class="chips"
        role="group"
        aria-label="${of === 'call' ? 'Kinds for calls' : 'Kinds for callbacks'}"
      >
        ${FAULT_KIND_NAMES.filter((kind) => FAULT_KINDS[kind].of === of).map((kind) =>
          chipLink(FAULT_KINDS[kind].label, `${address}?kind=${kind}#add`, kind === current),
        )}
      </p>`,
  )}`

/** The value for all calls of an API. */
const allOf = (api: FaultApi): string => `all-${api}`

function callTargets(operationApis: ReadonlyMap<string, string>) {
  return [
    { value: '', label: 'All calls to A, B and C' },
    ...FAULT_APIS.flatMap((api) => [
      { value: allOf(api), label: `All calls of ${api}` },
      ...[...operationApis]
        .filter(([, each]) => each === api)
        .map(([name]) => ({ value: name, label: `${api}: ${name}` })),
    ]),
  ]
}

const callbackTargets = () => [
  { value: '', label: 'All callbacks and webhooks' },
  ...SENT.map((name) => ({ value: name, label: name })),
]

const optional = (name: string, hint: string, typed: TypedFault, suffix = ''): Field => ({
  kind: 'text',
  name,
  label: FAULT_FIELDS[name] ?? name,
  hint,
  value: typed[name] ?? '',
  inputMode: 'decimal',
  maxLength: 10,
  optional: true,
  ...(suffix !== '' && { suffix }),
})

function numberFields(kind: FaultKind, typed: TypedFault): readonly Field[] {
  const { numbers } = FAULT_KINDS[kind]
  return (Object.keys(numbers) as FaultNumber[]).map((name) => {
    const bounds = numbers[name]
    const value = typed[name] ?? String(bounds?.default ?? '')
    const label = FAULT_FIELDS[name] ?? name
    if (bounds?.values !== undefined)
      return {
        ...({ kind: 'choice', name, label, value } as const),
        options: bounds.values.map((each) => ({ value: String(each), label: String(each) })),
      }
    const suffix = NUMBER_SUFFIX[name]
    return {
      ...({ kind: 'text', name, label, value, suffix } as const),
      inputMode: 'numeric',
      maxLength: 10,
    }
  })
}

/** The fault with the typed values, and the errors of fields that are not numbers. */
export function readFault(
  kind: FaultKind,
  typed: TypedFault,
): { readonly fault: DefinedFault; readonly mistakes: Mistakes } {
  const mistakes: Record<string, string> = {}
  const number = (name: string): number | undefined => {
    const text = (typed[name] ?? '').trim()
    if (text === '') return undefined
    const value = wholeNumber(text)
    if (value === undefined) mistakes[name] = 'Enter a whole number.'
    return value
  }
  const target = typed['operation'] ?? ''
  const api = FAULT_APIS.find((each) => target === allOf(each))
  const rate = rateOf(typed['rate'] ?? '')
  if (rate === null) mistakes['rate'] = 'Enter a percentage above 0, up to 100.'
  const numbers = ['times', ...Object.keys(FAULT_KINDS[kind].numbers)].flatMap((name) => {
    const value = number(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const fault: DefinedFault = {
    kind,
    ...(api !== undefined && { api }),
    ...(api === undefined && target !== '' && { operation: target }),
    ...(typeof rate === 'number' && { rate }),
    ...(Object.fromEntries(numbers) as Partial<Record<'times' | FaultNumber, number>>),
  }
  return { fault, mistakes }
}

/** Undefined if empty, null if it is not a percentage. */
function rateOf(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const percent = /^\d{1,3}(?:\.\d{1,4})?$/.test(trimmed) ? Number(trimmed) : 0
  return percent > 0 && percent <= 100 ? percent / 100 : null
}
