// What somebody's server received, read from the text that was pasted of it: an address with its query, a form, a line of JSON from a log,
// or the signed text itself.

type Pair = readonly [name: string, value: string]

/** Characters of a text that is read at all, several times a callback's length. */
export const RECEIVED_LENGTH = 4000
/** More parameters than any callback has. */
const PARAMETERS_MAX = 100

export interface ReceivedCallback {
  /** Names and decoded values in the order in which they came, `checksum` and `sign_alias` left out. */
  readonly parameters: readonly Pair[]
  /** The same as they were pasted, still coded for an address. */
  readonly coded: readonly Pair[]
  readonly checksum: string | undefined
  readonly signAlias: string | undefined
  /** The text as it was signed, where that is what was pasted. */
  readonly signedText: string | undefined
}

/** Undefined where the text is none of the forms, or has too many parameters. */
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

/** `amount;123456;mdOrder;3ff6...;`, which has neither `=` before its first `;` nor any `&`. */
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

/** Of a request as logs have it (`GET /callback?... HTTP/1.1`), the query or the form behind the headers. */
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

/** The two that carry the signature stand apart. */
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
