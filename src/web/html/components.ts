/**
 * Components of several pages. All work without JavaScript; scripts only add convenience. Charts
 * are in `charts.ts`, card brands in `card-brand.ts`.
 */
import { asset } from './asset.ts'
import { breakable } from './breakable.ts'
import { type Drawing, drawings } from './drawings.ts'
import { attributes, html, type Html, type HtmlValue } from './html.ts'
import { icons } from './icons.ts'

/** A value to copy: selectable as a whole, with a button if scripts run. */
export function copyable(value: string, label: string): Html {
  const shown = /^(?:https?:|\/)/.test(value) ? breakable(value) : value
  return html`<span class="copyable"
    ><code class="value">${shown}</code>${copyButton(value, label)}</span
  >`
}

/** A secret to copy: its last four characters, until it is shown. It opens without scripts. */
export function hiddenValue(value: string, label: string): Html {
  return html`<span class="copyable hidden-value">
    <details>
      <summary>
        <span class="number">••••${value.slice(-4)}</span> <span class="sr-only">${label}</span>
      </summary>
      <code class="value">${value}</code>
    </details>
    ${copyButton(value, label)}
  </span>`
}

/** Enables the copy buttons. */
export const copyScript = asset('copy', 'js')

/** Reserves its space from the first paint and appears when `copyScript` has loaded. */
export function copyButton(value: string, label: string): Html {
  return html`<button class="copy" type="button" data-copy="${value}" aria-label="Copy ${label}">
    <span class="copy-idle">${icons.copy}</span><span class="copy-done">${icons.check}</span>
  </button>`
}

interface CodeBlockOptions {
  readonly code: string
  /** The code with its parts marked up; the plain code by default. */
  readonly shown?: Html
  /** Label of the copied value, such as "command" or "public key". */
  readonly label: string
  readonly caption?: HtmlValue
}

/** Preformatted text that scrolls inside its box and can be focused by keyboard. */
export function codeBlock(block: CodeBlockOptions): Html {
  const { code, shown = code } = block
  return html`<figure class="code">
    ${block.caption && html`<figcaption>${block.caption}</figcaption>`}
    <div>
      <pre role="group" tabindex="0" aria-label="${block.label}"><code>${shown}</code></pre>
      ${copyButton(code, block.label)}
    </div>
  </figure>`
}

export interface Column {
  readonly header: string
  /** Amounts and counts are right-aligned. */
  readonly align?: 'end'
  /** If the row is a block of lines, show the header before the value. */
  readonly labelled?: boolean
  /** The link that sorts by this column, and its direction if it is sorted. */
  readonly sort?: { readonly href: string; readonly isSorted?: 'ascending' | 'descending' }
}

interface TableOptions {
  /** For screen readers; others read the heading above the table. */
  readonly caption: string
  readonly columns: readonly Column[]
  /** Cells in the order of the columns; the first is the row header. */
  readonly rows: readonly (readonly HtmlValue[])[]
  /** Shown instead of rows: what will appear here. */
  readonly empty?: HtmlValue
  /** On narrow pages, each row becomes a block of lines, so that the table does not scroll. */
  readonly stacks?: boolean
  /** False for a table that is not shown, so that Tab does not stop at it. True by default. */
  readonly isShown?: boolean
}

/** Elements at which Tab stops. */
const CONTROL = /<(?:a|button|input|select|summary)\b/

