// Forms of the portal: fields with errors, an error summary, and the equivalent API call.

import { type CallOptions, callView } from '../../../web/html/call-view.ts'
import { type Meaning, outcome } from '../../../web/html/components.ts'
import { attributes, html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import type { ActOptions } from '../shell/call-options.ts'
import { descriptionList } from './description-list.ts'

/** Error texts by field name. */
export type Mistakes = Readonly<Record<string, string>>

interface CommonField {
  readonly name: string
  readonly label: string
  readonly hint?: string
}

export type Field = CommonField &
  (
    | {
        readonly kind: 'text'
        readonly value: string
        readonly maxLength?: number
        readonly inputMode?: 'decimal' | 'numeric' | 'url'
        /** Type and autocomplete of the input; a password is never sent back. */
        readonly type?: 'date' | 'email' | 'password'
        readonly autocomplete?: 'email' | 'username' | 'current-password' | 'new-password' | 'off'
        readonly suffix?: string
        /** A link or button at the end of the field. */
        readonly beside?: Html
        readonly optional?: boolean
      }
    | {
        /** Text of several lines. */
        readonly kind: 'area'
        /** Visible lines; 6 by default. */
        readonly rows?: number
        readonly value: string
        readonly maxLength: number
        readonly optional?: boolean
      }
    | {
        readonly kind: 'file'
        /** Content types or file extensions, separated by commas. */
        readonly accept: string
      }
    | {
        readonly kind: 'choice'
        readonly value: string
        readonly options: readonly { readonly value: string; readonly label: string }[]
      }
    | {
        readonly kind: 'checks'
        /** Distinguishes groups that have the same name. */
        readonly group?: string
        readonly values: readonly string[]
        readonly options: readonly { readonly value: string; readonly label: string }[]
      }
  )

/** Fields under a heading. */
export interface FieldGroup {
  readonly title: string
  readonly fields: readonly Field[]
}

export interface FormOptions {
  /** Id of the form and prefix of its fields' ids. */
  readonly id: string
  readonly action: string
  /** `get` for searches; `post` by default. */
  readonly method?: 'get'
  readonly title?: string
  readonly explanation?: string
  readonly fields?: readonly Field[]
  /** Additional fields in groups, after the others. */
  readonly groups?: readonly FieldGroup[]
  /** Hidden fields. */
  readonly hidden?: Readonly<Record<string, string>>
  /** Content under the fields, such as suggestions. */
  readonly after?: HtmlValue
  readonly button: string
  readonly look?: 'main' | 'quiet' | 'danger'
  /** Several buttons instead of one. */
  readonly buttons?: Html
  readonly mistakes?: Mistakes
  readonly call?: ApiCall
  /** True if the fields show the current state, which viewers see without the form. */
  readonly isState?: boolean
}

/** A form with its sample call. Viewers see nothing, or the current values. */
export function form(options: FormOptions, callOptions?: ActOptions): Html {
  if (callOptions?.mayAct === false && options.method !== 'get')
    return options.isState === true ? stateOf(options) : html``
  const { id, action, title, explanation, fields = [], groups = [], hidden = {} } = options
  const { button, call, look = 'main', mistakes = {} } = options
  const all = [...fields, ...groups.flatMap((group) => group.fields)]
  const first = all.find(({ name }) => mistakes[name] !== undefined)?.name
  const shown = (each: Field) => field(id, each, mistakes[each.name], each.name === first)
  const classes = { main: 'button', quiet: 'button quiet', danger: 'button quiet danger' }
  const enctype = all.some(({ kind }) => kind === 'file') && 'multipart/form-data'
  return html`<form
    class="act"
    id="${id}"
    method="${options.method ?? 'post'}"
    action="${action}"
    ${attributes({ enctype })}
  >
    ${title && html`<h3>${title}</h3>`} ${explanation && html`<p class="aside">${explanation}</p>`}
    ${Object.entries(hidden).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${fields.map(shown)}
    ${groups.map(
      (group) =>
        html`<fieldset class="field-group">
          <legend>${group.title}</legend>
          ${group.fields.map(shown)}
        </fieldset>`,
    )}
    ${options.after}
    <p class="press">
      ${options.buttons ?? html`<button class="${classes[look]}" type="submit">${button}</button>`}
    </p>
    ${call && callOptions && callView('Same as', call, callOptions)}
  </form>`
}

const stateOf = ({ title, fields = [], groups = [] }: FormOptions): Html =>
  html`${title && html`<h3>${title}</h3>`} ${stateList(fields)}
  ${groups.map(
    (group) =>
      html`<h2>${group.title}</h2>
        ${stateList(group.fields)}`,
  )}`

const stateList = (fields: readonly Field[]): Html | false =>
  fields.length > 0 &&
  html`<div class="wide">
    ${descriptionList(
      fields.flatMap((each) => (each.kind === 'file' ? [] : [[each.label, shownValue(each)]])),
    )}
  </div>`

function shownValue(field: Exclude<Field, { kind: 'file' }>): string {
  if (field.kind === 'text' || field.kind === 'area') return field.value === '' ? '–' : field.value
  const values = field.kind === 'choice' ? [field.value] : field.values
  const chosen = field.options.filter(({ value }) => values.includes(value))
  return chosen.length === 0 ? '–' : chosen.map(({ label }) => label).join(', ')
}

const idOf = (form: string, name: string): string => `${form}-${name}`

export function field(
  form: string,
  options: Field,
  mistake: string | undefined,
  isFirst: boolean,
): Html {
  const id = idOf(form, options.name)
  if (options.kind === 'checks')
    return checks(
      options.group === undefined ? id : `${id}-${options.group}`,
      options,
      mistake,
      isFirst,
    )
  const said = mistake ?? options.hint
  const shared = attributes({
    'aria-invalid': mistake !== undefined && 'true',
    'aria-describedby': said !== undefined && `${id}-message`,
    autofocus: isFirst,
  })
  return html`<div class="field">
    <label for="${id}">${options.label}</label>
    <div class="control">${control(id, options, shared)}</div>
    ${said !== undefined && html`<p class="message" id="${id}-message">${said}</p>`}
  </div>`
}

function control(id: string, options: Exclude<Field, { kind: 'checks' }>, shared: Html): Html {
  const { name } = options
  if (options.kind === 'file')
    return html`<input
      id="${id}"
      name="${name}"
      type="file"
      accept="${options.accept}"
      ${shared}
    />`
  const { value } = options
  if (options.kind === 'choice')
    return html`<select id="${id}" name="${name}" ${shared}>
      ${options.options.map(
        (each) =>
          html`<option value="${each.value}" ${attributes({ selected: each.value === value })}>
            ${each.label}
          </option>`,
      )}
    </select>`
  if (options.kind === 'area')
    return html`<textarea
      id="${id}"
      name="${name}"
      rows="${options.rows ?? 6}"
      spellcheck="false"
      autocomplete="off"
      maxlength="${options.maxLength}"
      ${attributes({ required: options.optional !== true })}
      ${shared}
    >
${value}</textarea>`
  return html`<input
      id="${id}"
      name="${name}"
      value="${options.type === 'password' ? '' : value}"
      autocomplete="${options.autocomplete ?? 'off'}"
      ${attributes({
        type: options.type,
        maxlength: options.maxLength ?? 100,
        inputmode: options.inputMode,
        required: options.optional !== true,
      })}
      ${shared}
    />${options.suffix && html`<span class="suffix" aria-hidden="true">${options.suffix}</span>`}${options.beside}`
}

function checks(
  id: string,
  { name, label, values, options, hint }: Extract<Field, { kind: 'checks' }>,
  mistake: string | undefined,
  isFirst: boolean,
): Html {
  const said = mistake ?? hint
  return html`<fieldset class="checks" id="${id}">
    <legend>${label}</legend>
    ${said !== undefined && html`<p class="message">${said}</p>`}
    <div>
      ${options.map(
        (option, index) =>
          html`<label class="check"
            ><input
              type="checkbox"
              name="${name}"
              value="${option.value}"
              ${attributes({ checked: values.includes(option.value), autofocus: isFirst && index === 0 })}
            />${option.label}</label
          >`,
      )}
    </div>
  </fieldset>`
}

/** The error summary with links to the fields; undefined without errors. */
export function mistakeSummary(
  form: string,
  mistakes: Mistakes,
  labels: Readonly<Record<string, string>>,
  title?: string,
): Html | undefined {
  const entries = Object.entries(mistakes)
  if (entries.length === 0) return undefined
  return html`<div class="notice declined" role="alert">
    ${icons.warning}
    <div>
      <strong
        >${title ?? (entries.length === 1 ? 'Check this field:' : 'Check these fields:')}</strong
      >
      <ul>
        ${entries.map(
          ([name, text]) =>
            html`<li><a href="#${idOf(form, name)}">${labels[name] ?? name}</a>: ${text}</li>`,
        )}
      </ul>
    </div>
  </div>`
}

/** The result of an action, with its call. */
export const doneNotice = (
  text: string,
  call: ApiCall,
  options: CallOptions,
  meaning: Meaning = 'approved',
): Html => outcome(meaning, html`<strong>${text}</strong> ${callView('The call', call, options)}`)
