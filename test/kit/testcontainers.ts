// The parts of testcontainers that docs/ci.md uses. A process replaces the container: it gets the
// same variables and listens on another port.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type Environment, SandcardProcess } from './process.ts'

const DOCKERFILE = new URL('../../Dockerfile', import.meta.url)
/** The port on which the image listens. */
const PORT = Number(/^EXPOSE (\d+)$/m.exec(readFileSync(DOCKERFILE, 'utf8'))?.[1])

interface HttpWait {
  readonly path: string
}

export const Wait = {
  forHttp(path: string, port: number): HttpWait {
    assert.equal(port, PORT)
    return { path }
  },
}

class StartedContainer {
  readonly #process: SandcardProcess
  readonly #url: URL

  constructor(process: SandcardProcess, url: URL) {
    this.#process = process
    this.#url = url
  }

  getHost(): string {
    return this.#url.hostname
  }

  getMappedPort(port: number): number {
    assert.equal(port, PORT)
    return Number(this.#url.port)
  }

  async stop(): Promise<void> {
    await this.#process.stop('SIGTERM')
  }
}

export class GenericContainer {
  #environment: Environment = {}
  #ports: readonly number[] = []
  #wait: HttpWait | undefined

  constructor(image: string) {
    assert.equal(image, 'sandcard')
  }

  withEnvironment(environment: Environment): this {
    this.#environment = environment
    return this
  }

  withExposedPorts(...ports: readonly number[]): this {
    this.#ports = ports
    return this
  }

  withWaitStrategy(wait: HttpWait): this {
    this.#wait = wait
    return this
  }

  async start(): Promise<StartedContainer> {
    assert.deepEqual(this.#ports, [PORT])
    const process = new SandcardProcess(this.#environment)
    const url = new URL(await process.ready())
    const { status } = await fetch(new URL(this.#wait?.path ?? '/', url))
    assert.equal(status, 200)
    return new StartedContainer(process, url)
  }
}
