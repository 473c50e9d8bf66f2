// The effects of a rule other than its decision, in the form: the codes of A and B, the response,
// and the callbacks.

import {
  CALLBACK_DELAY_MAX_MS,
  type CardOutcome,
  DELAY_MAX_MS,
} from '../../../payments/methods/card-outcome.ts'
import { FLOW_NAMES } from '../../../three-d-secure/authentication.ts'
import type { FieldGroup, Mistakes } from '../parts/form-view.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import type { TypedFields } from './rule-conditions-form.ts'

const SECONDS_MAX = DELAY_MAX_MS / 1000
const MINUTES_MAX = CALLBACK_DELAY_MAX_MS / 60_000

export const EFFECT_LABELS = {
  flow: '3-D Secure',
  responseCode: 'Response code (interface A)',
  statusMessage: 'Status message (interface B)',
  delay: 'Delay of the response',
  response: 'Response',
  callbackDelay: 'Delay of callbacks',
  callback: 'Callbacks',
} as const satisfies TypedFields

const RESPONSES = [
  { value: 'sent', label: 'is sent' },
  { value: 'timeout', label: 'is never sent (timeout)' },
]
const CALLBACKS = [
  { value: 'once', label: 'are sent once' },
  { value: 'duplicate', label: 'are sent twice' },
]

/** Values of an untouched form. */
export const EFFECT_DEFAULTS: TypedFields = { flow: 'ssl', response: 'sent', callback: 'once' }

export function effectGroups(shown: (name: string) => string): readonly FieldGroup[] {
  const common = (name: keyof typeof EFFECT_LABELS, hint?: string) => ({
    name,
    label: EFFECT_LABELS[name],
    value: shown(name),
    ...(hint !== undefined && { hint }),
  })
  return [
    {
      title: 'Response',
      fields: [
        {
          kind: 'choice',
          ...common('flow'),
          options: FLOW_NAMES.map((flow) => ({
            value: flow,
            label: flow === 'ssl' ? 'none' : flow.replaceAll('-', ' '),
          })),
        },
        {
          kind: 'text',
          optional: true,
          maxLength: 2,
          ...common('responseCode', 'Such as 51. If empty, the default for the action code.'),
        },
        {
          kind: 'text',
          optional: true,
          maxLength: 100,
          ...common('statusMessage', 'If empty, the default for the action code.'),
        },
        {
          kind: 'text',
          optional: true,
          maxLength: 6,
          inputMode: 'numeric',
          suffix: 's',
          ...common('delay', `Up to ${SECONDS_MAX} seconds of real time.`),
        },
        { kind: 'choice', ...common('response'), options: RESPONSES },
      ],
    },
    {
      title: 'Callbacks',
      fields: [
        { kind: 'choice', ...common('callback'), options: CALLBACKS },
        {
          kind: 'text',
          optional: true,
          maxLength: 6,
          inputMode: 'numeric',
          suffix: 'min',
          ...common('callbackDelay', 'Minutes of the project’s clock.'),
        },
      ],
    },
  ]
}

/** Reads the effects of the form. */
export function readEffects(
  typed: TypedFields,
  isDecline: boolean,
): { readonly outcome: Partial<CardOutcome>; readonly mistakes: Mistakes } {
  const { responseCode = '', statusMessage = '', delay = '', callbackDelay = '' } = typed
  const flow = FLOW_NAMES.find((each) => each === typed['flow'])
  const seconds = numberUpTo(delay, SECONDS_MAX)
  const minutes = numberUpTo(callbackDelay, MINUTES_MAX)
  const isCode = /^(?!00)[0-9A-Z]{2}$/.test(responseCode)
  const isDuplicate = typed['callback'] === 'duplicate'
  const hasAnswer = responseCode !== '' || statusMessage !== ''
  return {
    outcome: {
      ...(flow !== undefined && flow !== 'ssl' && { flow }),
      ...(isDecline && isCode && { responseCode }),
      ...(isDecline && statusMessage !== '' && { statusMessage }),
      ...(seconds !== undefined && seconds > 0 && { delayMs: seconds * 1000 }),
      ...(typed['response'] === 'timeout' && { timeout: true as const }),
      ...((isDuplicate || (minutes ?? 0) > 0) && {
        callback: {
          ...(isDuplicate && { duplicate: true as const }),
          ...(minutes !== undefined && minutes > 0 && { delayMs: minutes * 60_000 }),
        },
      }),
    },
    mistakes: {
      ...(flow === undefined && { flow: 'Select an option.' }),
      ...(responseCode !== '' &&
        !isCode && { responseCode: 'Enter two digits or capital letters, but not 00.' }),
      ...(!isDecline &&
        hasAnswer && {
          [responseCode === '' ? 'statusMessage' : 'responseCode']:
            'Only a decline can have a status message.',
        }),
      ...(delay !== '' &&
        seconds === undefined && { delay: `Enter seconds from 0 to ${SECONDS_MAX}.` }),
      ...(callbackDelay !== '' &&
        minutes === undefined && {
          callbackDelay: `Enter minutes from 0 to ${MINUTES_MAX.toLocaleString('en')}.`,
        }),
      ...(!isOption(RESPONSES, typed['response']) && { response: 'Select an option.' }),
      ...(!isOption(CALLBACKS, typed['callback']) && { callback: 'Select an option.' }),
    },
  }
}

/** A missing choice means the default. */
const isOption = (options: typeof RESPONSES, value: string | undefined): boolean =>
  value === undefined || options.some((each) => each.value === value)

function numberUpTo(entered: string, most: number): number | undefined {
  const value = wholeNumber(entered)
  return value !== undefined && value >= 0 && value <= most ? value : undefined
}
