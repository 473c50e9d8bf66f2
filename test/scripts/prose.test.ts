import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { problemsOf } from '../../scripts/prose/lint.ts'
import { proseOf } from '../../scripts/prose/segments.ts'

const SOURCE = `// The first line of a comment
// and its second line.
import { html } from './html.ts'

/** Returns the page. */
const page = html\`<h1 title="The tip of the page">Two words \${value}</h1>
  <p>A second paragraph</p>\`
const message = \`The order \${id} does not exist\`
const sql = 'select id from orders where name = $1'
const fragments = ['where name = $1', 'order by id', 'and due_at is not null', 'begin immediate']
const columns = '(\\n id bigint not null, name text not null)'
const key = 'not-prose'
// prose-ignore
const quoted = 'This is not checked'
const title = 'with a wrong key is refused'
`

test('Prose is extracted from comments, messages and markup, with its line', () => {
  assert.deepEqual(
    proseOf('sample.ts', SOURCE).map(({ line, kind, text }) => `${line} ${kind}: ${text}`),
    [
      '1 comment: The first line of a comment\nand its second line.',
      '5 comment: Returns the page.',
      '6 string: The tip of the page',
      '6 string: Two words …',
      '7 string: A second paragraph',
      '8 string: The order `…` does not exist',
      '15 string: with a wrong key is refused',
    ],
  )
})

test('Prose is extracted from the comments of other files', () => {
  const comments = (path: string, source: string) =>
    proseOf(path, source).map(({ line, text }) => `${line}: ${text}`)
  assert.deepEqual(comments('page.css', 'a {}\n/* The last\n * row */'), ['2: The last\nrow'])
  assert.deepEqual(comments('run', '#!/bin/sh\n# The first\n# row\nid #x'), ['2: The first\nrow'])
})

// prose-ignore
const DIALECT = `Whoever has the key reads it
Nobody reads the list
It is written anew
The user is told of it
A new number leads on
It ends by itself
A letter with a link is sent
The link is good for a day
It goes by that name
A name does not belong into a URL
The caller hung up
The list tells the total`.split('\n')

describe('Non-standard wording', () => {
  const kinds: readonly (readonly [string, string, (text: string) => string])[] = [
    ['a paragraph', 'a.md', (text) => `${text}.`],
    ['a heading', 'a.md', (text) => `## ${text}`],
    ['a list', 'a.md', (text) => `- ${text}.`],
    ['a table', 'a.md', (text) => `| a | b |\n|---|---|\n| c | ${text} |`],
    ['a link', 'a.md', (text) => `[${text}](a.md)`],
    ['the text of a picture', 'a.md', (text) => `![${text}](a.webp)`],
    ['a line of the changelog', 'CHANGELOG.md', (text) => `- ${text}.\n\n## [0.1.0]\n`],
    ['a comment', 'a.ts', (text) => `// ${text}.`],
    ['a doc comment', 'a.ts', (text) => `/** ${text}. */`],
    ['an error message', 'a.ts', (text) => `throw new Fault('x', { detail: '${text}.' })`],
    ['a template', 'a.ts', (text) => `const a = \`${text} \${b}.\``],
    ['markup', 'a.ts', (text) => `const a = html\`<p>\${b} ${text}.</p>\``],
    ['a label in markup', 'a.ts', (text) => `const a = html\`<p title="${text}">b</p>\``],
    ['a choice in markup', 'a.ts', (text) => `const a = html\`<p>\${b ? '${text}' : ''}</p>\``],
    ['the title of a test', 'a.ts', (text) => `test('with a key ${text}', () => {})`],
    ['a script of a page', 'a.js', (text) => `status.textContent = '${text}'`],
    ['a style sheet', 'a.css', (text) => `/* ${text}. */`],
    ['a workflow', 'a.yaml', (text) => `  # ${text}.`],
  ]
  for (const [kind, path, write] of kinds)
    test(`is reported in ${kind}`, async () => {
      const missed: string[] = []
      for (const text of DIALECT) {
        if ((await problemsOf(path, write(text))).length === 0) missed.push(text)
      }
      assert.deepEqual(missed, [])
    })
})
