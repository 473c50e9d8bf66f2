// A page that imports a CSV file. It checks the file first and shows a preview.

import {
  CSV_LENGTH_MAX,
  CSV_ROWS_MAX,
  type CsvColumn,
} from '../../../api/control/cards/csv-table.ts'
import { BODY_LIMIT } from '../../../api/control/cards/imports.ts'
import type { TypedOperation } from '../../../api/endpoint/operation.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { callView } from '../../../web/html/call-view.ts'
import { type Column, outcome, panel, table } from '../../../web/html/components.ts'
import { attributes, html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { backLink } from '../parts/back-link.ts'
import { mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { callOf } from '../shell/page.ts'
import type {
  ActionRoute,
  Download,
  DownloadRoute,
  Onward,
  PageContext,
  PageRoute,
  View,
} from '../shell/screen.ts'

/** Maximum number of rows in a preview. */
const PREVIEW_ROWS = 50

interface Imported<Row> {
  readonly imported: number
  readonly rows: readonly Row[]
}

interface ImportOptions<Row> {
  /** The list, such as `/cards`; the page is under it. */
  readonly list: string
  /** Prefix of the routes' operation names. */
  readonly operation: string
  /** Singular and plural, such as `card` and `cards`. */
  readonly one: string
  readonly many: string
  readonly performs: TypedOperation<
    { readonly csv: string; readonly dryRun?: boolean },
    unknown,
    unknown,
    Imported<Row>
  >
  readonly columns: readonly CsvColumn[]
  /** A file that can be imported unchanged. */
  readonly example: string
  readonly explanation: string
  readonly preview: readonly Column[]
  readonly row: (row: Row, context: PageContext) => readonly HtmlValue[]
}

export interface Import {
  readonly page: PageRoute
  readonly action: ActionRoute
  readonly example: DownloadRoute
  /** The notice above the list after an import. */
  readonly done: (context: PageContext) => HtmlValue
  /** The link in the heading of the list. */
  readonly link: (context: PageContext) => HtmlValue
}

/** A checked or refused file. */
interface Checked<Row> {
  readonly csv: string
  readonly rows?: readonly Row[]
  readonly errors?: readonly string[]
}

export function importOf<Row>(options: ImportOptions<Row>): Import {
  const { list, operation, many, performs, example } = options
  const path = pathOf(options)
  return {
    page: {
      path,
      operation: `${operation}Page`,
      needs: 'change',
      show: (context) => Promise.resolve(importView(options, context)),
    },
    action: {
      path,
      operation: `${operation}FromPage`,
      performs,
      formLimit: BODY_LIMIT,
      act: (context) => importFile(options, context),
    },
    example: {
      path: `${list}/example.csv`,
      operation: `${operation}Example`,
      send: (): Promise<Download> =>
        Promise.resolve({
          fileName: `${many}.csv`,
          contentType: 'text/csv; charset=utf-8',
          parts: textOf(example),
        }),
    },
    done({ query }) {
      const count = Number(query.get('rows') ?? NaN)
      return (
        query.get('did') === 'imported' &&
        Number.isSafeInteger(count) &&
        count >= 0 &&
        outcome('approved', `Imported ${countOf(options, count)}`)
      )
    },
    link: (context) =>
      callOptions(context).mayAct &&
      html`<a class="button quiet" href="${context.base}${path}">Import CSV</a>`,
  }
}

const pathOf = ({ list }: Pick<ImportOptions<never>, 'list'>): string => `${list}/import`

const countOf = ({ one, many }: Pick<ImportOptions<never>, 'one' | 'many'>, count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

function importView<Row>(
  options: ImportOptions<Row>,
  context: PageContext,
  checked?: Checked<Row>,
): View {
  const { list, many } = options
  const title = `Import ${many}`
  return {
    title,
    ...(checked?.errors && { status: 422 as const }),
    content: html`${backLink(
        `${context.base}${list}`,
        many.replace(/^./, (c) => c.toUpperCase()),
      )}
      <header class="heading">
        <h1>${title}</h1>
        <p class="tools">
          <a class="button quiet" href="${context.base}${list}/example.csv" download
            >Example file</a
          >
        </p>
      </header>
      ${
        checked?.errors &&
        mistakeSummary(
          'import',
          { csv: summaryOf(checked.errors) },
          { csv: 'Rows' },
          'Nothing was imported.',
        )
      }
      <form
        id="import"
        method="post"
        action="${context.base}${pathOf(options)}"
        enctype="multipart/form-data"
      >
        ${
          checked?.rows &&
          panel({
            title: `Preview: ${countOf(options, checked.rows.length)}`,
            tools: html`<button class="button" name="do" value="import">
              Import ${countOf(options, checked.rows.length)}
            </button>`,
            content: previewTable(options, checked.rows, context),
          })
        }
        <div class="columns">
          <div class="main">
            ${panel({ title: 'File', content: importFields(options, context, checked) })}
          </div>
          <aside>${panel({ title: 'Columns', content: columnTable(options) })}</aside>
        </div>
      </form>`,
  }
}

const previewTable = <Row>(
  options: ImportOptions<Row>,
  rows: readonly Row[],
  context: PageContext,
): Html =>
  html`${table({
    caption: 'Preview',
    stacks: true,
    columns: options.preview,
    rows: rows.slice(0, PREVIEW_ROWS).map((row) => options.row(row, context)),
  })}
  ${
    rows.length > PREVIEW_ROWS &&
    html`<p class="aside">
      The first ${PREVIEW_ROWS} of ${rows.length.toLocaleString('en')} rows.
    </p>`
  }`

function importFields<Row>(
  options: ImportOptions<Row>,
  context: PageContext,
  checked?: Checked<Row>,
): Html {
  const { performs, example, explanation } = options
  const errors = checked?.errors
  return html`<div class="act">
    <p class="aside">
      ${explanation} Up to ${CSV_ROWS_MAX.toLocaleString('en')} rows and 1 MB, in UTF-8. All rows
      are imported, or none.
    </p>
    <div class="field">
      <label for="import-file">CSV file</label>
      <input id="import-file" type="file" name="file" accept=".csv,text/csv" />
    </div>
    <div class="field">
      <label for="import-csv">Rows</label>
      <textarea
        id="import-csv"
        name="csv"
        rows="10"
        spellcheck="false"
        autocomplete="off"
        ${attributes({
          'aria-invalid': errors && 'true',
          'aria-describedby': 'import-csv-message',
          autofocus: errors !== undefined,
        })}
      >
${checked?.csv ?? ''}</textarea>
      <div class="message" id="import-csv-message">
        ${
          errors === undefined
            ? 'Or paste rows here. The first row contains the column names.'
            : html`<ul>
                ${errors.map((error) => html`<li>${error}</li>`)}
              </ul>`
        }
      </div>
    </div>
    <p class="press">
      <button class="${checked?.rows ? 'button quiet' : 'button'}" name="do" value="preview">
        Preview
      </button>
    </p>
    ${callView('Same as', callOf(performs, { body: { csv: example } }), callOptions(context))}
  </div>`
}

/** Checks the file, and imports it if the form requests that. */
async function importFile<Row>(
  options: ImportOptions<Row>,
  context: PageContext,
): Promise<View | Onward> {
  const { list, performs } = options
  const { form, perform } = context
  const file = form.get('file') ?? ''
  const csv = file === '' ? (form.get('csv') ?? '') : file
  const dryRun = form.get('do') !== 'import' || file !== ''
  const refused = refusedLength(csv)
  if (refused !== undefined) return importView(options, context, { csv, errors: [refused] })
  try {
    const { rows, imported } = await perform(performs, { body: { csv, dryRun } })
    return dryRun
      ? importView(options, context, { csv, rows })
      : { location: `${list}?did=imported&rows=${imported}` }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'csv-invalid') throw error
    return importView(options, context, {
      csv,
      errors: error.issues.map(({ detail }) => sentence(detail)),
    })
  }
}

const requirement = (text: string): Html => html`<br /><span class="aside">${text}</span>`

const wholeDates = (text: string): HtmlValue =>
  text
    .split(/(\d{4}-\d\d-\d\d)/)
    .map((part, index) => (index % 2 === 1 ? html`<span class="whole">${part}</span>` : part))

const columnTable = ({ columns }: Pick<ImportOptions<never>, 'columns'>): Html =>
  html`<dl class="pairs">
    ${columns.map(
      ({ column, isRequired, requiredWithout, expected }) =>
        html`<div>
          <dt><code>${column}</code></dt>
          <dd>
            ${wholeDates(expected.replace(/^must be /, ''))}
            ${isRequired === true && requirement('required')}
            ${requiredWithout !== undefined && requirement(`required unless ${requiredWithout} is given`)}
          </dd>
        </div>`,
    )}
  </dl>`

function refusedLength(csv: string): string | undefined {
  if (csv.trim() === '') return 'Select a file or paste rows.'
  if (csv.length <= CSV_LENGTH_MAX) return undefined
  return `The file has more than ${CSV_LENGTH_MAX.toLocaleString('en')} characters. Split it.`
}

const sentence = (detail: string): string => `${detail.replace(/^./, (c) => c.toUpperCase())}.`

const summaryOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} And ${others.length} more.`

async function* textOf(text: string): AsyncGenerator<string, void, undefined> {
  yield text
}
