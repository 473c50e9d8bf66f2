// The page of an operation: parameters, responses, code samples in four languages, and a form that
// sends it.

import { codeBlock, copyable } from '../../../web/html/components.ts'
import { attributes, html, type Html } from '../../../web/html/html.ts'
import type { JsonSchema } from '../../../web/http/schemas/open-api.ts'
import { DEFAULT_ORIGIN } from '../guides/guides.ts'
import { codesView } from './codes.ts'
import type { ComposedCall } from './composed-call.ts'
import type { SecurityScheme } from './credentials.ts'
import { type Exchange, exchangeView } from './exchange-view.ts'
import { fieldsOf } from './fields.ts'
import { highlightedJson } from './json-view.ts'
import {
  addressOf,
  type ReferenceAnswer,
  type ReferenceApi,
  type ReferenceOperation,
} from './reference.ts'
import { fieldList, methodView, searchForm, spokenText } from './reference-parts.ts'
import type { Missing } from './project-values.ts'
import { operationTree } from './operation-tree.ts'
import { samplesOf } from './samples.ts'
import { sendForm } from './send-form.ts'

interface OperationPage {
  readonly base: string
  readonly origin: string
  /** Base path of the project's pages, if known. */
  readonly project?: string
  /** For the tree of all operations. */
  readonly apis: readonly ReferenceApi[]
  readonly api: ReferenceApi
  readonly call: ComposedCall
  /** False for viewers of the project. */
  readonly maySend: boolean
  /** The body schema with the caller's data in its examples. */
  readonly bodySchema: JsonSchema
  /** Index of the example in the form. */
  readonly example: number
  /** Steps that the user has to do first. */
  readonly missing: readonly Missing[]
  /** Set after the call was sent. */
  readonly exchange?: Exchange
}

export function operationPage(page: OperationPage): Html {
  const { base, api, call } = page
  const { operation } = call
  return html`<div class="reference with-tree">
    ${searchForm(base)}
    <nav class="breadcrumbs" aria-label="Breadcrumbs">
      <a href="${base + '/docs'}">Reference</a>
      <a href="${`${base}/docs/${api.slug}`}">${api.name}</a>
    </nav>
    <header>
      <h1>${operation.summary}</h1>
      <p class="route">
        ${methodView(operation.method)}${copyable(operation.path, 'path of the operation')}
      </p>
      <p>${spokenText(operation.description)}</p>
      <p class="aside">${spokenText(knownBy(operation))}</p>
      <p class="jumps"><a href="#samples">Code samples</a> <a href="#send">Send request</a></p>
    </header>
    <div class="operation">
      <div>
        ${parameters(operation)} ${body(page)} ${answers(page)} ${codesView(base, operation)}
      </div>
      <div>
        ${samples(page)} ${page.maySend ? sending(page) : onlyLooking}
        <section id="exchange" tabindex="-1" aria-live="polite">
          ${page.exchange && html`<h2>Response</h2>`}${
            page.exchange &&
            exchangeView(page.exchange, {
              origin: page.origin,
              project: page.project,
              path: operation.path,
            })
          }
        </section>
      </div>
    </div>
    ${neighbours(base, api, operation)} ${operationTree(base, page.apis, operation)}
  </div>`
}

const SCHEME_WORDS: Readonly<Record<SecurityScheme, string>> = {
  basic: 'login and password of interface A (HTTP Basic)',
  apiKey: 'the project’s API key in the header `X-API-KEY`',
  adminToken: 'the operator’s bearer token, in hosted mode',
}

function knownBy({ schemes, isOpen, body }: ReferenceOperation): string {
  const words = schemes.map((scheme) => SCHEME_WORDS[scheme]).join(' or ')
  if (schemes.length > 0)
    return `Credentials: ${words}${isOpen ? '; not required in local mode' : ''}.`
  const isOfMerchant = body?.schema.properties?.['userName'] !== undefined
  return isOfMerchant
    ? 'Credentials: `userName` and `password`, or `token`, as parameters.'
    : 'No credentials required.'
}

const PLACE_WORDS = { path: 'Path', query: 'Query', header: 'Header' } as const

const parameters = ({ parameters: each }: ReferenceOperation): Html | false =>
  each.length > 0 &&
  html`<section id="parameters">
    <h2>Parameters</h2>
    ${fieldList(
      each.map(({ name, in: place, required = false, description, example, schema = {} }) => ({
        within: '',
        name,
        isRequired: required,
        schema: { ...schema, ...(description !== undefined && { description }) },
        place: PLACE_WORDS[place],
        example,
      })),
    )}
  </section>`

const BODY_WORDS = {
  json: 'JSON (application/json)',
  form: 'A form (application/x-www-form-urlencoded)',
} as const

