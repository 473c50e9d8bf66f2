// Labels of network failures: why a receiver gave no response.

const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Host name not found',
  EAI_AGAIN: 'Host name could not be resolved',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset',
  EPIPE: 'Connection closed',
  ETIMEDOUT: 'Connection timed out',
  EHOSTUNREACH: 'Host unreachable',
  ENETUNREACH: 'Network unreachable',
}

const partsOf = (error: string) => {
  const [, code = '', target = ''] = /^\w+ (E[A-Z_]+)(?: (\S+))?/.exec(error) ?? []
  return { cause: CAUSES[code], code, target }
}

/** `getaddrinfo ENOTFOUND shop.invalid` as "Host name not found", beside the URL. */
export const failureCause = (error: string): string => partsOf(error).cause ?? error

/**
 * The same as "Host name not found: shop.invalid (ENOTFOUND)": the code stays, because people
 * search for it.
 */
export function failureText(error: string): string {
  const { cause, code, target } = partsOf(error)
  if (cause === undefined) return error
  return `${target === '' ? cause : `${cause}: ${target}`} (${code})`
}
