// Renders Markdown: `marked` parses it, and the `html` tag writes it, so that no text in a guide
// can become markup. Raw HTML is shown as text.

import { lexer, type Token, type Tokens } from 'marked'
import { breakable } from '../../../web/html/breakable.ts'
import { codeBlock, table } from '../../../web/html/components.ts'
import { attributes, html, type Html, type HtmlValue, linkTarget } from '../../../web/html/html.ts'
import { helpText, isHelpText } from './help-text.ts'

/** The code as the reader of our pages sees it, such as with their own credentials. */
export type CodeOf = (code: string) => string
/** The URL of a link on our pages; null turns it into plain text. */
type LinkOf = (href: string) => string | null
/** The text of a link on our pages that is a file name in the source. */
type TitleOf = (href: string) => string | undefined
/** The picture with a URL; undefined shows its alternative text. */
type PictureOf = (href: string) => MarkdownPicture | undefined

interface MarkdownPicture {
  readonly path: string
  readonly width: number
  readonly height: number
}

interface MarkdownOptions {
  readonly linkOf: LinkOf
  readonly titleOf?: TitleOf
  readonly pictureOf?: PictureOf
  readonly codeOf?: CodeOf
}

export function renderMarkdown(text: string, options: MarkdownOptions): Html {
  const tokens = lexer(text)
  const { titleOf = nothing, pictureOf = nothing, codeOf = (code) => code } = options
  const ids = headingIds(tokens)
  const names = namesOf(tokens)
  return html`${blocks(tokens, {
    linkOf: options.linkOf,
    titleOf,
    pictureOf,
    codeOf,
    idOf: (heading) => ids.get(heading),
    nameOf: (token) => names.get(token) ?? '',
  })}`
}

const nothing = (): undefined => undefined

interface Page extends Required<MarkdownOptions> {
  /** The id of a top-level heading. */
  readonly idOf: (heading: Token) => string | undefined
  /** The name of a table or of code. */
  readonly nameOf: (token: Token) => string
}

/** Ids follow GitHub's rules, so that links work in both places; repeated ids get a number. */
function headingIds(tokens: readonly Token[]): ReadonlyMap<Token, string> {
  const taken = new Map<string, number>()
  const ids = new Map<Token, string>()
  for (const token of tokens) {
    if (token.type !== 'heading') continue
    const name = plainText(token.tokens)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    ids.set(token, before === 0 ? name : `${name}-${before}`)
  }
  return ids
}

/** The name of a table or of code is the heading above it, with a number from the second on. */
function namesOf(tokens: readonly Token[]): ReadonlyMap<Token, string> {
  const names = new Map<Token, string>()
  let heading = ''
  const counts = { table: 0, code: 0 }
  for (const token of tokens) {
    if (token.type === 'heading') {
      heading = plainText(token.tokens)
      Object.assign(counts, { table: 0, code: 0 })
    }
    if (token.type !== 'table' && token.type !== 'code') continue
    const count = ++counts[token.type]
    names.set(token, count === 1 ? heading : `${heading}, ${count}`)
  }
  return names
}

const plainText = (tokens: readonly Token[] = []): string =>
  tokens.map((token) => ('text' in token ? String(token.text) : '')).join('')

const blocks = (tokens: readonly Token[], page: Page): Html[] =>
  tokens.map((token) => block(token as Tokens.Generic, page))

