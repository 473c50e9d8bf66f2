// The `sandcard` command without a service: usage, wrong arguments and exit codes.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VERSION } from '../../src/version.ts'
import { runBash } from '../kit/bash.ts'
import { type CommandOptions, runCommand } from '../kit/command.ts'
import { inheritedEnvironment } from '../kit/process.ts'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** No user may listen on port 2. */
const NO_SERVICE = 'http://127.0.0.1:2'
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

const UNREACHABLE = { SANDCARD_URL: NO_SERVICE }

/** Arguments, exit code, and a pattern of the only line on standard error. */
const REFUSALS: readonly (readonly [string, number, RegExp, CommandOptions?])[] = [
  [
    'clokc',
    2,
    /^sandcard: Unknown command 'clokc' \(Did you mean clock\?\)\. See "sandcard --help"\.$/,
  ],
  [
    'project lst',
    2,
    /^sandcard: Unknown command 'lst'; the commands are create, show, list, .* See "sandcard project --help"\.$/,
  ],
  [
    'clock advance',
    2,
    /^sandcard: Missing required argument 'duration'\. See "sandcard clock advance --help"\.$/,
  ],
  ['clock --nope', 2, /^sandcard: Unknown option '--nope'\. See "sandcard clock --help"\.$/],
  [
    'clock --url ftp://x',
    2,
    /^sandcard: Option '--url <url>' argument 'ftp:\/\/x' is invalid\. It must be an http\(s\) URL/,
  ],
  ...['user:password@127.0.0.1', '127.0.0.1/?a=1', '127.0.0.1/#a'].map(
    (rest) =>
      [`clock --url http://${rest}`, 2, /without user, query or fragment\. See "sandcard/] as const,
  ),
  [
    'clock --key ключ',
    2,
    /The API key, .* contains a character that is not allowed in a header\.$/,
  ],
  ['clock', 2, /^((?!s3cret).)*$/, { env: { SANDCARD_KEY: 's3cret\nkey' } }],
  ['clock', 2, /SANDCARD_URL.*must be an http\(s\) URL/, { env: { SANDCARD_URL: 'nonsense' } }],
  [
    `clock --url ${NO_SERVICE}`,
    5,
    /^sandcard: No service responds at http:\/\/127\.0\.0\.1:2 \(ECONNREFUSED\)\. Start one with "sandcard", or set its URL with --url\.$/,
  ],
  [
    'clock',
    5,
    /No service responds at http:\/\/127\.0\.0\.1:2 /,
    { env: { SANDCARD_URL: NO_SERVICE } },
  ],
  [
    'rules add --outcome nope=1',
    2,
    /--outcome does not support "nope"; valid names are flow, version, code, actionCode, funds\b.*/,
  ],
  ['rules add --match x --outcome actionCode=0', 2, /--match needs name=value, not "x"\.$/],
  ['rules add', 2, /Set --outcome, such as --outcome actionCode=116, or --file\.$/],
  ['rules add --file rule.json --times 1', 2, /--file has the whole rule: omit --match, /],
  ['faults set --file faults.json --times 3', 2, /--file has the whole faults: omit the options/],
  ['listen --operation refundedd', 2, /--operation does not support "refundedd"; valid names are /],
  ['rules add --file missing.json', 2, /Cannot read missing\.json: no such file or directory\./],
  ['rules add --file -', 2, /- is not JSON: /, { input: '{' }],
  ['rules add --file -', 2, /- is not UTF-8 text\.$/, { input: Buffer.from([0x22, 0xff, 0x22]) }],
  ['rules add --file -', 5, /No service responds/, { input: '\u{feff}{}', env: UNREACHABLE }],
  ['rules add --file ', 2, /Cannot read a file without a name: no such file or directory\.$/],
  [
    'rules add --outcome __proto__=1',
    2,
    /--outcome does not support "__proto__"; valid names are /,
  ],
  ['seed x.json --seed 7', 2, /--seed is for sample data: omit it or the file\.$/],
  ['seed missing.json', 2, /Cannot read missing\.json: no such file or directory\./],
  ['faults set', 2, /Name the kind of the fault, or a --file\.$/],
  [
    'faults add latency --ms soon',
    2,
    /'soon' is invalid\. It must be a number\. See "sandcard faults add --help"\.$/,
  ],
  ['--port nonsense', 2, /^sandcard: --port must be an integer/],
  ['serve --port nonsense', 2, /^sandcard: --port must be an integer/],
  ['serve', 2, /^sandcard: PORT must be an integer/, { env: { PORT: 'nonsense' } }],
  ['database check --database nonsense', 2, /^sandcard: --database must be sqlite:PATH, /],
]

describe('An invalid call', { concurrency: 4 }, () => {
  for (const [args, expected, line, options] of REFUSALS)
    test(`"sandcard ${args}" exits with code ${expected} and a one-line error`, async () => {
      const { code, stdout, stderr } = await runCommand(args.split(' '), options)
      assert.equal(stdout, '')
      assert.match(stderr, /^[^\n]+\n$/)
      assert.match(stderr.trimEnd(), line)
      assert.equal(code, expected)
    })
})

describe('The command without a service', { concurrency: 4 }, () => {
  test('prints a failure as a document with code and detail if --json is set', async () => {
    const calls = [
      ['clock', '--json', '--url', NO_SERVICE],
      ['clokc', '--json'],
    ]
    const results = await Promise.all(calls.map((args) => runCommand(args)))
    const documents = results.map(({ stdout }) => JSON.parse(stdout) as Record<string, string>)
    assert.deepEqual(
      documents.map(({ code }) => code),
      ['no-service', 'usage'],
    )
    assert.match(documents[0]?.['detail'] ?? '', /No service responds/)
  })

  test('explains every command in its help, and prints its version with --version', async () => {
    const [help, version, nested] = await Promise.all(
      [['help'], ['--version'], ['help', 'clock']].map((args) => runCommand(args)),
    )
    assert.deepEqual([help?.code, help?.stderr], [0, ''])
    for (const name of ['serve', 'doctor', 'project', 'clock', 'rules'])
      assert.match(help?.stdout ?? '', new RegExp(`^  ${name} .*\\w`, 'm'))
    assert.deepEqual([version?.code, version?.stdout], [0, `${VERSION}\n`])
    assert.match(nested?.stdout ?? '', /^Usage: sandcard clock .*Examples:/s)
  })

  test('explains a nested command, and refuses an unknown one, also with --json', async () => {
    const [nested, ...unknown] = await Promise.all(
      [
        ['help', 'rules', 'add'],
        ['help', 'nope'],
        ['nope', '--help'],
        ['help', 'rules', 'nope', '--json'],
        ['rules', 'nope', '-h'],
      ].map((args) => runCommand(args)),
    )
    assert.match(nested?.stdout ?? '', /^Usage: sandcard rules add /)
    assert.deepEqual(
      unknown.map(({ code, stderr }) => [code, stderr]),
      [
        [2, 'sandcard: Unknown command \'nope\'. See "sandcard --help".\n'],
        [2, 'sandcard: Unknown command \'nope\'. See "sandcard --help".\n'],
        [2, RULES_COMMANDS],
        [2, RULES_COMMANDS],
      ],
    )
    assert.deepEqual(
      unknown.map(({ stdout }) => stdout.includes('"code": "usage"')),
      [false, false, true, false],
    )
  })

  test('prints the help of the service with "serve --help"', async () => {
    const [long, short] = await Promise.all([
      runCommand(['serve', '--help']),
      runCommand(['help', 'serve']),
    ])
    assert.match(long.stdout, /^Usage: sandcard \[--host <host>\]/)
    assert.equal(short.stdout, long.stdout)
  })

  test('reports no error if a reader closes the pipe early', async () => {
    const { stdout, stderr } = await runBash(
      `"$NODE" "$MAIN" help | head -1; echo "exit code \${PIPESTATUS[0]}"`,
      { env: { ...inheritedEnvironment(), NODE: process.execPath, MAIN } },
    )
    assert.equal(stderr, '')
    assert.match(stdout, /^Usage: .*\nexit code 0\n$/)
  })

  test('keeps its exit code if a reader of errors closes the pipe early', async () => {
    const { stdout } = await runBash(
      `set +e; "$NODE" "$MAIN" clokc --json 2>&1 | true; echo "exit code \${PIPESTATUS[0]}"`,
      { env: { ...inheritedEnvironment(), NODE: process.execPath, MAIN } },
    )
    assert.equal(stdout, 'exit code 2\n')
  })

  test('reports in one line that the output cannot be written', async (context) => {
    if (!existsSync('/dev/full')) return context.skip('/dev/full exists on Linux only')
    const { stdout, stderr } = await runBash(
      `"$NODE" "$MAIN" help > /dev/full || echo "exit code $?"`,
      { env: { ...inheritedEnvironment(), NODE: process.execPath, MAIN } },
    )
    assert.match(
      stderr,
      /^sandcard: Cannot write the output: ENOSPC: no space left on device, write\.\n$/,
    )
    assert.equal(stdout, 'exit code 1\n')
  })
})

const RULES_COMMANDS =
  'sandcard: Unknown command \'nope\'; the commands are list, add, delete, preview. See "sandcard rules --help".\n'