export function table(options: TableOptions): Html {
  const { columns, rows, stacks = false, isShown = true } = options
  // CSS that changes the layout of a table removes its role; the attributes restore it.
  const role = (name: string) => attributes({ role: stacks && name })
  const align = (index: number) => attributes({ class: columns[index]?.align })
  const label = (index: number) =>
    attributes({ 'data-label': columns[index]?.labelled === true && columns[index].header })
  const cell = (value: HtmlValue, index: number) =>
    index === 0
      ? html`<th scope="row" ${role('rowheader')} ${align(index)} ${label(index)}>${value}</th>`
      : html`<td ${role('cell')} ${align(index)} ${label(index)}>${value}</td>`
  const header = (column: Column, index: number) =>
    html`<th
      scope="col"
      ${role('columnheader')}
      ${align(index)}
      ${attributes({ 'aria-sort': column.sort?.isSorted })}
    >
      ${column.sort === undefined ? column.header : html`<a href="${column.sort.href}">${column.header}</a>`}
    </th>`
  const empty = html`<tr ${role('row')}>
    <td class="empty" ${role('cell')} colspan="${columns.length}">${options.empty}</td>
  </tr>`
  const body = html`${
    rows.length === 0
      ? empty
      : rows.map(
          (row) =>
            html`<tr ${role('row')}>
              ${row.map(cell)}
            </tr>`,
        )
  }`
  const box = {
    class: stacks ? 'table stacks' : 'table',
    role: 'region',
    'aria-label': options.caption,
    // Keys scroll a table that contains the focus. Others can have the focus themselves.
    tabindex: !CONTROL.test(String(body)) && 0,
  }
  return html`<div ${attributes(isShown ? box : {})}>
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
        ${body}
      </tbody>
    </table>
  </div>`
}

/** The four meanings of colours, and none. */
export type Meaning = 'approved' | 'declined' | 'pending' | 'warning' | 'neutral'

export const MEANING_ICONS: Readonly<Record<Meaning, Html>> = {
  approved: icons.check,
  declined: icons.cross,
  pending: icons.clock,
  warning: icons.warning,
  neutral: icons.dot,
}

/** Colour, icon and word together, so that the meaning does not depend on the colour. */
export function badge(meaning: Meaning, word: string): Html {
  return html`<span class="badge ${meaning}">${MEANING_ICONS[meaning]}${word}</span>`
}

/** A paragraph that is more important than its neighbours. */
export function notice(meaning: Meaning, text: HtmlValue): Html {
  return html`<div class="notice ${meaning}">
    ${MEANING_ICONS[meaning]}
    <div>${text}</div>
  </div>`
}

/** The outcome of a form. It has the focus when the page opens, so screen readers read it. */
export function outcome(meaning: Meaning, text: HtmlValue): Html {
  return html`<div class="notice ${meaning}" role="status" tabindex="-1" autofocus>
    ${MEANING_ICONS[meaning]}
    <div>${text}</div>
  </div>`
}

interface MenuOptions {
  /** Text of the button; `icons.more` for the three dots. */
  readonly label: HtmlValue
  /** Accessible name, if the label is an icon or is not unique on the page. */
  readonly name?: string
  /** Links, forms with one button, and buttons of dialogs; `false` omits one. */
  readonly items: readonly HtmlValue[]
  /** The edge of the button with which the list is aligned; `start` by default. */
  readonly align?: 'start' | 'end'
}

/** A button that opens a list of actions. `drawer.js` closes it on Escape and on outside clicks. */
export function menu({ label, name, items, align = 'start' }: MenuOptions): Html {
  return html`<details class="menu ${align === 'end' && 'menu-end'}">
    <summary class="button quiet" ${attributes({ 'aria-label': name })}>
      ${label}${label !== icons.more && icons.down}
    </summary>
    <div>
      <ul>
        ${items.map((item) => item !== false && html`<li>${item}</li>`)}
      </ul>
    </div>
  </details>`
}

interface Tab {
  readonly label: string
  readonly href: string
  readonly isCurrent?: boolean
  /** Number of rows behind the tab. */
  readonly count?: number | string
}

/** Views of one page as links. They scroll sideways on narrow screens. */
export const tabs = (label: string, items: readonly Tab[]): Html =>
  html`<nav class="tabs" aria-label="${label}">
    ${items.map(
      ({ label: text, href, isCurrent = false, count }) =>
        html`<a href="${href}" ${attributes({ 'aria-current': isCurrent && 'page' })}
          >${text}${count !== undefined && html` <span class="count">${count}</span>`}</a
        >`,
    )}
  </nav>`

/** A drawing, one sentence and one button or link, for a list without rows. */
export const emptyState = (picture: Drawing, sentence: HtmlValue, next?: HtmlValue): Html =>
  html`<div class="empty-state">
    ${drawings[picture]}
    <p>${sentence}</p>
    ${next}
  </div>`