function block(token: Tokens.Generic, page: Page): Html {
  switch (token.type) {
    case 'heading':
      return heading(token as Tokens.Heading, page)
    case 'paragraph':
      return html`<p>${inline(token.tokens, page)}</p>`
    case 'code': {
      const code = page.codeOf((token as Tokens.Code).text)
      return codeBlock({
        code,
        ...(isHelpText(code) && { shown: helpText(code) }),
        label: ['code', page.nameOf(token)].filter(Boolean).join(': '),
      })
    }
    case 'list':
      return list(token as Tokens.List, page)
    case 'table':
      return markdownTable(token as Tokens.Table, page)
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens ?? [], page)}</blockquote>`
    case 'hr':
      return html`<hr />`
    case 'space':
      return html``
    default:
      return html`${inline([token], page)}`
  }
}

function heading(token: Tokens.Heading, page: Page): Html {
  const id = attributes({ id: page.idOf(token) })
  const text = inline(token.tokens, page)
  switch (token.depth) {
    case 1:
      return html`<h1 ${id}>${text}</h1>`
    case 2:
      return html`<h2 ${id}>${text}</h2>`
    default:
      return html`<h3 ${id}>${text}</h3>`
  }
}

function list({ ordered, items }: Tokens.List, page: Page): Html {
  const rows = items.map((item) => html`<li>${blocks(item.tokens, page)}</li>`)
  return ordered
    ? html`<ol>
        ${rows}
      </ol>`
    : html`<ul>
        ${rows}
      </ul>`
}

/** Headers that say nothing in front of the only value of a row. */
const SELF_EVIDENT: ReadonlySet<string> = new Set([
  'Behaviour',
  'Content',
  'Effect',
  'Guide',
  'Meaning',
  'Purpose',
])

/** With a capital letter, unless it starts with code. */
function headerOf({ tokens }: Tokens.TableCell): string {
  const text = plainText(tokens)
  return tokens[0]?.type === 'codespan' ? text : text.slice(0, 1).toUpperCase() + text.slice(1)
}

function markdownTable(token: Tokens.Table, page: Page): Html {
  const { header, rows } = token
  return table({
    caption: page.nameOf(token),
    columns: header.map((cell, index) => {
      const text = headerOf(cell)
      return {
        header: text,
        labelled: index > 0 && !(header.length === 2 && SELF_EVIDENT.has(text)),
      }
    }),
    stacks: true,
    rows: rows.map((cells) => cells.map((cell) => inline(cell.tokens, page))),
  })
}

const inline = (tokens: readonly Token[] = [], page: Page): HtmlValue =>
  tokens.map((token) => inlineToken(token as Tokens.Generic, page))

function inlineToken(token: Tokens.Generic, page: Page): HtmlValue {
  const text = typeof token['text'] === 'string' ? token['text'] : token.raw
  switch (token.type) {
    case 'strong':
      return html`<strong>${inline(token.tokens, page)}</strong>`
    case 'em':
      return html`<em>${inline(token.tokens, page)}</em>`
    case 'codespan':
      return inlineCode(page.codeOf(text))
    case 'br':
      return html`<br />`
    case 'link':
      return link(token as Tokens.Link, page)
    case 'image':
      return picture(token as Tokens.Image, page)
    default:
      // A text inside a list item has its own tokens.
      return token.tokens === undefined ? unbroken(text) : inline(token.tokens, page)
  }
}

/** "3-D" must not break after its hyphen. */
const unbroken = (text: string): HtmlValue =>
  text
    .split(/(\b3-D\b)/)
    .map((part, index) => (index % 2 === 1 ? html`<span class="whole">${part}</span>` : part))

/** Code up to this length stays on one line. */
const WHOLE_LENGTH = 28

function inlineCode(code: string): Html {
  if (code.length <= WHOLE_LENGTH) return html`<code>${code}</code>`
  return html`<code class="long">${breakable(code)}</code>`
}

function picture({ href, text }: Tokens.Image, page: Page): HtmlValue {
  const found = page.pictureOf(href)
  return found === undefined
    ? text
    : html`<img
        src="${found.path}"
        alt="${text}"
        width="${found.width}"
        height="${found.height}"
        loading="lazy"
      />`
}

function link({ href, tokens }: Tokens.Link, page: Page): HtmlValue {
  const target = page.linkOf(href)
  const checked = target?.startsWith('#') === true ? target : linkTarget(target ?? '')
  const isFile = /^[\w/-]+\.md$/.test(plainText(tokens))
  const text = (isFile ? page.titleOf(href) : undefined) ?? inline(tokens, page)
  return checked === null ? text : html`<a href="${checked}">${text}</a>`
}
