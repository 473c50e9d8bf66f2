// Passwords of people as they are kept: argon2id (RFC 9106) with a key of the installation as its secret, so that a copy of the database alone is
// not enough to try passwords. Each trial takes 19 MiB and some tens of milliseconds on Node's threads; how many run and wait is bounded.

import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import { Fault } from '../kernel/fault.ts'
import { deriveKey } from '../projects/vault.ts'

/** Node.js has it from 24.7 on. */
export const RUNTIME_HAS_ARGON2 = 'argon2' in crypto

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Trials on the way at once: they share four threads with everything else that Node.js does there. */
const RUNNING_MAX = 2
/** Trials that wait for their turn: more come from somebody who tries passwords. */
const WAITING_MAX = 50

/** The PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
const STORED_PASSWORD_PATTERN =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

export type PasswordCost = Readonly<Record<keyof typeof PASSWORD_COST, number>>

export class Passwords {
  readonly #secret: Buffer
  readonly #waitingMax: number
  readonly #cost: PasswordCost
  /** What an address that nobody has is compared with, so that it takes the same time. */
  readonly #nobodys: string
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(
    master: Uint8Array,
    {
      waitingMax = WAITING_MAX,
      cost = PASSWORD_COST,
    }: { readonly waitingMax?: number; readonly cost?: PasswordCost } = {},
  ) {
    this.#secret = deriveKey(master, 'user-password')
    this.#waitingMax = waitingMax
    this.#cost = cost
    this.#nobodys = phc(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES))
  }

  /** What is stored of a password. Throws a `Fault` (`busy`) where too many wait. */
  async hash(password: string): Promise<string> {
    const salt = crypto.randomBytes(SALT_BYTES)
    const tag = await this.#tag(password, salt, this.#cost)
    return phc(this.#cost, salt, tag)
  }

  /** Whether a password is the one that was stored; as late where nothing was. Throws a `Fault` (`busy`) where too many wait. */
  async isRight(password: string, stored: string | undefined): Promise<boolean> {
    const compared = stored ?? this.#nobodys
    const [, memory, passes, parallelism, salt = '', tag = ''] =
      STORED_PASSWORD_PATTERN.exec(compared) ?? []
    const cost = {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }
    const expected = Buffer.from(tag, 'base64')
    const found = await this.#tag(password, Buffer.from(salt, 'base64'), cost)
    return crypto.timingSafeEqual(found, expected) && stored !== undefined
  }

  async #tag(
    password: string,
    salt: Buffer,
    { memory, passes, parallelism }: PasswordCost,
  ): Promise<Buffer> {
    await this.#turn()
    const parameters = {
      message: password.normalize('NFKC'),
      nonce: salt,
      secret: this.#secret,
      tagLength: TAG_BYTES,
      memory,
      passes,
      parallelism,
    }
    try {
      return await promisify(crypto.argon2)('argon2id', parameters)
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  async #turn(): Promise<void> {
    if (this.#waiting.length >= this.#waitingMax)
      throw new Fault('busy', 'Too many people log in just now. Try again shortly.')
    if (this.#running >= RUNNING_MAX)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    this.#running += 1
  }
}

const phc = ({ memory, passes, parallelism }: PasswordCost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

/** Without padding, as the PHC string has it. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
