// Prose in a TypeScript or JavaScript file: comments, and the strings and templates that are
// sentences.

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
const SQL_START =
  /^\s*(?:select|insert|update|delete|create|with|alter|drop|pragma|begin|from|where|and|or|on|order by|group by|returning|values|set|join|left join|explain|union|lock|limit)\b[^A-Z.!?]*/
/** Strings of several lines with the punctuation of code. */
const CODE_PATTERN = /\n[^]*(?:[;{}=]|--)/
const TWO_WORDS = /[A-Za-z’']{2,}[,:;]? [A-Za-z’']+/

export function proseOf(path: string, source: string): Segment[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const ignored = ignoredLines(source)
  return [...comments(file, source), ...strings(file)].filter(
    (segment) => TWO_WORDS.test(segment.text) && !ignored.has(segment.line),
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
    if (!SQL_START.test(text) && !CODE_PATTERN.test(text)) {
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
      text: asParagraph(text),
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

/** The source of a template, with a code mark of the same length in place of each expression. */
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
