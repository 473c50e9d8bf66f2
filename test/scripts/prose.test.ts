import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proseOf } from '../../scripts/prose/segments.ts'

const SOURCE = `// The first line of a comment
// and its second line.
import { html } from './html.ts'

/** Returns the page. */
const page = html\`<h1 title="The tip of the page">Two words \${value}</h1>
  <p>A second paragraph</p>\`
const message = \`The order \${id} does not exist\`
const sql = 'select id from orders where name = $1'
const key = 'not-prose'
// prose-ignore
const quoted = 'This is not checked'
`

test('prose is extracted from comments, messages and markup, with its line', () => {
  assert.deepEqual(
    proseOf('sample.ts', SOURCE).map(({ line, kind, text }) => `${line} ${kind}: ${text}`),
    [
      '1 comment: The first line of a comment\nand its second line.',
      '5 comment: Returns the page.',
      '6 string: The tip of the page',
      '6 string: Two words ……………………',
      '7 string: A second paragraph',
      '8 string: The order `…` does not exist',
    ],
  )
})
