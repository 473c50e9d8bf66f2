// A subcommand of `sandcard` as a process: its arguments, and what it prints.

import assert from 'node:assert/strict'
import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  fork,
  spawn,
} from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { HostedCommand } from './command-host.ts'
import { oneDatabase } from './databases.ts'
import { inheritedEnvironment } from './process.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

const HOST = fileURLToPath(new URL('command-host.ts', import.meta.url))
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Standard input. */
  readonly input?: string | Buffer
  /** The working directory; default: a new, empty one. */
  readonly cwd?: string
}

/** Runs the command until it ends. */
export async function runCommand(
  args: readonly string[],
  { env = {}, input = '', cwd }: CommandOptions = {},
): Promise<CommandResult> {
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-cli-'))
  try {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: cwd ?? folder,
      env: { ...inheritedEnvironment(), ...env },
    })
    child.stdin.end(input)
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'close') as Promise<[number | null]>,
      text(child.stdout),
      text(child.stderr),
    ])
    return checked({ code, stdout, stderr })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Runs many commands in one process, one after the other, each with its own environment and an
 * empty working directory. Tests of the input, signals and exit of a process need `runCommand`.
 */
class CommandHost {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  #last: Promise<unknown> = Promise.resolve()

  constructor() {
    this.#child = fork(HOST, { env: { ...inheritedEnvironment() } })
    this.#ended = once(this.#child, 'exit')
  }

  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    const result = this.#last.then(async () => {
      const answered = once(this.#child, 'message')
      const command: HostedCommand = { args, env: { ...inheritedEnvironment(), ...env } }
      this.#child.send(command)
      const ended = this.#ended.then(() => {
        throw new Error(`the process ended during ${args.join(' ')}`)
      })
      const [message] = (await Promise.race([answered, ended])) as [CommandResult]
      return checked(message)
    })
    this.#last = result.catch(() => undefined)
    return result
  }

  async stop(): Promise<void> {
    this.#child.disconnect()
    await this.#ended
  }
}

/** A service, and a process that runs commands, for the tests of the suite that calls this. */
export function serviceForCommands() {
  let sandbox: Sandbox
  let host: CommandHost
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    host = new CommandHost()
  })
  after(async () => {
    await host.stop()
    await sandbox.close()
  })
  return {
    get sandbox() {
      return sandbox
    },
    get host() {
      return host
    },
  }
}

/** As a terminal clears a line. */
const CLEARED_LINE = '\r\u{1b}[2K'

/**
 * The last line of every failure is a sentence. It starts with a capital letter, or with a name as
 * you type it, such as an option, a path or a field.
 */
export function assertFailureLine(stderr: string): void {
  // On a terminal, a progress bar was cleared before the line.
  const last = stderr.trimEnd().split('\n').at(-1)?.split(CLEARED_LINE).at(-1) ?? ''
  assert.match(last, /^sandcard: (?![a-z]+[ -]).*[.!?](?: \([\w-]+\))?$/)
}

function checked(result: CommandResult): CommandResult {
  const { code, stderr } = result
  if (code !== 0 && code !== null && stderr !== '') assertFailureLine(stderr)
  return result
}

/** A command that runs until it is stopped, such as one that follows events. */
export class RunningCommand {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  readonly #remarks: AsyncIterator<string>

  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [MAIN, ...args], {
      env: { ...inheritedEnvironment(), ...env },
    })
    const linesOf = (input: NodeJS.ReadableStream): AsyncIterator<string> =>
      createInterface({ input })[Symbol.asyncIterator]()
    this.#lines = linesOf(this.#child.stdout)
    this.#remarks = linesOf(this.#child.stderr)
  }

  /** The next line of standard output. */
  async nextLine(): Promise<string> {
    return lineOf(await this.#lines.next())
  }

  /** The next line of standard error. */
  async nextRemark(): Promise<string> {
    return lineOf(await this.#remarks.next())
  }

  /** Sends Ctrl-C and returns the exit code. */
  async stop(): Promise<number | null> {
    const closed = once(this.#child, 'close')
    this.#child.kill('SIGINT')
    const [code] = (await closed) as [number | null]
    return code
  }
}

function lineOf({ value, done }: IteratorResult<string>): string {
  if (done === true) throw new Error('the command ended')
  return value
}