interface MeterOptions {
  readonly label: string
  readonly value: number
  readonly most: number
  /** The values as text, such as `12.00 of 50.00 EUR`. */
  readonly text: string
  readonly meaning?: Meaning
}

/** A bar that shows how much of something is used. */
export const meter = ({ label, value, most, text, meaning }: MeterOptions): Html =>
  html`<div class="meter ${meaning}">
    <span class="meter-label">${label}</span>
    <span class="meter-text">${text}</span>
    <meter
      min="0"
      max="${Math.max(most, 1)}"
      value="${value}"
      aria-label="${label}: ${text}"
    ></meter>
  </div>`

interface PanelOptions {
  readonly title?: HtmlValue
  /** Links and buttons at the end of the title's line. */
  readonly tools?: HtmlValue
  readonly content: HtmlValue
  /** Value of `data-live`, if live updates replace the panel. */
  readonly live?: string
}

/** A part of a page on the secondary surface. Panels do not contain panels. */
export const panel = ({ title, tools, content, live }: PanelOptions): Html =>
  html`<section class="panel" ${attributes({ 'data-live': live })}>
    ${
      title !== undefined &&
      html`<div class="panel-head">
        <h2>${title}</h2>
        ${tools}
      </div>`
    }
    ${content}
  </section>`

interface StatOptions {
  readonly label: string
  readonly value: HtmlValue
  /** A sentence under the figure, such as a comparison. */
  readonly aside?: HtmlValue
  /** The list whose items the figure counts. */
  readonly href?: string
  /** An additional chart, such as a sparkline. */
  readonly chart?: Html
}

/** One figure of a dashboard. Tiles are children of an element with the class `stats`. */
export const statTile = ({ label, value, aside, href, chart }: StatOptions): Html =>
  html`<div class="stat">
    <p class="stat-label">${href === undefined ? label : html`<a href="${href}">${label}</a>`}</p>
    <p class="stat-value">${value}</p>
    ${aside !== undefined && html`<p class="aside">${aside}</p>`} ${chart}
  </div>`

/** A small label, such as an active filter; with `removeHref`, a link that removes it. */
export const chip = (label: HtmlValue, removeHref?: string, removeName = 'Remove'): Html =>
  html`<span class="chip"
    >${label}${
      removeHref !== undefined &&
      html`<a href="${removeHref}" aria-label="${removeName}">${icons.cross}</a>`
    }</span
  >`

/** A choice that fills or filters with one click, such as "Half". */
export const chipLink = (label: HtmlValue, href: string, isCurrent = false): Html =>
  html`<a class="chip" href="${href}" ${attributes({ 'aria-current': isCurrent && 'true' })}
    >${label}</a
  >`

interface DialogOptions {
  /** Unique on the page; its button has the same id in `dialogButton`. */
  readonly id: string
  readonly title: string
  readonly content: HtmlValue
  /** True after a refused form or with a result: the dialog is rendered inline. */
  readonly isOpen?: boolean
}

/**
 * A form or a result above the page. It opens without JavaScript, because the browser shows
 * popovers itself, and closes on Escape and on a click outside. Place it outside parts that live
 * updates replace.
 */
export const dialog = ({ id, title, content, isOpen = false }: DialogOptions): Html =>
  html`<div
    class="dialog"
    id="${id}"
    role="dialog"
    aria-labelledby="${id}-title"
    ${attributes({ popover: !isOpen && 'auto' })}
  >
    <div class="dialog-head">
      <h2 id="${id}-title">${title}</h2>
      ${
        !isOpen &&
        html`<button
          class="close"
          type="button"
          popovertarget="${id}"
          popovertargetaction="hide"
          aria-label="Close"
        >
          ${icons.cross}
        </button>`
      }
    </div>
    ${content}
  </div>`

/** The button that opens a dialog. The ellipsis means that it asks for confirmation first. */
export const dialogButton = (
  id: string,
  label: string,
  look = 'button quiet',
  /** The record, for screen readers, if several buttons have the same label. */
  of?: string,
): Html =>
  // prettier-ignore
  html`<button class="${look}" type="button" ${attributes({ 'aria-label': of !== undefined && `${label}… ${of}` })} popovertarget="${id}">${label}…</button>`
