// A project's settings as form fields, in groups, and their values as text.

import { currencyByNumeric } from '../../../ledger/currency.ts'
import type { SettingsChange } from '../../../api/control/projects/project-view.ts'
import type { Settings } from '../../../kernel/settings.ts'
import { RETENTION_DAYS_MAX } from '../../../projects/retention.ts'
import type { Field, FieldGroup, Mistakes } from '../parts/form-view.ts'
import { wholeNumber } from '../parts/whole-number.ts'

type PageSettings = Pick<
  Settings,
  | 'merchantName'
  | 'mcc'
  | 'terminalId'
  | 'cardPool'
  | 'gatewayCurrencies'
  | 'issuedCardChallenge'
  | 'gatewayPrefersVersion2'
  | 'registerErrorCode'
  | 'reverseCaptured'
  | 'basicAuthentication'
  | 'recurrence'
  | 'orderRetentionDays'
  | 'callbackRetentionDays'
  | 'requestLogRetentionDays'
>
type Name = keyof PageSettings

interface CommonSetting {
  readonly name: Name
  readonly label: string
  readonly hint: string
}

/** A text field; `read` parses the entered text and returns undefined if it is invalid. */
interface TypedSetting extends CommonSetting {
  readonly mistake: string
  readonly maxLength: number
  readonly isOptional?: boolean
  readonly read: (text: string) => PageSettings[Name] | undefined
}

interface ChosenSetting extends CommonSetting {
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

interface SettingGroup {
  readonly title: string
  readonly settings: readonly (TypedSetting | ChosenSetting)[]
}

const number =
  (from: number, to: number) =>
  (text: string): number | undefined => {
    const value = wholeNumber(text)
    return value !== undefined && value >= from && value <= to ? value : undefined
  }

const CURRENCIES_MAX = 200

function currencies(text: string): string[] | null | undefined {
  if (text === '') return null
  const codes = [...new Set(text.split(/[\s,]+/))].filter((code) => code !== '')
  const isKnown = codes.every((code) => currencyByNumeric(code) !== undefined)
  return isKnown && codes.length <= CURRENCIES_MAX ? codes : undefined
}

const noOrYes = (no: string, yes: string) => [
  { value: no, label: 'No' },
  { value: yes, label: 'Yes' },
]

/** A period in days; empty if it is unlimited. */
const DAYS = {
  maxLength: 4,
  isOptional: true,
  mistake: `Enter a number from 1 to ${RETENTION_DAYS_MAX.toLocaleString('en')}, or leave the field empty.`,
  read: (text: string) => (text === '' ? null : number(1, RETENTION_DAYS_MAX)(text)),
}

// prettier-ignore
const GROUPS: readonly SettingGroup[] = [
  { title: 'Merchant', settings: [
    { name: 'merchantName', label: 'Merchant name', maxLength: 64, mistake: 'Enter 1 to 64 characters.',
      hint: 'Shown to payers on the payment page, and in the ledger.',
      read: (text) => (/^[^\p{Cc}]{1,64}$/u.test(text) ? text : undefined) },
    { name: 'mcc', label: 'Merchant category code (MCC)', maxLength: 4, mistake: 'Enter a number from 1 to 9999.',
      hint: 'ISO 18245, such as 5411 for grocery stores. Applies to new payments.',
      read: number(1, 9999) },
    { name: 'terminalId', label: 'Terminal id', maxLength: 8, mistake: 'Enter eight digits or letters.',
      hint: 'Eight digits or letters, in status records and callbacks.',
      read: (text) => (/^[0-9A-Za-z]{8}$/.test(text) ? text : undefined) },
    { name: 'gatewayCurrencies', label: 'Order currencies', maxLength: 1000, isOptional: true, mistake: 'Enter ISO 4217 numeric codes such as 978, 840.',
      hint: 'ISO 4217 numeric codes such as 978, 840. If empty, every currency is accepted.',
      read: currencies },
  ] },
  { title: 'Payments', settings: [
    { name: 'reverseCaptured', label: 'Reverse captured payments on the same day',
      hint: 'If no, reverse.do refuses captured payments with errorCode 7. The day ends at midnight UTC.',
      options: noOrYes('refused', 'same-day') },
    { name: 'recurrence', label: 'Enforce the limits of recurring payments',
      hint: 'If yes, recurringFrequency and recurringExpiry are required, and charges that are too early or too late are declined.',
      options: noOrYes('keep', 'enforce') },
    { name: 'registerErrorCode', label: 'Send errorCode 0 in successful register.do responses',
      hint: 'Some gateways omit errorCode after success, others send 0.',
      options: noOrYes('absent', '0') },
    { name: 'basicAuthentication', label: 'Accept HTTP Basic authentication on interface C',
      hint: 'If yes, userName and password are also accepted in the Authorization header.',
      options: noOrYes('off', 'on') },
  ] },
  { title: '3-D Secure', settings: [
    { name: 'issuedCardChallenge', label: '3-D Secure of issued cards',
      hint: 'How payments with this project’s cards are authenticated.',
      options: [{ value: 'off', label: 'Off' }, { value: 'challenge', label: 'Challenge (asks for a code)' }, { value: 'frictionless', label: 'Frictionless' }] },
    { name: 'gatewayPrefersVersion2', label: 'Use 3-D Secure 2 by default',
      hint: 'If no, version 2 runs only if the request announces it (threeDSVer2FinishUrl). Otherwise the challenge uses version 1.',
      options: noOrYes('false', 'true') },
  ] },
  { title: 'Cards', settings: [
    { name: 'cardPool', label: 'Card pool', maxLength: 7, mistake: 'Enter a number from 0 to 1,000,000.',
      hint: 'How many cards the project can issue until its next reset, other than through interface A.',
      read: number(0, 1_000_000) },
  ] },
  { title: 'Retention', settings: [
    { name: 'orderRetentionDays', label: 'Days to keep orders', ...DAYS,
      hint: 'Completed orders are then deleted with their callbacks. Journal entries are kept. If empty, orders are kept as long as the service allows.' },
    { name: 'callbackRetentionDays', label: 'Days to keep callbacks', ...DAYS,
      hint: 'Includes webhook events. Callbacks that are still to be sent are kept.' },
    { name: 'requestLogRetentionDays', label: 'Days to keep requests', ...DAYS,
      hint: 'The entries on the Activity page.' },
  ] },
]

const SETTINGS = GROUPS.flatMap((group) => group.settings)

export const SETTING_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  SETTINGS.map(({ name, label }) => [name, label]),
)

