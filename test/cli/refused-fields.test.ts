// Errors of commands name the option or argument that was typed, and with `--json` the field.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CommandResult, runCommand, serviceForCommands } from '../kit/command.ts'

/** Arguments, the names in the error in order, and the pointers in the problem document. */
const REFUSED: readonly (readonly [args: string, names: string[], pointers: string[]])[] = [
  ['clock advance soon', ["Argument 'duration' must"], ['/advance']],
  ['clock set soon', ["Argument 'time' must"], ['/set']],
  ['project create ', ["Argument 'name' must"], ['/name']],
  ['project list --limit 0', ['--limit must'], ['/limit']],
  ['snapshot create -', ["Argument 'name' must"], ['/name']],
  ['logs --limit x', ['--limit must'], ['/limit']],
  ['logs --touched ', ['--touched must'], ['/id']],
  ['logs --from soon', ['--from must'], ['/from']],
  ['expect order status=paid', ['Match order.status must'], ['/match/order/status']],
  ['expect order --timeout-ms -1', ['--timeout-ms must'], ['/timeoutMs']],
  [
    'simulate authorise --card x --amount 1.5 --with mcc=x --with colour=red',
    ['--with colour is', '--card must', '--amount must', '--with mcc must'],
    ['/colour', '/cardId', '/amount', '/mcc'],
  ],
  ['simulate clear 1 --amount -1', ['--amount must'], ['/amount']],
  ['simulate list --card x', ['--card must'], ['/cardId']],
  ['trigger tip --card x', ['--card must'], ['/cardId']],
  ['rules add --outcome actionCode=x', ['--outcome actionCode must'], ['/outcome/actionCode']],
  [
    'rules add --outcome actionCode=5 --match amountFrom=x --times 0',
    ['--match amountFrom must', '--times must'],
    ['/match/amountFrom', '/times'],
  ],
  ['faults add latency --rate 2', ['--rate must'], ['/rate']],
  ['faults add nope', ["Argument 'kind' must"], ['/kind']],
  ['faults add error --retry-after 1', ['--retry-after is'], ['/retryAfterSeconds']],
  ['faults set latency --rate 2', ['--rate must'], ['/faults/0/rate']],
  ['receivers create --delay-ms -1', ['--delay-ms must'], ['/delayMs']],
  ['receivers create --answers 200,999', ['--answers must'], ['/answers/1']],
  ['webhooks add nonsense', ["Argument 'url' must"], ['/url']],
  ['webhooks add http://127.0.0.1/ --event nope', ['--event selects no event; see'], ['/events/0']],
  ['webhooks rotate 1 --overlap-seconds -1', ['--overlap-seconds must'], ['/overlapSeconds']],
  [
    'decision-server set http://127.0.0.1/ --timeout-ms 5 --on-error x',
    ['--timeout-ms must', '--on-error must'],
    ['/timeoutMs', '/onError'],
  ],
  ['call moveClock advance=soon', ['Field advance must'], ['/advance']],
]

describe('An invalid field', () => {
  const at = serviceForCommands()
  const run = (args: string): Promise<CommandResult> =>
    at.host.run(args.split(' '), { SANDCARD_URL: at.sandbox.url })

  for (const [args, names, pointers] of REFUSED)
    test(`of "sandcard ${args}" is named as it was typed`, async () => {
      const { code, stdout, stderr } = await run(`${args} --json`)
      assert.equal(code, 4, stderr)
      const { errors } = JSON.parse(stdout) as { errors: { pointer: string }[] }
      assert.deepEqual(
        errors.map(({ pointer }) => pointer),
        pointers,
      )
      const pattern = names.map((name) => `${name} [^;]+`).join('; ')
      assert.match(stderr, new RegExp(`^sandcard: ${pattern} \\([\\w-]+\\)\\n$`))
    })

  for (const [args, line] of [
    ['explain ', "Argument 'id' must not be empty."],
    ['snapshot restore ', "Argument 'name' must not be empty."],
    ['webhooks delete ..', `Argument 'id' must not be "..".`],
    ['call showCard id=.', 'Field id must not be ".".'],
  ] as const)
    test(`of "sandcard ${args}" is refused before it would change the path`, async () => {
      const { code, stderr } = await run(args)
      assert.equal(stderr, `sandcard: ${line}\n`)
      assert.equal(code, 2)
    })

  test('in a file is named by its pointer', async () => {
    const env = { SANDCARD_URL: at.sandbox.url }
    const run = async (args: string, file: object): Promise<string> =>
      (await runCommand(args.split(' '), { env, input: JSON.stringify(file) })).stderr
    assert.match(
      await run('rules add --file -', { match: {}, outcome: { actionCode: 'x' } }),
      /^sandcard: \/outcome\/actionCode must /,
    )
    assert.match(
      await run('faults set --file -', { faults: [{ kind: 'latency', rate: 2 }] }),
      /^sandcard: \/faults\/0\/rate must /,
    )
    assert.match(
      await run('seed -', { cards: [{ name: 1 }] }),
      /^sandcard: \/cards\/0\/cardholder /,
    )
  })
})
