// Compares the expectation of a caller with a candidate: which fields differ, and which candidate
// comes closest.

/** A field that differs. */
export interface Difference {
  /** JSON Pointer into the caller's expectation. */
  readonly pointer: string
  readonly wanted: unknown
  /** Undefined if the candidate does not have the field. */
  readonly found: unknown
}

/** Fields that identify a record: a candidate with another id is less similar. */
const ID = /^(id|.*(Id|Number))$/
const ID_WEIGHT = 10

/**
 * The expected fields that differ. Objects are only compared by their expected fields; an expected
 * value in a list must be one of its items.
 */
export function differences(wanted: object, found: unknown, pointer = ''): readonly Difference[] {
  const members = isObject(found) ? found : {}
  return Object.entries(wanted).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return []
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const own = Object.hasOwn(members, name) ? members[name] : undefined
    if (isObject(value)) return differences(value, own, at)
    const isEqual = Array.isArray(own) ? own.includes(value) : own === value
    return isEqual ? [] : [{ pointer: at, wanted: value, found: own }]
  })
}

/** A candidate with its differences. */
export interface Nearest<T> {
  readonly candidate: T
  readonly differs: readonly Difference[]
}

/**
 * The first of the candidates with the fewest differences; undefined if there are no candidates.
 */
export function nearestOf<T>(
  wanted: object,
  candidates: readonly T[],
  compared: (candidate: T) => object,
): Nearest<T> | undefined {
  let nearest: Nearest<T> | undefined
  let least = Infinity
  for (const candidate of candidates) {
    const differs = differences(wanted, compared(candidate))
    const distance = differs.reduce((sum, { pointer }) => sum + weightOf(pointer), 0)
    if (distance < least) {
      nearest = { candidate, differs }
      least = distance
    }
  }
  return nearest
}

const weightOf = (pointer: string): number =>
  ID.test(pointer.slice(pointer.lastIndexOf('/') + 1)) ? ID_WEIGHT : 1

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
