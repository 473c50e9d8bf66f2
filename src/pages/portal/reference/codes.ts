// The codes of an operation with their meanings: the code tables of its interface, limited to the
// fields in its responses.

import { allActionCodes } from '../../../payments/authorisation/action-code.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import type { OpenApiCode } from '../../../web/http/schemas/open-api.ts'
import { actionCodeLink } from '../parts/action-code-link.ts'
import { fieldsOf } from './fields.ts'
import type { ReferenceOperation } from './reference.ts'
import { spokenText } from './reference-parts.ts'

/** Paths of all fields of an example, such as `error.code`; list indexes are omitted. */
function pathsIn(value: unknown, within = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, within))
  return Object.entries(value).flatMap(([name, member]) => [
    within + name,
    ...pathsIn(member, `${within}${name}.`),
  ])
}

const membersOf = ({ answers }: ReferenceOperation): ReadonlySet<string> =>
  new Set(
    answers.flatMap(({ schema = {}, example }) => [
      ...fieldsOf(schema).map(({ within, name }) => within + name),
      ...pathsIn(example),
    ]),
  )

/** A response field and its possible codes. */
interface CodeTable {
  readonly member: string
  readonly lines: readonly { readonly code: HtmlValue; readonly meanings: readonly string[] }[]
}

function codeTablesOf(base: string, operation: ReferenceOperation): readonly CodeTable[] {
  const members = membersOf(operation)
  const isAnswered = ({ operations }: OpenApiCode): boolean =>
    operations === undefined || operations.includes(operation.id)
  const tables = operation.api.codes.flatMap(({ members: spellings, codes }) => {
    const member = spellings.find((each) => members.has(each))
    if (member === undefined) return []
    const lines = codes.filter(isAnswered).map(({ code, status, meanings }) => ({
      code: html`<code>${code}</code
        >${status !== undefined && html` <span class="aside">HTTP ${status}</span>`}`,
      meanings,
    }))
    return [{ member, lines }]
  })
  const hasActionCode = [...members].some((path) => /(^|\.)actionCode$/.test(path))
  return hasActionCode ? [...tables, actionCodes(base)] : tables
}

const actionCodes = (base: string): CodeTable => ({
  member: 'actionCode',
  lines: allActionCodes().map(({ code, texts }) => ({
    code: actionCodeLink(base, code),
    meanings: [texts.en],
  })),
})

export function codesView(base: string, operation: ReferenceOperation): Html | false {
  const tables = codeTablesOf(base, operation)
  return (
    tables.length > 0 &&
    html`<section id="codes">
      <h3>Codes</h3>
      ${tables.map(
        ({ member, lines }) =>
          html`<details>
            <summary>
              Values of <code>${member}</code>: ${lines.length}
              ${lines.length === 1 ? 'code' : 'codes'}
            </summary>
            <dl class="code-list">
              ${lines.map(
                ({ code, meanings }) =>
                  html`<div>
                    <dt>${code}</dt>
                    <dd>${meanings.map((meaning) => html`<p>${spokenText(meaning)}</p>`)}</dd>
                  </div>`,
              )}
            </dl>
          </details>`,
      )}
    </section>`
  )
}
