/**
 * Small charts, rendered on the server as SVG without scripts or inline styles. The figures of each
 * chart are also in a table for screen readers.
 */
import { type Meaning, table } from './components.ts'
import { attributes, html, type Html } from './html.ts'

interface SparklineOptions {
  /** The subject, such as "Payments per hour". */
  readonly label: string
  /** Values from oldest to newest, each with the label of its time. */
  readonly points: readonly { readonly label: string; readonly value: number }[]
  readonly meaning?: Meaning
  /** The text of a value in the table, such as `97%`. */
  readonly text?: (value: number) => string
}

const LINE = { width: 120, height: 32, inset: 2 } as const

/** A line without axis, next to a figure. */
export function sparkline(options: SparklineOptions): Html {
  const { label, points, meaning = 'neutral', text = String } = options
  const { width, height, inset } = LINE
  const values = points.map(({ value }) => value)
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)]
  const x = (index: number) => round((index * width) / Math.max(1, points.length - 1))
  const y = (value: number) =>
    round(height - inset - ((value - least) / (most - least)) * (height - 2 * inset))
  const line = values.map((value, index) => `${x(index)} ${y(value)}`).join('L')
  return html`<figure class="sparkline ${meaning}">
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
      ${
        values.length > 1 &&
        html`<path class="area" d="M${line}L${width} ${height}L0 ${height}z" /><path
            class="line"
            d="M${line}"
          />`
      }
    </svg>
    ${figures(
      label,
      ['Value'],
      points.map((point) => [point.label, text(point.value)]),
    )}
  </figure>`
}

interface BarsOptions {
  /** The subject, such as "Payments per hour". */
  readonly label: string
  /** Stacked from the bottom up. */
  readonly series: readonly { readonly name: string; readonly meaning: Meaning }[]
  readonly columns: readonly BarColumn[]
  /** Labels on the axis: every column whose index is a multiple of this. */
  readonly labelEvery?: number
}

interface BarColumn {
  readonly label: string
  /** A shorter label for the axis. */
  readonly axisLabel?: string
  /** One per series. */
  readonly values: readonly number[]
  /** The list whose items the bar counts. */
  readonly href?: string
  /** The accessible name of the link; label and values by default. */
  readonly linkName?: string
}

const BAR = { step: 24, width: 16, height: 120 } as const

/** Stacked bars with a scale and labels. Each bar can link to the items that it counts. */
export function bars({ label, series, columns, labelEvery = 1 }: BarsOptions): Html {
  const top = niceMaximum(Math.max(1, ...columns.map(({ values }) => sum(values))))
  const width = Math.max(1, columns.length) * BAR.step
  const tall = (value: number) => round((value / top) * BAR.height)
  const bar = ({ values, href, ...column }: BarColumn, index: number): Html => {
    const x = index * BAR.step + (BAR.step - BAR.width) / 2
    let y: number = BAR.height
    const parts = values.map((value, at) => {
      const height = tall(value)
      y = round(y - height)
      return (
        height > 0 &&
        html`<rect
          class="bar ${series[at]?.meaning}"
          x="${x}"
          y="${y}"
          width="${BAR.width}"
          height="${height}"
        />`
      )
    })
    const named = series.map(({ name }, at) => `${values[at] ?? 0} ${name.toLowerCase()}`)
    const name = column.linkName ?? `${column.label}: ${named.join(', ')}`
    const target = html`<rect
        class="target"
        x="${index * BAR.step}"
        y="0"
        width="${BAR.step}"
        height="${BAR.height}"
      /><title>${name}</title>${parts}`
    return href === undefined || sum(values) === 0
      ? html`<g>${target}</g>`
      : html`<a href="${href}" aria-label="${name}">${target}</a>`
  }
  const hasLinks = columns.some(({ href, values }) => href !== undefined && sum(values) > 0)
  return html`<figure class="bars">
    <figcaption>
      ${series.map(({ name, meaning }) => html`<span class="legend ${meaning}">${name}</span>`)}
    </figcaption>
    <div class="plot">
      <ol class="scale" aria-hidden="true">
        <li>${top}</li>
        <li>${top / 2}</li>
        <li>0</li>
      </ol>
      <svg
        viewBox="0 0 ${width} ${BAR.height + 1}"
        preserveAspectRatio="none"
        ${attributes(hasLinks ? { role: 'group', 'aria-label': label } : { 'aria-hidden': 'true' })}
      >
        <path class="rule" d="M0 .5h${width}M0 ${BAR.height / 2}h${width}" />
        ${columns.map(bar)}
        <path class="ground" d="M0 ${BAR.height + 0.5}h${width}" />
      </svg>
      <ol class="axis" aria-hidden="true">
        ${columns.map((column, index) => html`<li>${index % labelEvery === 0 && (column.axisLabel ?? column.label)}</li>`)}
      </ol>
    </div>
    ${figures(
      label,
      series.map(({ name }) => name),
      columns.map((column) => [column.label, ...column.values.map(String)]),
    )}
  </figure>`
}

/** The figures of a chart as a table, for screen readers. */
const figures = (
  caption: string,
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Html =>
  html`<div class="sr-only">
    ${table({
      caption,
      columns: [{ header: 'Time' }, ...names.map((header) => ({ header }))],
      rows,
      empty: 'No values',
      isShown: false,
    })}
  </div>`

/** The next even round number, so that half of it is a whole number. */
function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10
  return Math.max(2, step * power)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const round = (value: number): number => Math.round(value * 100) / 100
