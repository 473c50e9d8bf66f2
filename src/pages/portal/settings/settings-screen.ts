// The settings of a project, with the equivalent PATCH call; export, reset and deletion.

import { deleteProject } from '../../../api/control/project-end.ts'
import type { SettingsChange } from '../../../api/control/project-view.ts'
import { resetProject, updateProject } from '../../../api/control/projects.ts'
import { rowLimitOf } from '../../../config.ts'
import { currencyByNumeric } from '../../../ledger/currency.ts'
import type { Settings } from '../../../kernel/settings.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { doneNotice, type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import { LOOK_LABELS, paymentLook, saveLook } from './payment-look.ts'
import { type EndForm, exportFile, isDemo, projectEnd, RESET } from './project-end.ts'

export const settings: Screen = {
  group: 'Project',
  label: 'Settings',
  icon: icons.gear,
  path: '/settings',
  pages: [
    {
      path: '/settings',
      operation: 'settingsPage',
      show: (context) => Promise.resolve(settingsView(context)),
    },
  ],
  actions: [
    { path: '/settings', operation: 'saveSettings', act: saveSettings },
    saveLook((context, { ...typed }, mistakes) =>
      settingsView(context, { form: 'look', typed, mistakes }),
    ),
    { path: '/settings/reset', operation: 'resetFromPage', act: reset },
    // The audit log is deleted with the project, so there is no log to write to.
    {
      path: '/settings/delete',
      operation: 'deleteFromPage',
      act: remove,
      needs: 'own',
      auditsItself: true,
    },
  ],
  downloads: [{ path: '/export.json', operation: 'exportFile', send: exportFile, needs: 'change' }],
}

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
>
type Name = keyof PageSettings

