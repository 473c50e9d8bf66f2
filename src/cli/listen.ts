// `sandcard listen`: prints a project's callbacks as they are queued, and forwards them to a local
// server.

import type { Command } from '@commander-js/extra-typings'
import { ApiError } from '../client/client.ts'
import type {
  GetCallbackAnswer,
  ListCallbacksAnswer,
  ListRequestsAnswer,
  RestoreSnapshotAnswer,
} from '../client/operations.ts'
import { performanceNow, timers } from '../time.ts'
import { connectionFailure, wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { coloured, printable } from './terminal.ts'
import { collected } from './values.ts'

export function addListen(program: Command, session: Session): void {
  program
    .command('listen')
    .summary('print callbacks as they happen, and forward them')
    .description(
      'Prints every new callback of the project, and forwards it with its method, parameters and signature. The project needs no callback URL, and the service and the receiver can run on different machines. Callbacks of fixtures and sample data are left out unless you add --samples. Prints JSON lines if the output is not a terminal. Press Ctrl-C to stop.',
    )
    .option('--forward-to <url>', 'send each callback to this URL')
    .option('--operation <name>', 'only these callbacks; repeatable', collected)
    .option('--samples', 'include callbacks of fixtures and sample data')
    .addHelpText(
      'after',
      examples(
        ['sandcard listen --forward-to http://localhost:3000/callback', 'test a local receiver'],
        ['sandcard listen --operation deposited', 'only captures'],
      ),
    )
    .action(async ({ forwardTo, operation, samples = false }) => {
      assertKnown(operation ?? [])
      const target = forwardTo === undefined ? undefined : targetOf(forwardTo)
      const listener = new CallbackListener(session, target, { operations: operation, samples })
      await listener.run(session.untilStopped())
    })
}

const OPERATIONS = Object.keys({
  approved: true,
  deposited: true,
  reversed: true,
  refunded: true,
  declinedByTimeout: true,
  declinedCardPresent: true,
  bindingCreated: true,
  bindingActivityChanged: true,
} satisfies Readonly<Record<Callback['operation'], true>>)

function assertKnown(operations: readonly string[]): void {
  const unknown = operations.find((each) => !OPERATIONS.includes(each))
  if (unknown !== undefined)
    throw wrongArgument(
      `--operation does not support "${unknown}"; valid names are ${OPERATIONS.join(', ')}.`,
    )
}

function targetOf(text: string): URL {
  const url = URL.parse(/^\w+:\/\//.test(text) ? text : `http://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrongArgument(
      `--forward-to needs an http(s) URL such as http://localhost:3000/callback, not "${text}".`,
    )
  return url
}

type Callback = ListCallbacksAnswer['items'][number]
type LoggedRequest = ListRequestsAnswer['items'][number]

const PAGE = 50
const FORWARD_TIMEOUT_MS = 30_000
/** For a service without an event stream. */
const POLL_MS = 1000
const OK = 200
const NOT_FOUND = 404

interface ShownCallbacks {
  /** Undefined means all. */
  readonly operations: readonly string[] | undefined
  /** Whether callbacks from fixtures and sample data are shown. */
  readonly samples: boolean
}

class CallbackListener {
  readonly #session: Session
  readonly #target: URL | undefined
  readonly #shown: ShownCallbacks
  /** Callbacks after it are new. */
  #last = 0
  /** `last` before the data was replaced. */
  #lastBefore = 0
  /** The newest callback printed since then. */
  #printed = 0
  #isStale = false
  #printing: Promise<void> | undefined
  #failure: Error | undefined

  constructor(session: Session, target: URL | undefined, shown: ShownCallbacks) {
    this.#session = session
    this.#target = target
    this.#shown = shown
  }

  async run(signal: AbortSignal): Promise<void> {
    const { connection, key } = this.#session
    await this.#skipKnown()
    const onReconnect = (): void => {
      this.#session.remark('The service does not respond; reconnecting.')
    }
    try {
      for await (const { event, data } of connection.events(key, { signal, onReconnect })) {
        if (event === 'open') this.#announce()
        if (event === 'reset') await this.#skipKnown()
        if (event === 'request') await this.#returnTo(data as LoggedRequest)
        if (event !== 'request' || mayQueueCallback(data)) this.#wake()
        if (this.#failure !== undefined) throw this.#failure
      }
      await this.#printing
    } catch (error) {
      if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error
      await this.#poll(signal)
    }
  }

  /** The project's existing callbacks are not new. */
  async #skipKnown(): Promise<void> {
    await this.#printing
    const { items } = await this.#session.control.listCallbacks({ limit: 1 })
    this.#lastBefore = this.#last
    this.#last = Number(items[0]?.id ?? 0)
    this.#printed = 0
  }

  /**
   * The request that replaced the data shows which callbacks are known. Fixtures keep all of them.
   * After a reset or a restore, ids are assigned again, to new callbacks.
   */
  async #returnTo({ operation, status, response: { body } }: LoggedRequest): Promise<void> {
    if (status !== OK) return
    await this.#printing
    if (operation === 'resetProject') this.#last = this.#printed
    if (operation === 'applyFixtures') this.#last = Math.max(this.#lastBefore, this.#printed)
    if (operation === 'restoreSnapshot' && body !== null) {
      const { callbacks: known } = JSON.parse(body) as RestoreSnapshotAnswer
      const callbacks = await this.#callbacksAfter(0)
      this.#last = Math.max(Number(callbacks[known - 1]?.id ?? 0), this.#printed)
    }
  }

  /** Prints the new callbacks once for all events that arrive in the meantime. */
  #wake(): void {
    this.#isStale = true
    this.#printing ??= this.#printWhileStale()
      .catch((error: unknown) => {
        this.#failure = error instanceof Error ? error : new Error(String(error))
      })
      .finally(() => {
        this.#printing = undefined
      })
  }

  async #printWhileStale(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      await this.#printNew()
    }
  }

  #announce(): void {
    const { url } = this.#session
    const to = this.#target === undefined ? '' : `, forwarding to ${this.#target.href}`
    this.#session.remark(`Listening for callbacks of ${url}${to}. Press Ctrl-C to stop.`)
  }

  /** An older service has no event stream. */
  async #poll(signal: AbortSignal): Promise<void> {
    this.#announce()
    while (!signal.aborted) {
      await this.#printNew()
      await new Promise<void>((resolve) => {
        const timer = timers.setTimeout(resolve, POLL_MS)
        signal.addEventListener('abort', () => {
          timers.clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  /** Prints and forwards the callbacks after the last one, oldest first. */
  async #printNew(): Promise<void> {
    for (const callback of await this.#callbacksAfter(this.#last)) {
      this.#printed = this.#last = Number(callback.id)
      if (this.#isShown(callback)) await this.#deliver(callback)
    }
  }

  #isShown({ operation, sample }: Callback): boolean {
    const { operations, samples } = this.#shown
    return operations?.includes(operation) !== false && (samples || !sample)
  }

  async #callbacksAfter(last: number): Promise<readonly Callback[]> {
    const found: Callback[] = []
    let cursor: string | null = null
    do {
      const page: ListCallbacksAnswer = await this.#session.control.listCallbacks({
        limit: PAGE,
        ...(cursor !== null && { cursor }),
      })
      const unseen = page.items.filter(({ id }) => Number(id) > last)
      found.push(...unseen)
      cursor = unseen.length === PAGE ? page.nextCursor : null
    } while (cursor !== null)
    return found.toReversed()
  }

  async #deliver(callback: Callback): Promise<void> {
    const answer = this.#target && (await this.#forward(callback.id, this.#target))
    if (this.#session.isStreamJson)
      this.#session.print(JSON.stringify({ ...callback, ...(answer && { forwarded: answer }) }))
    else this.#session.print(lineOf(callback, answer))
  }

  async #forward(id: string, target: URL): Promise<ForwardAnswer> {
    const { url, ...request } = requestTo(target, await this.#session.control.getCallback({ id }))
    const started = performanceNow()
    const durationMs = (): number => Math.round(performanceNow() - started)
    try {
      const response = await fetch(url, {
        ...request,
        redirect: 'manual',
        signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
      })
      await response.body?.cancel()
      return { url: target.href, status: response.status, durationMs: durationMs(), error: null }
    } catch (error) {
      const reason = connectionFailure(error) ?? (error instanceof Error ? error.name : 'error')
      return { url: target.href, status: null, durationMs: durationMs(), error: reason }
    }
  }
}

