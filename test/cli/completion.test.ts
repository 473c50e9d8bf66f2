// `sandcard completion`: a real bash loads the script and completes words.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runBash } from '../kit/bash.ts'
import { runCommand } from '../kit/command.ts'
import { inheritedEnvironment } from '../kit/process.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Functions that exist in a shell with the package bash-completion while it completes. */
const BASH_COMPLETION =
  'compopt() { :; }; _get_comp_words_by_ref() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${words[cword]}; }'

/** Words on the command line, the last of them incomplete, and suggestions. */
const SUGGESTIONS: readonly (readonly [words: readonly string[], expected: readonly string[]])[] = [
  [['cl'], ['clock']],
  [['clock', 'fr'], ['freeze']],
  [
    ['trigger', 'payment.a'],
    ['payment.approved', 'payment.authenticated'],
  ],
  [['clock', '--u'], ['--url']],
  [['--url', 'http://127.0.0.1', 'proj'], ['project']],
  [['completion', 'f'], ['fish']],
  [['nonsense', 'x'], []],
]

describe('Completion', { concurrency: 4 }, () => {
  for (const [words, expected] of SUGGESTIONS)
    test(`"sandcard ${words.join(' ')}" suggests ${expected.join(', ') || 'nothing'}`, async () => {
      const { code, stdout } = await runCommand(['complete', '--', ...words])
      const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
      assert.deepEqual(
        lines.map((line) => line.split('\t')[0]),
        expected,
      )
      assert.equal(code, 0)
    })

  for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
    test(`prints a script for ${shell}`, async () => {
      const { code, stdout, stderr } = await runCommand(['completion', shell])
      assert.match(stdout, /sandcard complete '?--/)
      assert.deepEqual([code, stderr], [0, ''])
    })

  test('bash completes a command with the script', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandcard-completion-'))
    const command = join(folder, 'sandcard')
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, {
      mode: 0o755,
    })
    try {
      const { stdout } = await runBash(
        `${BASH_COMPLETION}
        eval "$(sandcard completion bash)"
        COMP_WORDS=(sandcard clock ad) COMP_CWORD=2 COMP_LINE="sandcard clock ad" COMP_POINT=17
        set +u
        $(complete -p sandcard | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        echo "\${COMPREPLY[@]}"`,
        { env: { ...inheritedEnvironment(), PATH: `${folder}:${process.env['PATH'] ?? ''}` } },
      )
      assert.equal(stdout.trim(), 'advance')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('an unknown shell is refused with the list of shells', async () => {
    const { code, stderr } = await runCommand(['completion', 'csh'])
    assert.match(stderr, /Argument 'shell' must be one of bash, zsh, fish, powershell, not /)
    assert.equal(code, 2)
  })
})
