// Literals in the languages of the code samples.

/** A language's syntax for JSON values. */
export interface LiteralStyle {
  readonly indent: string
  readonly text: (value: string) => string
  readonly none: string
  readonly yes: string
  readonly no: string
  readonly list: readonly [open: string, close: string]
  readonly object: readonly [open: string, close: string]
  readonly emptyObject: string
  /** A property name and the separator after it. */
  readonly member: (name: string) => string
}

/** Single quotes, with the escapes that JavaScript and Python share. */
function quotedText(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}

const scriptMember = (name: string): string =>
  `${/^[A-Za-z_]\w*$/.test(name) ? name : quotedText(name)}: `

/** Single quotes, in which PHP only interprets escaped quotes and backslashes. */
const phpText = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const SCRIPT: LiteralStyle = {
  indent: '  ',
  text: quotedText,
  none: 'null',
  yes: 'true',
  no: 'false',
  list: ['[', ']'],
  object: ['{', '}'],
  emptyObject: '{}',
  member: scriptMember,
}

export const PHP: LiteralStyle = {
  ...SCRIPT,
  indent: '    ',
  text: phpText,
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
  member: (name) => `${phpText(name)} => `,
}

export const PYTHON: LiteralStyle = {
  ...SCRIPT,
  indent: '    ',
  none: 'None',
  yes: 'True',
  no: 'False',
  member: (name) => `${quotedText(name)}: `,
}

/** Writes a JSON value; `depth` is the indentation of its first line. */
export function literal(value: unknown, style: LiteralStyle, depth = 0): string {
  if (value === null || value === undefined) return style.none
  if (typeof value === 'boolean') return value ? style.yes : style.no
  if (typeof value === 'string') return style.text(value)
  if (Array.isArray(value))
    return lines(
      value.map((item) => literal(item, style, depth + 1)),
      style.list,
      { style, depth },
    )
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value)
  if (members.length === 0) return style.emptyObject
  return lines(
    members.map(([name, member]) => style.member(name) + literal(member, style, depth + 1)),
    style.object,
    { style, depth },
  )
}

/** One entry per line, except lists that fit on one line. */
function lines(
  entries: readonly string[],
  [open, close]: readonly [string, string],
  { style, depth }: { readonly style: LiteralStyle; readonly depth: number },
): string {
  if (entries.length === 0) return open + close
  const inner = style.indent.repeat(depth + 1)
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${style.indent.repeat(depth)}${close}`
}
