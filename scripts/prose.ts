// `npm run prose [-- PATH ...]`: checks the English of Markdown, comments, messages and test
// titles: the word list in prose/words.yml, sentences of about 25 words, lines of 100 characters.
// Without a path it checks everything except the paths in prose/unchecked.txt.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import {
  TextlintKernel,
  type TextlintKernelPlugin,
  type TextlintKernelRule,
} from '@textlint/kernel'
import { proseOf, type Segment } from './prose/segments.ts'

const root = resolve(import.meta.dirname, '..')
/** About 25 words. */
const SENTENCE_MAX_CHARACTERS = 190
const LINE_MAX_CHARACTERS = 100

/** Written from the schemas, which are checked. */
const GENERATED_FILE = 'src/client/operations.ts'

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
      rulePaths: [join(root, 'scripts/prose/words.yml')],
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

async function check(path: string): Promise<Problem[]> {
  const source = readFileSync(join(root, path), 'utf8')
  // A change is one line.
  if (path === 'CHANGELOG.md') return lint(unreleased(source))
  if (path.endsWith('.md')) return checkMarkdown(source)
  const segments = proseOf(path, source)
  return [...(await checkSegments(segments)), ...longComments(segments, source)]
}

/** The changelog without the releases: their text is history. */
function unreleased(source: string): string {
  return source.slice(0, source.search(/^## \[\d/m))
}

async function checkMarkdown(source: string): Promise<Problem[]> {
  return [...(await lint(source)), ...longLines(source)]
}

/**
 * All segments as one document: the linter is called once a file, and its lines are mapped back.
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
        own.map((each) => (/^\s*(?:\/[/*]|\*)/.test(each) ? each : '')),
        line,
      )
    })
}

/** Tables, links and code do not break. */
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

function listFiles(paths: string[]): string[] {
  const patterns = ['*.md', '*.ts', '*.mjs', '*.js']
  const listed = execFileSync('git', ['ls-files', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed
    .trim()
    .split('\n')
    .filter((file) => file !== GENERATED_FILE)
  const within = (path: string) => (file: string) => file === path || file.startsWith(`${path}/`)
  if (paths.length > 0) return files.filter((file) => paths.some((path) => within(path)(file)))
  const unchecked = readFileSync(join(root, 'scripts/prose/unchecked.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return files.filter((file) => !unchecked.some((path) => within(path)(file)))
}

const paths = process.argv.slice(2).map((path) => relative(root, resolve(path)))
let count = 0
for (const path of listFiles(paths)) {
  const problems = await check(path)
  problems.sort((a, b) => a.line - b.line)
  for (const { line, message } of problems) console.log(`${path}:${line} ${message}`)
  count += problems.length
}
if (count > 0) {
  console.log(`${count} places to rewrite. The words are in scripts/prose/words.yml.`)
  process.exitCode = 1
}
