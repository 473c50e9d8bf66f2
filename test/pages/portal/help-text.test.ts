import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { helpText, isHelpText } from '../../../src/pages/portal/guides/help-text.ts'

const HELP = `Usage: sandcard project [options] [command]

Creates and lists the projects. Each project
has its own data.

Commands:
  create [name]  Creates a project. In hosted mode,
                 set the token.
  show           Shows the project.

Examples:
  # reset it
  sandcard project reset
`

/** The text without its markup. */
const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const partsOf = (markup: string, part: string): string[] =>
  [...markup.matchAll(new RegExp(`<span class="${part}"\\s*>([^<]*)</span`, 'g'))].map(
    ([, text = '']) => text.replaceAll(/\s+/g, ' ').trim(),
  )

describe('The help of a command', () => {
  test('consists of paragraphs, explanations and examples', () => {
    const markup = String(helpText(HELP))
    assert.deepEqual(partsOf(markup, 'help-line'), [
      'Usage: sandcard project [options] [command]',
      'Creates and lists the projects. Each project has its own data.',
      'Commands:',
      'Examples:',
    ])
    assert.deepEqual(partsOf(markup, 'help-explanation'), [
      'Creates a project. In hosted mode, set the token.',
      'Shows the project.',
    ])
    assert.deepEqual(partsOf(markup, 'help-example'), ['# reset it', 'sandcard project reset'])
  })

  test('keeps its text, in every command of the guide', () => {
    const guide = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8')
    const helps = [...guide.matchAll(/^```\w*\n([^]*?)\n```/gm)]
      .map(([, code = '']) => code)
      .filter(isHelpText)
    assert.ok(helps.length > 20)
    for (const help of helps) assert.equal(plain(String(helpText(help))), help)
  })
})
