// What a page says and leads to, as a text that can be kept beside its test: its words with their addresses, fields and marks. What differs
// from run to run, such as an id, has a name instead.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { icons } from '../../src/web/html/icons.ts'
import { plain } from './checkout.ts'

/** Set to `write`, outlines are written anew instead of compared: look at what git says of them afterwards. */
const MODE = process.env['SANDCARD_TEST_OUTLINES']

/** Texts that stand for others in all outlines of one story. */
export type Names = readonly (readonly [from: string | RegExp, to: string])[]

/** Elements that begin a line also where nothing more is said of them. */
const LINES = new Set(['h1', 'h2', 'h3', 'p', 'li', 'tr', 'td', 'th', 'dt', 'dd', 'summary'])
/** What every table and field has, whatever stands in it. */
const ALWAYS_THERE =
  /\s(?:role="(?:region|table|row|rowgroup|cell|columnheader|rowheader)"|scope="\w+"|tabindex="0"|autocomplete="off")/g
/** Pictures that are not icons, and the buttons that copy what stands beside them. */
const DECORATION = /<svg[^]*?<\/svg>|<button class="copy"[^]*?<\/button>/g
/** Every icon as a page has it, with what stands for it in an outline. */
const ICONS = Object.entries(icons).map(([name, icon]) => [String(icon), ` [${name}] `] as const)

/** The outline of a page's main part. */
export function outlineOf(page: string, names: Names): string {
  const main = /<main[^>]*>([^]*)<\/main>/.exec(page)?.[1]
  assert.ok(main !== undefined, 'the page has no main part')
  return outlineOfPart(iconsNamed(main).replaceAll(DECORATION, ''), names)
}

/** The outline of a document from its first line to its last, with its drawings and copy buttons. */
export const outlineOfDocument = (document: string, names: Names): string =>
  outlineOfPart(iconsNamed(document), [[ASSET, '$1.HASH.'], ...names])

/** A document without what stands in its main part. */
export const withoutMain = (document: string): string =>
  document.replace(/(<main[^>]*>)[^]*(?=<\/main>)/, '$1')

/** A file that a page loads has its content's hash in its name. */
const ASSET = /(\/assets\/[\w/-]+)\.[\da-f]{16}\./g

const iconsNamed = (part: string): string =>
  ICONS.reduce((told, [icon, name]) => told.replaceAll(icon, name), part)

function outlineOfPart(html: string, names: Names): string {
  const lines = ['']
  for (const part of html.split(/(<[^>]+>)/)) {
    if (part.startsWith('</')) continue
    const begun = part.startsWith('<') ? elementOf(part) : undefined
    if (begun !== undefined) lines.push(begun)
    else if (!part.startsWith('<')) lines.push(`${lines.pop() ?? ''} ${plain(part)}`)
  }
  const text = lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
  return `${names.reduce((told, [from, to]) => told.replaceAll(from, to), text)}\n`
}

/** The element as a line begins with it; undefined for one that only holds others. */
function elementOf(tag: string): string | undefined {
  const said = plain(tag)
    .replaceAll(ALWAYS_THERE, '')
    .replace(/^</, '')
    .replace(/\s*\/?>$/, '')
  return said.includes(' ') || LINES.has(said) ? said : undefined
}

/** The lines of an outline that another does not have: what a state of a page is told by. */
export function linesBeside(outline: string, other: string): string {
  const known = new Set(other.split('\n'))
  return `${outline
    .split('\n')
    .filter((line) => !known.has(line))
    .join('\n')}\n`
}

/** Compares a text with the one that is kept in a file. */
export function assertOutline(file: URL, outline: string): void {
  const path = fileURLToPath(file)
  if (MODE === 'write') {
    mkdirSync(fileURLToPath(new URL('.', file)), { recursive: true })
    writeFileSync(path, outline)
  }
  const kept = readFileSync(path, 'utf8')
  const hint = 'where it was changed on purpose, `npm run kept` writes it anew'
  // Not assert.equal: it prints both texts whole, up to the bound of what is printed, and where they differ is lost.
  assert.ok(outline === kept, `${path}: ${hint}\n${firstDifference(outline, kept)}`)
}

/** Where two texts part, with what stands before it. */
function firstDifference(text: string, kept: string): string {
  const [lines, keptLines] = [text.split('\n'), kept.split('\n')]
  const at = lines.findIndex((line, index) => line !== keptLines[index])
  const from = at === -1 ? lines.length : at
  const end = from + 6
  return [
    `from line ${from + 1}:`,
    ...lines.slice(Math.max(0, from - 3), from).map((line) => `  ${line}`),
    ...keptLines.slice(from, end).map((line) => `- ${line}`),
    ...lines.slice(from, end).map((line) => `+ ${line}`),
  ].join('\n')
}
