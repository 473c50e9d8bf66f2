// Prose in a file: its comments, and in TypeScript and JavaScript the strings and templates that
// are sentences.

import ts from 'typescript'

/** A piece of prose as Markdown, and the line of the source on which it starts. */
export interface Segment {
  text: string
  line: number
  kind: 'comment' | 'string'
}

/** Exempts its line and the next one: a quotation, or data that looks like prose. */
const IGNORE_MARK = 'prose-ignore'
const LINTER_DIRECTIVE = /^\s*(?:eslint|@ts-|prettier-ignore|prose-ignore|v8 ignore|#!)/
/**
 * A statement, a list of columns, or a fragment that starts with a keyword and has a sign of SQL.
 */
const SQL_PATTERN =
  /^\s*(?:(?:select|explain|pragma|union|order by|group by|left join)\b|insert into|delete from|update \S+ set|(?:create|alter|drop) (?:unique |virtual |temporary )?(?:table|index|trigger|view|extension)|begin immediate|\(\s+\w+ (?:bigint|integer|text)\b|(?:with|from|where|and|or|on|returning|values|set|join|lock|limit)\b(?=[^]*(?:[=$*]|\w_\w|`…`|\bnull\b| \(|\bas \())[^A-Z!?]*$)/
/** Multi-line strings with the punctuation of code. */
const CODE_PATTERN = /\n[^]*(?:[;{}=]|--)/
const TWO_WORDS = /[A-Za-z’']{2,}[,:;]? [A-Za-z’']+/

export function proseOf(path: string, source: string): Segment[] {
  const ignored = ignoredLines(source)
  const found = /\.(?:ts|js|mjs)$/.test(path) ? codeProse(path, source) : plainComments(source)
  return found.filter((segment) => TWO_WORDS.test(segment.text) && !ignored.has(segment.line))
}

function codeProse(path: string, source: string): Segment[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  return [...comments(file, source), ...strings(file)]
}

/** Comments of style sheets, and of files whose comments start with `#` on a separate line. */
function plainComments(source: string): Segment[] {
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length
  return [...source.matchAll(/\/\*[^]*?\*\/|(?:^[ \t]*#(?!!).*\n?)+/gm)].map(
    ({ 0: raw, index }) => ({
      text: raw.startsWith('/*') ? withoutMarkers(raw) : raw.trimEnd().replace(/^[ \t]*# ?/gm, ''),
      line: lineOf(index),
      kind: 'comment',
    }),
  )
}

function ignoredLines(source: string): Set<number> {
  const lines = source.split('\n')
  return new Set(
    lines.flatMap((line, index) => (line.includes(IGNORE_MARK) ? [index + 1, index + 2] : [])),
  )
}

function lineAt(file: ts.SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line + 1
}

// -- comments

function comments(file: ts.SourceFile, source: string): Segment[] {
  const found: Segment[] = []
  let previous: { end: number; segment: Segment } | undefined
  for (const range of commentRanges(file, source)) {
    const raw = source.slice(range.pos, range.end)
    const text = withoutMarkers(raw)
    if (LINTER_DIRECTIVE.test(text)) continue
    const line = lineAt(file, range.pos)
    // Adjacent line comments are one paragraph.
    const gap = previous && source.slice(previous.end, range.pos)
    if (previous && raw.startsWith('//') && gap !== undefined && /^\n[ \t]*$/.test(gap)) {
      previous.segment.text += `\n${text}`
      previous.end = range.end
      continue
    }
    const segment: Segment = { text, line, kind: 'comment' }
    found.push(segment)
    previous = { end: raw.startsWith('//') ? range.end : -1, segment }
  }
  return found
}

function commentRanges(file: ts.SourceFile, source: string): ts.CommentRange[] {
  const ranges = new Map<number, ts.CommentRange>()
  const add = (list: ts.CommentRange[] | undefined) =>
    list?.forEach((range) => ranges.set(range.pos, range))
  const visit = (node: ts.Node) => {
    if (!ts.isTemplateLiteralToken(node)) {
      add(ts.getLeadingCommentRanges(source, node.getFullStart()))
      add(ts.getTrailingCommentRanges(source, node.getEnd()))
    }
    node.getChildren(file).forEach(visit)
  }
  visit(file)
  return [...ranges.values()].sort((a, b) => a.pos - b.pos)
}

function withoutMarkers(raw: string): string {
  if (raw.startsWith('//')) return raw.replace(/^\/\/ ?/, '')
  return raw
    .replace(/^\/\*\*? ?/, '')
    .replace(/\s*\*\/$/, '')
    .replace(/\n\s*\* ?/g, '\n')
    .replace(/^@\w+ (?:\{[^}]*\} )?/gm, '')
}

// -- strings

function strings(file: ts.SourceFile): Segment[] {
  const found: Segment[] = []
  const add = (node: ts.Node, text: string) => {
    if (!SQL_PATTERN.test(text) && !CODE_PATTERN.test(text)) {
      found.push({
        text: asParagraph(text),
        line: lineAt(file, node.getStart(file)),
        kind: 'string',
      })
    }
  }
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (isMarkup(node)) addMarkup(file, node, found)
      else add(node, node.text)
    } else if (ts.isTemplateExpression(node)) {
      if (isMarkup(node)) addMarkup(file, node, found)
      else
        add(
          node,
          [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('`…`'),
        )
      node.templateSpans.forEach((span) => visit(span.expression))
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function asParagraph(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[#*_<>[\]|~\\]/g, ' ')
    .trim()
}

function isMarkup(node: ts.Node): boolean {
  return ts.isTaggedTemplateExpression(node.parent) && node.parent.tag.getText() === 'html'
}

/** The text between the tags of an `html` template, and the attributes that people read. */
function addMarkup(file: ts.SourceFile, node: ts.Node, found: Segment[]): void {
  const start = node.getStart(file)
  const markup = maskExpressions(file, node)
  const add = (text: string, offset: number) => {
    const leading = /^\s*/.exec(text)?.[0].length ?? 0
    found.push({
      text: asParagraph(text.replace(/…+/g, '…')),
      line: lineAt(file, start + offset + leading),
      kind: 'string',
    })
  }
  let end = 0
  for (const tag of markup.matchAll(/<[^>]*>/g)) {
    add(markup.slice(end, tag.index), end)
    for (const attribute of tag[0].matchAll(/(?:title|aria-label|placeholder|alt)="([^"]*)"/g)) {
      add(attribute[1] ?? '', tag.index + attribute.index)
    }
    end = tag.index + tag[0].length
  }
  add(markup.slice(end), end)
}

/** The source of a template, with a code span of the same length in place of each expression. */
function maskExpressions(file: ts.SourceFile, node: ts.Node): string {
  const start = node.getStart(file)
  let text = node.getText(file)
  if (ts.isTemplateExpression(node)) {
    for (const { expression } of node.templateSpans) {
      const from = expression.getFullStart() - start - 2
      const to = expression.getEnd() - start + 1
      const mask = text.slice(from, to).replace(/[^\n]/g, '…')
      text = text.slice(0, from) + mask + text.slice(to)
    }
  }
  return text.replace(/^`|`$/g, ' ')
}
