// The exit codes of the `sandcard` command, which the README explains.

export const EXIT = {
  done: 0,
  /** Any other failure: the service failed, or a check found a problem. */
  failed: 1,
  /** An unknown command, an invalid argument, setting or file, or a newer database. */
  usage: 2,
  /** The database cannot be reached, used or written, or lacks an extension. */
  database: 3,
  /** The service refused the request. */
  refused: 4,
  /** No service responds at the URL. */
  unreachable: 5,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
