// The load balancer HAProxy with a configuration from `deploy/`.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const DEPLOY = new URL('../../deploy/', import.meta.url)
/** Debian installs it where only root looks for programs. */
const PROGRAMS = ['haproxy', '/usr/sbin/haproxy']
/** The master process prints it when its worker listens. */
const LOADED = 'Loading success'

export interface RunningHaproxy {
  readonly pid: number
  /** Sends a command of the management guide and returns the response. */
  command(line: string): Promise<string>
  stop(): Promise<void>
}

export interface LoadBalancer extends RunningHaproxy {
  readonly url: string
}

/** The program, or undefined if it is not installed. */
export const findHaproxy = (): string | undefined =>
  PROGRAMS.find((program) => spawnSync(program, ['-v']).status === 0)

/** Starts it in front of two services. */
export async function startBalancer(
  program: string,
  [first, second]: readonly [string, string],
): Promise<LoadBalancer> {
  const listen = `127.0.0.1:${await freePort()}`
  const running = await startHaproxy(program, 'haproxy.cfg', {
    SANDCARD_LISTEN: listen,
    SANDCARD_PROCESS_1: new URL(first).host,
    SANDCARD_PROCESS_2: new URL(second).host,
  })
  return { ...running, url: `http://${listen}` }
}

/** Starts it with a configuration and the variables that it reads. */
export async function startHaproxy(
  program: string,
  configuration: 'haproxy.cfg' | 'haproxy-database.cfg',
  variables: Readonly<Record<string, string>>,
): Promise<RunningHaproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-haproxy-'))
  const socket = join(folder, 'admin')
  const system = join(folder, 'system.cfg')
  writeFileSync(system, `global\n    stats socket ${socket} mode 600 level admin\n`)
  const path = fileURLToPath(new URL(configuration, DEPLOY))
  const child = spawn(program, ['-W', '-f', system, '-f', path], {
    env: { PATH: process.env['PATH'] ?? '', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = (): boolean => child.kill('SIGKILL')
  process.once('exit', kill)
  await untilLoaded(child)
  return {
    pid: child.pid ?? 0,
    async command(line) {
      const connection = connect(socket)
      connection.end(`${line}\n`)
      return text(connection)
    },
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'close')
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilLoaded(child: ChildProcess): Promise<void> {
  if (child.stderr === null) throw new Error('HAProxy has no standard error')
  const printed: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes(LOADED)) {
      child.stderr.resume()
      return
    }
    printed.push(line)
  }
  throw new Error(`HAProxy did not start:\n${printed.join('\n')}`)
}
