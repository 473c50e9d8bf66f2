// The form that sends a request, prefilled with the example: credentials, parameters, and the body
// as JSON or as form fields.

import { attributes, html, type Html } from '../../../web/html/html.ts'
import { type ComposedCall, fieldName } from './composed-call.ts'
import { isFresh } from './fresh-values.ts'
import { addressOf, type ReferenceOperation } from './reference.ts'

/** Every operation refuses longer values. */
const VALUE_LENGTH_MAX = 32_768
const ROWS_MIN = 4
const ROWS_MAX = 24

export function sendForm(base: string, call: ComposedCall): Html {
  const { operation, credentials, json, fields } = call
  return html`<form
    class="send"
    id="send"
    method="post"
    action="${`${base}${addressOf(operation)}#exchange`}"
    data-send
  >
    ${credentials.map(({ name, label, value }) =>
      input({ name: fieldName.credential(name), label, value, isRequired: false }),
    )}
    ${operation.parameters.map(({ name, required = false }) =>
      input({
        name: fieldName.parameter(name),
        label: name,
        value: call.parameters[name] ?? '',
        isRequired: required,
      }),
    )}
    ${fields && formFields(operation, fields)} ${json !== undefined && jsonField(json)}
    <p class="press"><button class="button" type="submit">Send</button></p>
  </form>`
}

interface InputOptions {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly isRequired: boolean
}

/** Accepts invalid values, so that users can see the error response of the operation. */
const input = ({ name, label, value, isRequired }: InputOptions): Html =>
  html`<div class="line">
    <label for="send-${name}"><code>${label}</code>${isRequired && html` <i>required</i>`}</label>
    <input
      id="send-${name}"
      name="${name}"
      value="${value}"
      ${attributes({ 'data-fresh': isFresh(value) })}
      maxlength="${VALUE_LENGTH_MAX}"
      autocomplete="off"
      spellcheck="false"
    />
  </div>`

/** Shows filled and required fields first, and the others in a collapsible panel. */
function formFields(
  { body }: ReferenceOperation,
  fields: Readonly<Record<string, string>>,
): readonly (Html | false)[] {
  const required = new Set(body?.schema.required)
  const lines = Object.entries(fields).map(([name, value]) => ({
    isUsual: value !== '' || required.has(name),
    view: input({
      name: fieldName.field(name),
      label: name,
      value,
      isRequired: required.has(name),
    }),
  }))
  const others = lines.filter(({ isUsual }) => !isUsual)
  return [
    ...lines.filter(({ isUsual }) => isUsual).map(({ view }) => view),
    others.length > 0 &&
      html`<details>
        <summary>${others.length} more ${others.length === 1 ? 'parameter' : 'parameters'}</summary>
        ${others.map(({ view }) => view)}
      </details>`,
  ]
}

const jsonField = (json: string): Html => {
  const rows = Math.min(Math.max(json.split('\n').length, ROWS_MIN), ROWS_MAX)
  return html`<div class="line whole">
    <label for="send-body">Body</label>
    <textarea
      id="send-body"
      name="${fieldName.json}"
      autocomplete="off"
      ${attributes({ rows, maxlength: VALUE_LENGTH_MAX, spellcheck: 'false', 'data-fresh': isFresh(json) })}
    >
${json}</textarea>
  </div>`
}
