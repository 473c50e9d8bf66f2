// Calls between two threads. All calls of one event-loop turn are sent in a single message, because
// the overhead of a message exceeds the cost of its content.

import { Fault, type FaultCode } from '../kernel/fault.ts'
import { timers } from '../time.ts'

/** The other thread. */
interface Port {
  postMessage(letters: readonly Letter[]): void
  on(event: 'message', listener: (letters: readonly Letter[]) => void): unknown
}

/** The calls that a thread serves. */
type Duties = Readonly<Record<string, (...args: never[]) => unknown>>

/** A call, or the outcome of a call. `id` is 0 if the caller expects no result. */
type Letter =
  | { readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly id: number; readonly value: unknown; readonly error?: CarriedError }

type Outcome = Extract<Letter, { readonly value: unknown }>

/** An error without its class, because structured cloning does not preserve classes. */
interface CarriedError {
  readonly message: string
  readonly stack: string | undefined
  readonly fault?: { readonly code: FaultCode; readonly member: string | undefined }
}

export class Line<Remote extends Duties> {
  readonly #port: Port
  readonly #duties: Duties
  readonly #waiting = new Map<number, (outcome: Outcome) => void>()
  #outgoing: Letter[] = []
  #lastId = 0

  constructor(port: Port, duties: Duties) {
    this.#port = port
    this.#duties = duties
    port.on('message', (letters) => {
      for (const letter of letters)
        if ('name' in letter) void this.#perform(letter)
        else this.#settle(letter)
    })
  }

  call<N extends keyof Remote & string>(
    name: N,
    ...args: Parameters<Remote[N]>
  ): Promise<Awaited<ReturnType<Remote[N]>>> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1
      this.#waiting.set(this.#lastId, ({ value, error }) => {
        if (error === undefined) resolve(value as Awaited<ReturnType<Remote[N]>>)
        else reject(errorOf(error))
      })
      this.#send({ id: this.#lastId, name, args })
    })
  }

  /** A call whose result is ignored. */
  tell<N extends keyof Remote & string>(name: N, ...args: Parameters<Remote[N]>): void {
    this.#send({ id: 0, name, args })
  }

  /** Fails the calls that the other thread will not serve. */
  cut(): void {
    const error = { message: 'the thread ended', stack: undefined }
    for (const [id, settle] of this.#waiting) settle({ id, value: undefined, error })
    this.#waiting.clear()
  }

  async #perform({ id, name, args }: Extract<Letter, { readonly name: string }>): Promise<void> {
    try {
      const value = await this.#duties[name]?.(...(args as never[]))
      if (id !== 0) this.#send({ id, value })
    } catch (error) {
      if (id === 0) throw error
      this.#send({ id, value: undefined, error: carried(error) })
    }
  }

  #settle(outcome: Outcome): void {
    const settle = this.#waiting.get(outcome.id)
    this.#waiting.delete(outcome.id)
    settle?.(outcome)
  }

  #send(letter: Letter): void {
    if (this.#outgoing.push(letter) > 1) return
    timers.setImmediate(() => {
      const letters = this.#outgoing
      this.#outgoing = []
      this.#port.postMessage(letters)
    })
  }
}

const carried = (error: unknown): CarriedError => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? error.stack : undefined,
  ...(error instanceof Fault && { fault: { code: error.code, member: error.member } }),
})

function errorOf({ message, stack, fault }: CarriedError): Error {
  if (fault !== undefined) return new Fault(fault.code, message, fault.member)
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}
