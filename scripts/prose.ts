// `npm run prose [-- PATH ...]`: checks the English of Markdown, comments, messages and test
// titles: the word list in prose/words.yml, sentences of about 25 words, lines of 100 characters.
// Without a path it checks everything.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { problemsOf } from './prose/lint.ts'

const root = resolve(import.meta.dirname, '..')

const PATTERNS = [
  '*.md',
  '*.ts',
  '*.mjs',
  '*.js',
  '*.css',
  '*.yml',
  '*.yaml',
  '*.cfg',
  'Dockerfile',
  '.ci/run',
]

/** Generated from the schemas, which are checked. */
const GENERATED_FILE = 'src/client/operations.ts'

function listFiles(paths: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '--', ...PATTERNS], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed
    .trim()
    .split('\n')
    .filter((file) => file !== GENERATED_FILE)
  const within = (path: string) => (file: string) => file === path || file.startsWith(`${path}/`)
  return paths.length > 0 ? files.filter((file) => paths.some((path) => within(path)(file))) : files
}

const paths = process.argv.slice(2).map((path) => relative(root, resolve(path)))
let count = 0
for (const path of listFiles(paths)) {
  const problems = await problemsOf(path, readFileSync(join(root, path), 'utf8'))
  problems.sort((a, b) => a.line - b.line)
  for (const { line, message } of problems) console.log(`${path}:${line} ${message}`)
  count += problems.length
}
if (count > 0) {
  console.log(`${count} places to rewrite. The words are in scripts/prose/words.yml.`)
  process.exitCode = 1
}
