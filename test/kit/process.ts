// The `sandcard` command as a separate process: tests talk to it over HTTP, kill it and start it
// again.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const SECRET = 'a secret that only these processes share'

export interface ProcessExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export type Environment = Readonly<Record<string, string>>

/** Other variables would be settings of the machine that runs the test. */
const INHERITED = [
  'PATH',
  'TMPDIR',
  'NODE_COMPILE_CACHE',
  'NODE_V8_COVERAGE',
  'NODE_OPTIONS',
  'SANDCARD_TEST_DATE_OFFSET_MS',
]

/** As in `startSandbox`. */
const THREADS = process.env['SANDCARD_TEST_THREADS'] ?? '1'

export const inheritedEnvironment = (): Environment =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      INHERITED.includes(name) && value !== undefined ? [[name, value]] : [],
    ),
  )

/** One process of the command, of this checkout or of another. */
export class SandcardProcess {
  readonly #child: ChildProcess
  readonly #exited: Promise<ProcessExit>
  readonly #ready: Promise<string>

  /**
   * `launcher` is a command that starts the process with restrictions, such as fewer rights;
   * `files` are in its working directory.
   */
  constructor(
    settings: Environment,
    args: readonly string[] = [],
    main = MAIN,
    launcher: readonly string[] = [],
    files: Readonly<Record<string, string>> = {},
  ) {
    const folder = mkdtempSync(join(tmpdir(), 'sandcard-command-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const [program = process.execPath, ...rest] = [...launcher, process.execPath, main, ...args]
    this.#child = spawn(program, rest, {
      cwd: folder,
      env: {
        ...inheritedEnvironment(),
        PORT: '0',
        SANDCARD_SECRET: SECRET,
        LOG_LEVEL: 'error',
        ...(settings['DATABASE_URL'] !== 'sqlite::memory:' && { THREADS }),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    this.#exited = once(this.#child, 'close').then(([code, signal]) => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      return { ...output, code: code as number | null, signal: signal as NodeJS.Signals | null }
    })
    this.#ready = new Promise((resolve, reject) => {
      this.#child.stdout?.on('data', (chunk: Buffer) => {
        output.stdout += chunk.toString()
        const url = /^sandcard ready on (\S+)\n/m.exec(output.stdout)?.[1]
        if (url !== undefined) resolve(url)
      })
      this.#child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
      void this.#exited.then(({ code, stderr }) => {
        reject(new Error(`the command ended with ${code}: ${stderr}`))
      })
    })
    // Only a test that waits for the start needs to know that it failed.
    this.#ready.catch(() => undefined)
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the process did not start')
    return this.#child.pid
  }

  /** The URL that the process listens on, once it prints it. */
  ready(): Promise<string> {
    return this.#ready
  }

  exited(): Promise<ProcessExit> {
    return this.#exited
  }

  /** Sends a signal and resolves when the process has ended. */
  stop(signal: NodeJS.Signals): Promise<ProcessExit> {
    this.#child.kill(signal)
    return this.#exited
  }
}
