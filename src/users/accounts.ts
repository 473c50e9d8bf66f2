// The accounts of a hosted sandbox, put together: people, the members of projects, and the provider that people may log in by.

import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import type { Availability } from '../engine/availability.ts'
import type { FailedLogins } from '../engine/failed-logins.ts'
import type { Queryable, Store } from '../store/store.ts'
import { Members } from './members.ts'
import { type PasswordCost, Passwords, RUNTIME_HAS_ARGON2 } from './passwords.ts'
import { bySmtp, Post, type SendLetter, toLog } from './post.ts'
import { SingleSignOn } from './single-sign-on.ts'
import { TokenHashes } from './tokens.ts'
import { Users } from './users.ts'

export interface Accounts {
  readonly users: Users
  readonly members: Members
  readonly post: Post
  /** Undefined where no provider is set. */
  readonly singleSignOn: SingleSignOn | undefined
}

export interface AccountsParts {
  readonly config: Config
  readonly store: Store
  readonly reads: Queryable
  readonly availability: Availability
  readonly failedLogins: FailedLogins
  readonly master: Uint8Array
  readonly logger: Logger
  /** What a trial of a password costs, where it is not as in production. */
  readonly passwordCost?: PasswordCost | undefined
}

/** Throws a `ConfigError` where the runtime cannot keep passwords. */
export function openAccounts(parts: AccountsParts): Accounts {
  if (!RUNTIME_HAS_ARGON2) throw new ConfigError('hosted mode needs Node.js 24.7 or newer')
  const { config, master, logger } = parts
  const origin = config.publicUrl ?? ''
  const common = {
    ...parts,
    origin,
    hashes: new TokenHashes(master),
    passwords: new Passwords(
      master,
      parts.passwordCost === undefined ? {} : { cost: parts.passwordCost },
    ),
    post: new Post(sender(config, logger), logger),
  }
  const { oidcIssuer, oidcClientId, oidcClientSecret } = config
  return {
    users: new Users(common),
    members: new Members(common),
    post: common.post,
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

function sender({ smtpUrl, mailFrom, publicUrl = '' }: Config, logger: Logger): SendLetter {
  if (smtpUrl === undefined) return toLog(logger)
  return bySmtp(smtpUrl, mailFrom ?? `Sandcard <sandcard@${new URL(publicUrl).hostname}>`)
}