const textOf = (value: PageSettings[Name]): string =>
  value === null ? '' : typeof value === 'object' ? value.join(', ') : String(value)

/** The groups of the form, with the typed text if it was refused. */
export const fieldGroups = (
  shown: PageSettings,
  typed: Readonly<Record<string, string>>,
): readonly FieldGroup[] =>
  GROUPS.map(({ title, settings }) => ({
    title,
    fields: settings.map((setting): Field => {
      const { name, label, hint } = setting
      const common = { name, label, hint, value: typed[name] ?? textOf(shown[name]) }
      return 'options' in setting
        ? { kind: 'choice', ...common, options: setting.options }
        : {
            kind: 'text',
            ...common,
            maxLength: setting.maxLength,
            optional: setting.isOptional ?? false,
          }
    }),
  }))

/** The change that the typed text describes, or the errors by field. */
export function changeOf(
  typed: Readonly<Record<string, string>>,
): { readonly change: SettingsChange } | { readonly mistakes: Mistakes } {
  const values: [Name, PageSettings[Name]][] = []
  const mistakes: Record<string, string> = {}
  for (const setting of SETTINGS) {
    const { name } = setting
    const text = typed[name] ?? ''
    if ('options' in setting) {
      const chosen = setting.options.find(({ value }) => value === text)?.value
      if (chosen === undefined) continue
      const value = name === 'gatewayPrefersVersion2' ? chosen === 'true' : chosen
      values.push([name, value])
    } else {
      const value = setting.read(text)
      if (value === undefined) mistakes[name] = setting.mistake
      else values.push([name, value])
    }
  }
  return Object.keys(mistakes).length > 0 ? { mistakes } : { change: Object.fromEntries(values) }
}

/** The change that saves the displayed settings. */
export const savedAs = (shown: PageSettings): SettingsChange =>
  Object.fromEntries(SETTINGS.map(({ name }) => [name, shown[name]]))
