// Parses pasted text that a merchant's server received: a URL, a form body, JSON, or the signed
// string itself.

type Pair = readonly [name: string, value: string]

/** Longer texts are not parsed; callbacks are far shorter. */
export const RECEIVED_LENGTH = 4000
/** An upper bound: no callback has this many parameters. */
const PARAMETERS_MAX = 100

export interface ReceivedCallback {
  /** Names and decoded values, in order, without `checksum` and `sign_alias`. */
  readonly parameters: readonly Pair[]
  /** The same parameters in URL encoding, as pasted. */
  readonly coded: readonly Pair[]
  readonly checksum: string | undefined
  readonly signAlias: string | undefined
  /** The pasted text, if it is the signed string. */
  readonly signedText: string | undefined
}

/** Undefined if the text has none of these formats, or too many parameters. */
export function readReceived(pasted: string): ReceivedCallback | undefined {
  const text = pasted.trim()
  const received = text.startsWith('{')
    ? ofJson(text)
    : SIGNED_TEXT.test(text)
      ? ofSignedText(text)
      : ofForm(text)
  const count = received?.parameters.length ?? 0
  return count > 0 && count <= PARAMETERS_MAX ? received : undefined
}

/** `amount;123456;mdOrder;3ff6...;`: no `=` before the first `;`, and no `&`. */
const SIGNED_TEXT = /^[\w.]+;[^&]*$/

function ofSignedText(text: string): ReceivedCallback | undefined {
  const parts = (text.endsWith(';') ? text.slice(0, -1) : text).split(';')
  if (parts.length % 2 !== 0) return undefined
  const pairs = Array.from({ length: parts.length / 2 }, (_, index): Pair => {
    const [name = '', value = ''] = parts.slice(2 * index)
    return [name, value]
  })
  return { ...withoutCarriers(pairs, pairs), signedText: text }
}

function ofJson(text: string): ReceivedCallback | undefined {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return undefined
  const pairs = Object.entries(value).map(([name, each]): Pair => [name, String(each)])
  return withoutCarriers(pairs, pairs)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * For a logged request (`GET /callback?... HTTP/1.1`): the query, or the form after the headers.
 */
function ofForm(text: string): ReceivedCallback | undefined {
  const line = text.split(/\s+/).findLast((word) => word.includes('='))
  const query = line?.slice(line.indexOf('?') + 1).replace(/#.*/, '')
  if (query === undefined) return undefined
  const coded = query.split('&').map((part): Pair => {
    const at = part.indexOf('=')
    return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
  })
  return withoutCarriers([...new URLSearchParams(query)], coded)
}

/** Separates the two parameters that contain the signature. */
function withoutCarriers(pairs: readonly Pair[], coded: readonly Pair[]): ReceivedCallback {
  const valueOf = (name: string): string | undefined =>
    pairs.find(([each]) => each === name)?.[1].trim()
  const isSigned = ([name]: Pair): boolean => name !== 'checksum' && name !== 'sign_alias'
  return {
    parameters: pairs.filter(isSigned),
    coded: coded.filter(isSigned),
    checksum: valueOf('checksum'),
    signAlias: valueOf('sign_alias'),
    signedText: undefined,
  }
}
