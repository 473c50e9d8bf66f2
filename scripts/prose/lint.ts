// The checks of `npm run prose` on one file: words, length of sentences, length of lines.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  TextlintKernel,
  type TextlintKernelPlugin,
  type TextlintKernelRule,
} from '@textlint/kernel'
import { proseOf, type Segment } from './segments.ts'

/** About 25 words. */
const SENTENCE_MAX_CHARACTERS = 190
const LINE_MAX_CHARACTERS = 100

interface Problem {
  line: number
  message: string
}

const kernel = new TextlintKernel()
const rules = [
  {
    ruleId: 'words',
    rule: load<TextlintKernelRule['rule']>('textlint-rule-prh'),
    options: {
      rulePaths: [join(import.meta.dirname, 'words.yml')],
      // Emphasis quotes labels and test titles, which are checked in their own files.
      checkLink: true,
      checkBlockQuote: true,
    },
  },
  {
    ruleId: 'sentence-length',
    rule: load<TextlintKernelRule['rule']>('textlint-rule-sentence-length'),
    options: { max: SENTENCE_MAX_CHARACTERS },
  },
]

const markdown = {
  pluginId: 'markdown',
  plugin: load<TextlintKernelPlugin['plugin']>('@textlint/textlint-plugin-markdown'),
}

/** The default export of a CommonJS module that has no types. */
function load<T>(name: string): T {
  return (createRequire(import.meta.url)(name) as { default: T }).default
}

export async function problemsOf(path: string, source: string): Promise<Problem[]> {
  // A change is one line.
  if (path === 'CHANGELOG.md') return lint(unreleased(source))
  if (path.endsWith('.md')) return [...(await lint(withAltTexts(source))), ...longLines(source)]
  const segments = proseOf(path, source)
  return [...(await checkSegments(segments)), ...longComments(segments, source)]
}

async function lint(text: string): Promise<Problem[]> {
  const { messages } = await kernel.lintText(text, {
    ext: '.md',
    plugins: [markdown],
    rules,
  })
  return messages.map(({ ruleId, line, message }) => ({
    line,
    message:
      ruleId === 'sentence-length'
        ? `A sentence of ${/\((\d+)/.exec(message)?.[1] ?? ''} characters; at most ${SENTENCE_MAX_CHARACTERS}.`
        : message.replace(' => ', ' → ').replace('\n', '. '),
  }))
}

/** The changelog without its releases, whose text is history. */
function unreleased(source: string): string {
  return source.slice(0, source.search(/^## \[\d/m))
}

/** The linter skips the alternative text of a picture. */
function withAltTexts(source: string): string {
  return source.replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
}

/**
 * All segments as one document, because the linter is called once per file; its line numbers are
 * mapped back.
 */
async function checkSegments(segments: Segment[]): Promise<Problem[]> {
  const lines: number[] = []
  const texts = segments.map(({ text, line }) => {
    const own = text.split('\n')
    lines.push(...own.map((_, index) => line + index), line)
    return own.map((each) => each.replace(/^ {4,}/, '   ')).join('\n')
  })
  const problems = await lint(texts.join('\n\n'))
  return problems.map(({ line, message }) => ({ line: lines[line - 1] ?? 0, message }))
}

function longComments(segments: Segment[], source: string): Problem[] {
  const lines = source.split('\n')
  return segments
    .filter(({ kind }) => kind === 'comment')
    .flatMap(({ text, line }) => {
      const own = lines.slice(line - 1, line - 1 + text.split('\n').length)
      return tooLong(
        own.map((each) => (/^\s*(?:\/[/*]|\*|#)/.test(each) ? each : '')),
        line,
      )
    })
}

/** Tables, links and code cannot be wrapped. */
function longLines(source: string): Problem[] {
  let fenced = false
  const lines = source.split('\n').map((line) => {
    if (line.trimStart().startsWith('```')) fenced = !fenced
    return fenced || /^\s*[|!]|\]\(/.test(line) ? '' : line
  })
  return tooLong(lines, 1)
}

function tooLong(lines: string[], first: number): Problem[] {
  return lines.flatMap((line, index) =>
    line.length > LINE_MAX_CHARACTERS && !/https?:\/\//.test(line)
      ? [
          {
            line: first + index,
            message: `A line of ${line.length} characters; at most ${LINE_MAX_CHARACTERS}.`,
          },
        ]
      : [],
  )
}
