/** Parts that several pages share. Each works without script; script only adds comfort. */
import { asset } from './asset.ts'
import { attributes, html } from './html.ts'
import type { Html, HtmlValue } from './html.ts'
import { icons } from './icons.ts'

/** A value that is there to be taken away: selectable as a whole, with a button once script runs. */
export function copyable(value: string, label: string): Html {
  return html`<span class="copyable"
    ><code class="value">${value}</code>${copyButton(value, label)}</span
  >`
}

/** What makes the copy buttons work. */
export const copyScript = asset('copy', 'js')

/** Keeps its place from the first paint and becomes visible when `copyScript` is there to serve it. */
export function copyButton(value: string, label: string): Html {
  return html`<button class="copy" type="button" data-copy="${value}" aria-label="Copy ${label}">
    <span class="copy-idle">${icons.copy}</span><span class="copy-done">${icons.check}</span>
  </button>`
}

export interface CodeBlockOptions {
  readonly code: string
  /** What is being copied, for the button's name: "command", "public key". */
  readonly label: string
  readonly caption?: HtmlValue
}

/** Preformatted text that scrolls inside itself and can be focused from the keyboard. */
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
  /** Amounts and counts stand right-aligned. */
  readonly align?: 'end'
  /** Where the row is a block of lines, the header stands before the value, which says too little alone. */
  readonly labelled?: boolean
}

export interface TableOptions {
  /** Said to screen readers; the heading above the table says it to everybody else. */
  readonly caption: string
  readonly columns: readonly Column[]
  /** Cells in the order of the columns; the first names its row. */
  readonly rows: readonly (readonly HtmlValue[])[]
  /** Shown instead of rows: what will appear here. */
  readonly empty?: HtmlValue
  /** On narrow pages every row becomes a block of lines, instead of a table that is scrolled sideways. */
  readonly stacks?: boolean
}

export function table(options: TableOptions): Html {
  const { columns, rows, stacks = false } = options
  // What is laid out as something else is no table to a screen reader, unless it is said to be one.
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

/** The four meanings of colour, and none. */
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