/** A text field; `read` parses the entered text and returns undefined if it is invalid. */
interface TypedSetting {
  readonly name: Name
  readonly label: string
  readonly mistake: string
  readonly hint?: string
  readonly maxLength?: number
  readonly read: (text: string) => PageSettings[Name] | undefined
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

// prettier-ignore
const TYPED_SETTINGS: readonly TypedSetting[] = [
  { name: 'merchantName', label: 'Merchant name', maxLength: 64, mistake: 'Enter 1 to 64 characters.',
    read: (text) => (/^[^\p{Cc}]{1,64}$/u.test(text) ? text : undefined) },
  { name: 'mcc', label: 'Merchant category code (MCC)', maxLength: 4, mistake: 'Enter a number from 1 to 9999.',
    read: number(1, 9999) },
  { name: 'terminalId', label: 'Terminal ID', maxLength: 8, mistake: 'Enter eight digits or letters.',
    read: (text) => (/^[0-9A-Za-z]{8}$/.test(text) ? text : undefined) },
  { name: 'cardPool', label: 'Card pool of interface B', maxLength: 7, mistake: 'Enter a number from 0 to 1000000.',
    read: number(0, 1_000_000) },
  { name: 'gatewayCurrencies', label: 'Order currencies', maxLength: 1000, hint: 'ISO 4217 numeric codes such as 978, 840. If empty, every currency is accepted.',
    mistake: 'Enter ISO 4217 numeric codes such as 978, 840.', read: currencies },
]

interface ChosenSetting {
  readonly name: Name
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

// prettier-ignore
const CHOSEN_SETTINGS: readonly ChosenSetting[] = [
  { name: 'issuedCardChallenge', label: '3-D Secure of issued cards',
    options: [{ value: 'off', label: 'Off' }, { value: 'challenge', label: 'Challenge (asks for a code)' }, { value: 'frictionless', label: 'Frictionless' }] },
  { name: 'gatewayPrefersVersion2', label: 'Use 3-D Secure 2 by default',
    options: [{ value: 'false', label: 'No' }, { value: 'true', label: 'Yes' }] },
  { name: 'registerErrorCode', label: 'Send errorCode 0 in successful register.do responses',
    options: [{ value: 'absent', label: 'No' }, { value: '0', label: 'Yes' }] },
  { name: 'reverseCaptured', label: 'Reverse captured payments',
    options: [{ value: 'refused', label: 'Refused' }, { value: 'same-day', label: 'On the same day' }] },
  { name: 'basicAuthentication', label: 'Accept HTTP Basic authentication on interface C',
    options: [{ value: 'off', label: 'No' }, { value: 'on', label: 'Yes' }] },
  { name: 'recurrence', label: 'Limits of recurring payments',
    options: [{ value: 'keep', label: 'Store only' }, { value: 'enforce', label: 'Enforce' }] },
]

type TypedFields = Readonly<Record<string, string>>

const textOf = (value: PageSettings[Name]): string =>
  value === null ? '' : typeof value === 'object' ? value.join(', ') : String(value)

const patchOf = (shown: PageSettings): ApiCall => ({
  api: 'control',
  method: 'PATCH',
  path: '/project',
  body: Object.fromEntries(
    [...TYPED_SETTINGS, ...CHOSEN_SETTINGS].map(({ name }) => [name, shown[name]]),
  ),
})

const labels: TypedFields = {
  ...Object.fromEntries(TYPED_SETTINGS.map(({ name, label }) => [name, label])),
  ...LOOK_LABELS,
  confirm: 'Project name',
}

function settingsView(
  context: PageContext,
  mistaken?: { readonly form: string; readonly typed: TypedFields; readonly mistakes: Mistakes },
): View {
  const { base, dataset, query } = context
  const options = callOptions(context)
  const typed = mistaken?.typed ?? {}
  const valueOf = (name: Name): string => typed[name] ?? textOf(dataset.settings[name])
  const mistakesOf = (id: string) => mistaken?.form === id && { mistakes: mistaken.mistakes }
  const call = patchOf(dataset.settings)
  const fields: readonly Field[] = [
    ...TYPED_SETTINGS.map(({ name, label, hint, maxLength = 100 }): Field => ({
      kind: 'text',
      name,
      label,
      value: valueOf(name),
      maxLength,
      optional: name === 'gatewayCurrencies',
      ...(hint !== undefined && { hint }),
    })),
    ...CHOSEN_SETTINGS.map(({ name, label, options: each }): Field => ({
      kind: 'choice',
      name,
      label,
      value: valueOf(name),
      options: each,
    })),
  ]
  return {
    title: 'Settings',
    ...(mistaken && { status: 422 as const }),
    call: { api: 'control', method: 'GET', path: '/project' },
    content: html`<header class="heading"><h1>Settings</h1></header>
      ${query.get('did') === 'saved' && doneNotice('Saved', call, options)}
      ${query.get('did') === 'reset' && doneNotice('Project reset', RESET, options)}
      ${mistaken && mistakeSummary(mistaken.form, mistaken.mistakes, labels)}
      <p class="lead">
        <a href="${base}/callbacks/settings">Callbacks</a> and <a href="${base}/rules">rules</a>
        have their own pages.
      </p>
      <p class="aside">${storedRows(context)}</p>
      <div class="sheet-of">
        ${form(
          {
            id: 'settings',
            isState: true,
            action: `${base}/settings`,
            fields,
            button: 'Save',
            call,
            ...mistakesOf('settings'),
          },
          options,
        )}
      </div>
      <div class="sheet-of">
        ${paymentLook(
          context,
          mistaken?.form === 'look'
            ? {
                typed: {
                  merchantLogo: typed['merchantLogo'] ?? '',
                  merchantColour: typed['merchantColour'] ?? '',
                },
                mistakes: mistaken.mistakes,
              }
            : undefined,
        )}
      </div>
      ${projectEnd(context, mistaken === undefined ? {} : { [mistaken.form]: { confirm: typed['confirm'] ?? '', mistakes: mistaken.mistakes } })}`,
  }
}

/** The number of stored rows and the row limit. */
function storedRows({ dataset, service: { config } }: PageContext): string {
  const rows = dataset.storedRows.toLocaleString('en')
  const limit = rowLimitOf(config)
  if (limit === 0) return `The project stores ${rows} ${dataset.storedRows === 1 ? 'row' : 'rows'}.`
  const full =
    dataset.storedRows >= limit ? ' The limit is reached. Reset or delete the project.' : ''
  return `The project stores ${rows} of ${limit.toLocaleString('en')} rows.${full}`
}

async function saveSettings(context: PageContext): Promise<View | Onward> {
  const typed = Object.fromEntries([...context.form].map(([name, value]) => [name, value.trim()]))
  const read = TYPED_SETTINGS.map((each) => [each, each.read(typed[each.name] ?? '')] as const)
  const wrong = read.filter(([, value]) => value === undefined)
  if (wrong.length > 0) {
    const mistakes = Object.fromEntries(wrong.map(([{ name, mistake }]) => [name, mistake]))
    return settingsView(context, { form: 'settings', typed, mistakes })
  }
  const chosen = CHOSEN_SETTINGS.flatMap(({ name, options }) =>
    options
      .filter(({ value }) => value === typed[name])
      .map(({ value }) => [name, name === 'gatewayPrefersVersion2' ? value === 'true' : value]),
  )
  const values = [...read.map(([{ name }, value]) => [name, value]), ...chosen]
  await context.perform(updateProject, { body: Object.fromEntries(values) as SettingsChange })
  return { location: '/settings?did=saved' }
}

async function reset(context: PageContext): Promise<View | Onward> {
  const refused = unconfirmed('reset', context)
  if (refused !== undefined) return refused
  await context.perform(resetProject)
  return { location: '/settings?did=reset' }
}

async function remove(context: PageContext): Promise<View | Onward> {
  const refused = unconfirmed('delete', context)
  if (refused !== undefined) return refused
  await context.perform(deleteProject)
  return { location: '/p', isBeyond: true }
}

/** The page with an error if the entered text is not the project name. */
function unconfirmed(form: EndForm, context: PageContext): View | undefined {
  const { project, form: posted } = context
  const confirm = (posted.get('confirm') ?? '').trim().slice(0, 100)
  const isKept = form === 'delete' && isDemo(context)
  if (confirm === project.name && !isKept) return undefined
  const mistakes = {
    confirm: isKept
      ? 'The demo project cannot be deleted. Reset it instead.'
      : `Enter ${project.name}.`,
  }
  return settingsView(context, { form, typed: { confirm }, mistakes })
}
