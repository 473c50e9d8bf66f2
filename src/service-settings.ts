// The settings of `startSandcard()`, as its callers see them.

export type Mode = 'local' | 'hosted'
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The settings of `startSandcard()`. Omitted settings have the command's defaults. */
export interface ServiceSettings {
  /** Host name or IP address to listen on; default `127.0.0.1`. */
  readonly host?: string | undefined
  /** Port to listen on; 0 picks a free one. Default 8583. */
  readonly port?: number | undefined
  /** Threads that receive requests; needs a database file or server. Default 1. */
  readonly threads?: number | undefined
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://...`; default `sqlite:./data/sandcard.db`. */
  readonly database?: string | undefined
  /** Origin of generated URLs; default: the request's origin. */
  readonly publicUrl?: string | undefined
  /** Default `local`. */
  readonly mode?: Mode | undefined
  /** Bearer token that creates projects in hosted mode, at least 16 characters. */
  readonly adminToken?: string | undefined
  /** The previous admin token, accepted during a rotation. */
  readonly oldAdminToken?: string | undefined
  /**
   * Master key for card data at rest, at least 16 characters; default: a key file next to the
   * database.
   */
  readonly secret?: string | undefined
  /** Default `info`. Logs go to standard error. */
  readonly logLevel?: LogLevel | undefined
  /** Hosted mode: mail server, `smtp://user:password@host:port`; default: links are logged. */
  readonly smtpUrl?: string | undefined
  /** Hosted mode: sender of emails; default `sandcard@` and the host of `publicUrl`. */
  readonly mailFrom?: string | undefined
  /** Hosted mode: OpenID Connect provider for sign-in. */
  readonly oidcIssuer?: string | undefined
  readonly oidcClientId?: string | undefined
  readonly oidcClientSecret?: string | undefined
  /** Requests per second and project; 0 is unlimited. Default 0. */
  readonly rateLimit?: number | undefined
  /** Maximum number of rows per project; 0 is unlimited. Default 0, in hosted mode 1,000,000. */
  readonly rowLimit?: number | undefined
  /** Maximum number of bytes per project; 0 is unlimited. Default 0, in hosted mode 1 GB. */
  readonly byteLimit?: number | undefined
  /**
   * Maximum number of days that projects may keep orders, callbacks and requests; 0 is unlimited.
   * Default 0.
   */
  readonly retentionDays?: number | undefined
  /** Proxies whose `X-Forwarded-For` is trusted: IP addresses and networks, or `loopback`. */
  readonly trustedProxies?: string | undefined
  /**
   * Local mode: fixtures for the demo project, as an object or as the path of a
   * `sandcard.config.json`. They are applied at startup if the project has no records.
   */
  readonly fixtures?: string | object | undefined
}
