// The accounts of a hosted service: the dependencies of the actions in this folder, which has one
// file per action.

import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import type { Availability } from '../engine/availability.ts'
import type { FailedLogins } from '../engine/failed-logins.ts'
import type { Queryable, Store, Transaction } from '../store/store.ts'
import { EmailRate } from './email-rate.ts'
import { bySmtp, Mailer, type SendEmail, toLog } from './mailer.ts'
import { type PasswordCost, Passwords, RUNTIME_HAS_ARGON2 } from './passwords.ts'
import { SingleSignOn } from './single-sign-on.ts'
import { TokenHashes } from './tokens.ts'

export interface Accounts {
  readonly store: Store
  readonly reads: Queryable
  /** Runs work in a transaction; it may run more than once. */
  readonly transact: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>
  readonly failedLogins: FailedLogins
  readonly hashes: TokenHashes
  readonly passwords: Passwords
  readonly mailer: Mailer
  readonly emailRate: EmailRate
  /** Base URL of the links in emails. */
  readonly origin: string
  /** Undefined if no provider is configured. */
  readonly singleSignOn: SingleSignOn | undefined
}

interface AccountsParts {
  readonly config: Config
  readonly store: Store
  readonly reads: Queryable
  readonly availability: Availability
  readonly failedLogins: FailedLogins
  readonly master: Uint8Array
  readonly logger: Logger
  /** For tests, where a password check must be fast. */
  readonly passwordCost?: PasswordCost | undefined
}

/** Throws a `ConfigError` if the runtime has no argon2. */
export function openAccounts(parts: AccountsParts): Accounts {
  if (!RUNTIME_HAS_ARGON2) throw new ConfigError('hosted mode needs Node.js 24.7 or newer')
  const { config, store, reads, availability, failedLogins, master, logger, passwordCost } = parts
  const { publicUrl: origin = '', oidcIssuer, oidcClientId, oidcClientSecret } = config
  return {
    store,
    reads,
    transact: (work) => availability.transact(store, work),
    failedLogins,
    hashes: new TokenHashes(master),
    passwords: new Passwords(master, passwordCost === undefined ? {} : { cost: passwordCost }),
    mailer: new Mailer(sender(config, logger), logger),
    emailRate: new EmailRate(),
    origin,
    singleSignOn:
      oidcIssuer === undefined || oidcClientId === undefined || oidcClientSecret === undefined
        ? undefined
        : new SingleSignOn(
            { issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret },
            master,
            origin,
          ),
  }
}

function sender({ smtpUrl, mailFrom, publicUrl = '' }: Config, logger: Logger): SendEmail {
  if (smtpUrl === undefined) return toLog(logger)
  return bySmtp(smtpUrl, mailFrom ?? `Sandcard <sandcard@${new URL(publicUrl).hostname}>`)
}