/**
 * Reads through the control API queue no callbacks. Reading the callbacks is itself such an event.
 */
const mayQueueCallback = (data: unknown): boolean => {
  const { api, method } = data as { readonly api: string; readonly method: string }
  return api !== 'control' || method !== 'GET'
}

/** The response of the local receiver. */
interface ForwardAnswer {
  readonly url: string
  readonly status: number | null
  readonly durationMs: number
  readonly error: string | null
}

interface ForwardedRequest {
  readonly url: string
  readonly method: string
  readonly body?: URLSearchParams
}

/** The request of a callback as the service signs it, for the URL of another receiver. */
function requestTo(
  target: URL,
  { method, attempts, signing }: Pick<GetCallbackAnswer, 'method' | 'attempts' | 'signing'>,
): ForwardedRequest {
  const sent = attempts.at(-1)?.request
  const signed = signedParameters(signing)
  const isPost = method === 'POST'
  const body = sent === undefined ? signed : new URLSearchParams(sent.body)
  const query = sent === undefined ? signed : new URL(sent.url).searchParams
  const url = new URL(target)
  if (sent !== undefined || !isPost)
    for (const [name, value] of query) url.searchParams.append(name, value)
  return { url: url.href, method, ...(isPost && { body }) }
}

/** A callback without a callback URL was not sent yet, so this is how the service would sign it. */
const signedParameters = ({
  parameters,
  checksum,
  signAlias,
}: GetCallbackAnswer['signing']): URLSearchParams =>
  new URLSearchParams([
    ...parameters.map(({ name, value }) => [name, value]),
    ...(signAlias === null ? [] : [['sign_alias', signAlias]]),
    ...(checksum === null ? [] : [['checksum', checksum]]),
  ])

function lineOf(callback: Callback, answer: ForwardAnswer | undefined): string {
  const { createdAt, operation, status, orderNumber, bindingId, id } = callback
  const subject = orderNumber ?? bindingId ?? id
  const head = [
    coloured('dim', createdAt.slice(11, 23)),
    coloured('bold', operation.padEnd(16)),
    status === 1 ? 'success' : coloured('yellow', 'failure'),
    printable(subject),
  ]
  if (answer === undefined) return head.join('  ')
  const text = answer.status === null ? `no response (${answer.error ?? ''})` : `${answer.status}`
  const result = coloured(answer.status === OK ? 'green' : 'red', text)
  return [...head, `-> ${result}`, coloured('dim', `${answer.durationMs} ms`)].join('  ')
}
