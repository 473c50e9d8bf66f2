// Stored passwords of people: argon2id (RFC 9106) with an installation key as its secret, so that a
// copy of the database is not enough to guess them. Each check takes 19 MiB and tens of
// milliseconds on Node's threads; a queue limits how many run and wait.

import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import { deriveKey } from '../projects/vault.ts'
import { type Caller, FairQueue, type QueueBounds } from './fair-queue.ts'

/** Node.js 24.7 or newer. */
export const RUNTIME_HAS_ARGON2 = 'argon2' in crypto

/** As OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const PASSWORD_COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Running checks share four threads with everything else that Node.js does there. */
const QUEUE_BOUNDS: QueueBounds = { running: 2, waiting: 500, waitingPerNetwork: 50 }

/** The PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
const STORED_PASSWORD_PATTERN =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

export type PasswordCost = Readonly<Record<keyof typeof PASSWORD_COST, number>>

export class Passwords {
  readonly #secret: Buffer
  readonly #cost: PasswordCost
  readonly #queue: FairQueue
  /** Compared with if there is no account, so that the check takes the same time. */
  readonly #placeholder: string

  constructor(
    master: Uint8Array,
    {
      bounds = QUEUE_BOUNDS,
      cost = PASSWORD_COST,
    }: { readonly bounds?: QueueBounds; readonly cost?: PasswordCost } = {},
  ) {
    this.#secret = deriveKey(master, 'user-password')
    this.#cost = cost
    this.#queue = new FairQueue(bounds)
    this.#placeholder = phc(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES))
  }

  /** The hash to store. Throws a `Fault` (`busy`) if the queue is full. */
  async hash(password: string, caller: Caller): Promise<string> {
    const salt = crypto.randomBytes(SALT_BYTES)
    return phc(this.#cost, salt, await this.#tag(password, salt, this.#cost, caller))
  }

  /**
   * Whether a password matches the stored hash; takes the same time if none is stored. Throws a
   * `Fault` (`busy`) if the queue is full.
   */
  async isRight(password: string, stored: string | undefined, caller: Caller): Promise<boolean> {
    const compared = stored ?? this.#placeholder
    const [, memory, passes, parallelism, salt = '', tag = ''] =
      STORED_PASSWORD_PATTERN.exec(compared) ?? []
    const cost = {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }
    const expected = Buffer.from(tag, 'base64')
    const found = await this.#tag(password, Buffer.from(salt, 'base64'), cost, caller)
    return crypto.timingSafeEqual(found, expected) && stored !== undefined
  }

  #tag(password: string, salt: Buffer, cost: PasswordCost, caller: Caller): Promise<Buffer> {
    const parameters = {
      message: password.normalize('NFKC'),
      nonce: salt,
      secret: this.#secret,
      tagLength: TAG_BYTES,
      memory: cost.memory,
      passes: cost.passes,
      parallelism: cost.parallelism,
    }
    return this.#queue.run(caller, () => promisify(crypto.argon2)('argon2id', parameters))
  }
}

const phc = ({ memory, passes, parallelism }: PasswordCost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

/** Without padding, as in the PHC string. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
