/** Components of several pages. All work without script; script only adds convenience. */
import { asset } from './asset.ts'
import { attributes, html } from './html.ts'
import type { Html, HtmlValue } from './html.ts'
import { icons } from './icons.ts'

/** A value to copy: selectable as a whole, with a button if script runs. */
export function copyable(value: string, label: string): Html {
  return html`<span class="copyable"
    ><code class="value">${value}</code>${copyButton(value, label)}</span
  >`
}

/** Enables the copy buttons. */
export const copyScript = asset('copy', 'js')

/** Reserves its space from the first paint and appears when `copyScript` has loaded. */
export function copyButton(value: string, label: string): Html {
  return html`<button class="copy" type="button" data-copy="${value}" aria-label="Copy ${label}">
    <span class="copy-idle">${icons.copy}</span><span class="copy-done">${icons.check}</span>
  </button>`
}

export interface CodeBlockOptions {
  readonly code: string
  /** Label of the copied value, such as "command" or "public key". */
  readonly label: string
  readonly caption?: HtmlValue
}

/** Preformatted text that scrolls inside its box and can be focused by keyboard. */
export function codeBlock(block: CodeBlockOptions): Html {
  return html`<figure class="code">
    ${block.caption && html`<figcaption>${block.caption}</figcaption>`}
    <div>
      <pre tabindex="0" aria-label="${block.label}"><code>${block.code}</code></pre>
      ${copyButton(block.code, block.label)}
    </div>
  </figure>`
}

export interface Column {
  readonly header: string
  /** Amounts and counts are right-aligned. */
  readonly align?: 'end'
  /** If the row is a block of lines, show the header before the value. */
  readonly labelled?: boolean
}

export interface TableOptions {
  /** For screen readers; others read the heading above the table. */
  readonly caption: string
  readonly columns: readonly Column[]
  /** Cells in the order of the columns; the first is the row header. */
  readonly rows: readonly (readonly HtmlValue[])[]
  /** Shown instead of rows: what will appear here. */
  readonly empty?: HtmlValue
  /** On narrow pages each row becomes a block of lines, so that the table does not scroll. */
  readonly stacks?: boolean
}

export function table(options: TableOptions): Html {
  const { columns, rows, stacks = false } = options
  // CSS that changes the layout of a table removes its role; the attributes restore it.
  const role = (name: string) => attributes({ role: stacks && name })
  const align = (index: number) => attributes({ class: columns[index]?.align })
  const label = (index: number) =>
    attributes({ 'data-label': columns[index]?.labelled === true && columns[index].header })
  const cell = (value: HtmlValue, index: number) =>
    index === 0
      ? html`<th scope="row" ${role('rowheader')} ${align(index)}>${value}</th>`
      : html`<td ${role('cell')} ${align(index)} ${label(index)}>${value}</td>`
  const header = (column: Column, index: number) =>
    html`<th scope="col" ${role('columnheader')} ${align(index)}>${column.header}</th>`
  const empty = html`<tr ${role('row')}>
    <td class="empty" ${role('cell')} colspan="${columns.length}">${options.empty}</td>
  </tr>`
  return html`<div
    class="${stacks ? 'table stacks' : 'table'}"
    role="region"
    aria-label="${options.caption}"
    tabindex="0"
  >
    <table ${role('table')}>
      <caption class="sr-only">
        ${options.caption}
      </caption>
      <thead ${role('rowgroup')}>
        <tr ${role('row')}>
          ${columns.map(header)}
        </tr>
      </thead>
      <tbody ${role('rowgroup')}>
        ${
          rows.length === 0
            ? empty
            : rows.map(
                (row) =>
                  html`<tr ${role('row')}>
                    ${row.map(cell)}
                  </tr>`,
              )
        }
      </tbody>
    </table>
  </div>`
}

/** The four meanings of colours, and none. */
export type Meaning = 'approved' | 'declined' | 'pending' | 'warning' | 'neutral'

const MEANING_ICONS: Readonly<Record<Meaning, Html>> = {
  approved: icons.check,
  declined: icons.cross,
  pending: icons.clock,
  warning: icons.warning,
  neutral: icons.dot,
}

/** Colour, icon and word together: the meaning survives without the colour. */
export function badge(meaning: Meaning, word: string): Html {
  return html`<span class="badge ${meaning}">${MEANING_ICONS[meaning]}${word}</span>`
}

/** A paragraph that matters more than its neighbours. */
export function notice(meaning: Meaning, text: HtmlValue): Html {
  return html`<div class="notice ${meaning}">
    ${MEANING_ICONS[meaning]}
    <div>${text}</div>
  </div>`
}
