// docs/command-line.md shows the help text of every command. `npm run snapshots` updates it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { EXIT } from '../../src/cli/exit-codes.ts'
import { buildProgram } from '../../src/cli/program.ts'
import { assertSnapshot } from '../kit/snapshot.ts'

const GUIDE = new URL('../../docs/command-line.md', import.meta.url)
const README = new URL('../../README.md', import.meta.url)
const HEADING = '## Commands\n'

/** The parts that every command repeats. */
const REPEATED = /\nGlobal Options:\n(?: .*\n)+|\n? {2}(?:-h, --help|help \[command\]) .*$/gm

/** The help text of a command, and of its subcommands that have their own options. */
function sectionsOf(command: CommandUnknownOpts, path: string): readonly string[] {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  const section = `### ${path}\n\n\`\`\`console\n${shortened(help)}\n\`\`\`\n`
  const subcommands = command.commands
    .filter(({ options }) => options.length > 0)
    .flatMap((each) => sectionsOf(each, `${path} ${each.name()}`))
  return [section, ...subcommands]
}

const visibleCommands = (program: CommandUnknownOpts): readonly CommandUnknownOpts[] =>
  program.commands.filter((command) => !['complete', 'help'].includes(command.name()))

const shortened = (help: string): string =>
  help
    .replaceAll(REPEATED, '')
    .replaceAll(/\nOptions:\n(?=\n|$)/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

describe('docs/command-line.md', () => {
  test('shows the help text of every command', () => {
    const guide = readFileSync(GUIDE, 'utf8')
    const intro = guide.slice(0, guide.indexOf(HEADING) + HEADING.length)
    const { program } = buildProgram()
    const sections = visibleCommands(program)
      // The README contains the flags of the service.
      .filter((command) => command.name() !== 'serve')
      .flatMap((command) => sectionsOf(command, command.name()))
    assertSnapshot(GUIDE, `${intro}\n${sections.join('\n')}`)
  })

  test('links the README, which lists every exit code', () => {
    assert.match(readFileSync(GUIDE, 'utf8'), /\(\.\.\/README\.md#settings\) lists the exit codes/)
    const [, table = ''] = readFileSync(README, 'utf8').split(/^\| code \| meaning \|\n/m)
    const codes = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (\d) \|/gm)].map(codeOf)
    assert.deepEqual(codes, Object.values(EXIT).toSorted())
  })

  test('has a summary of every command, and an explanation of every leaf command', () => {
    for (const command of visibleCommands(buildProgram().program)) {
      assert.ok(command.name() === 'serve' || command.description().length > 20, command.name())
      assert.ok(command.summary().length > 10, command.name())
    }
  })
})

const codeOf = ([, digits = '']: RegExpMatchArray): number => Number(digits)