const body = ({ call: { operation }, bodySchema }: OperationPage): Html | false =>
  operation.body !== undefined &&
  html`<section id="body">
    <h2>Body</h2>
    <p class="aside">${BODY_WORDS[operation.body.kind]}</p>
    ${fieldList(fieldsOf(bodySchema))}
  </section>`

function answers({ call: { operation }, origin }: OperationPage): Html {
  const { answers: all } = operation
  const isGood = ({ status }: ReferenceAnswer) => !/^[45]/.test(status)
  const errors = all.filter((answer) => !isGood(answer))
  return html`<section id="answers">
    <h2>Responses</h2>
    ${all.filter(isGood).map((each) => goodAnswer(each, origin))}
    ${
      errors.length > 0 &&
      html`<h3>Errors</h3>
        <dl class="field-list">
          ${errors.map(
            ({ status, description }) =>
              html`<div>
                <dt><code>${status}</code></dt>
                <dd>${description.split('; ').map((part) => html`<p>${spokenText(part)}</p>`)}</dd>
              </div>`,
          )}
        </dl>`
    }
    ${errorBodies(errors)}
  </section>`
}

function goodAnswer(
  { status, description, schema = {}, example }: ReferenceAnswer,
  origin: string,
): Html {
  // "Required" only applies to requests.
  const fields = fieldsOf(schema).map((field) => ({ ...field, isRequired: false }))
  return html`<h3><code>${status}</code> ${description}</h3>
    ${example !== undefined && exampleView(example, origin)}
    ${fields.length > 0 && fieldList(fields)}`
}

/** The document has the default origin in its examples. */
function exampleView(example: unknown, origin: string): Html {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  const shown = text.replaceAll(DEFAULT_ORIGIN, origin)
  return html`<figure class="code">
    <figcaption>Example</figcaption>
    <div>
      <pre
        tabindex="0"
        aria-label="example response"
      ><code>${typeof example === 'string' ? shown : highlightedJson(shown)}</code></pre>
    </div>
  </figure>`
}

/** The distinct schemas of errors. */
function errorBodies(errors: readonly ReferenceAnswer[]): readonly Html[] {
  const forms = Map.groupBy(
    errors.filter(({ schema }) => schema?.properties !== undefined),
    ({ schema }) => Object.keys(schema?.properties ?? {}).join(),
  )
  return [...forms.values()].map(
    (alike) =>
      html`<details>
        <summary>Fields of error ${alike.map(({ status }) => status).join(', ')}</summary>
        ${fieldList(fieldsOf(alike[0]?.schema ?? {}))}
      </details>`,
  )
}

/** Because of the shared `name`, the browser keeps at most one sample open. */
const samples = ({ call, origin }: OperationPage): Html =>
  html`<section id="samples">
    <h2>Code samples</h2>
    ${samplesOf(call, origin).map(
      ({ language, code }, index) =>
        html`<details class="sample" name="sample" ${attributes({ open: index === 0 })}>
          <summary>${language}</summary>
          ${codeBlock({ code, label: `sample in ${language}` })}
        </details>`,
    )}
  </section>`

const onlyLooking = html`<section id="send">
  <h2>Send request</h2>
  <p class="aside">Viewers cannot send requests for the project.</p>
</section>`

function sending({ base, apis, call, example, missing }: OperationPage): Html {
  const { operation } = call
  const count = operation.body?.examples.length ?? 0
  return html`<section>
    <h2>Send request</h2>
    ${
      count > 1 &&
      html`<nav class="examples" aria-label="Examples">
        ${Array.from(
          { length: count },
          (_each, index) =>
            html`<a
              href="${`${base}${addressOf(operation)}?example=${index + 1}#send`}"
              ${attributes({ 'aria-current': index === example && 'true' })}
              >Example ${index + 1}</a
            >`,
        )}
      </nav>`
    }
    ${missing.map((each) => missingView(base, apis, each))} ${sendForm(base, call)}
  </section>`
}

/** A step to do first, with a link to the operation that helps. */
function missingView(base: string, apis: readonly ReferenceApi[], { text, from }: Missing): Html {
  const creator = apis.flatMap(({ operations }) => operations).find(({ id }) => id === from)
  return html`<p class="missing">
    ${text} ${creator && html`<a href="${base + addressOf(creator)}">${creator.summary}</a>`}
  </p>`
}

/** Links to the previous and the next operation. */
function neighbours(base: string, api: ReferenceApi, operation: ReferenceOperation): Html {
  const index = api.operations.indexOf(operation)
  const link = (label: string, to: ReferenceOperation | undefined): Html | undefined =>
    to && html`<a href="${base + addressOf(to)}"><span>${label}</span> ${to.summary}</a>`
  return html`<nav class="neighbours" aria-label="Previous and next operation">
    ${link('Previous', api.operations[index - 1])} ${link('Next', api.operations[index + 1])}
  </nav>`
}
