// Searches the reference for operations that contain every search word. Names rank first.

import { fieldsOf } from './fields.ts'
import type { ReferenceApi, ReferenceOperation } from './reference.ts'

/** A searchable text of an operation. */
interface Place {
  /** Shown with the text; empty if the result line already contains the text. */
  readonly label: string
  readonly text: string
  readonly weight: number
}

export interface FoundOperation {
  readonly operation: ReferenceOperation
  /** Matches outside of name, path and summary. */
  readonly places: readonly Place[]
  /** The sum over the words of each word's best match weight. */
  readonly score: number
  /**
   * The score, which is higher if the search words are prefixes of words: `hold` means holds, not
   * cardholders.
   */
  readonly rank: number
  /** True if each search word is the prefix of a word. */
  readonly beginsWords: boolean
}

/** Larger than any weight. */
const WORD_BONUS = 20

/** The minimum weight of a match in the name, path or summary. */
export const NAME_WEIGHT = 10

/** Terms of other products, with the equivalent terms here. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['webhook', ['callback']],
  ['webhooks', ['callback']],
  ['notification', ['callback']],
  ['cancel', ['reverse', 'decline']],
  ['void', ['reverse']],
  ['charge', ['payment']],
  ['authorize', ['authorise', 'preauth']],
  ['token', ['binding']],
  ['customer', ['cardholder']],
  ['balance', ['account']],
  ['freeze', ['block']],
  ['subscription', ['recurr']],
  ['3ds', ['3-d secure']],
])

/** Longer queries are truncated. */
export const QUERY_LENGTH_MAX = 100
const PLACES_SHOWN = 3

export function findOperations(
  apis: readonly ReferenceApi[],
  query: string,
): readonly FoundOperation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = apis
    .flatMap(({ operations }) => operations)
    .flatMap((operation) => {
      const hit = foundIn(operation, words)
      return hit === undefined ? [] : [hit]
    })
    .toSorted((one, other) => other.rank - one.rank)
  const meant = found.filter(({ beginsWords }) => beginsWords)
  return meant.length > 0 ? meant : found
}

function foundIn(
  operation: ReferenceOperation,
  words: readonly string[],
): FoundOperation | undefined {
  const alikeWords = words.map((word) => [word, ...(SYNONYMS.get(word) ?? [])])
  const { places, text } = searchedOf(operation)
  if (!alikeWords.every((alike) => alike.some((each) => text.includes(each)))) return undefined
  const best = alikeWords.map((alike) =>
    places.flatMap((place) => {
      if (!alike.some((each) => place.text.toLowerCase().includes(each))) return []
      const isBegun = alike.some((each) => beginsWord(place.text, each))
      return [{ place, isBegun, rank: place.weight + (isBegun ? WORD_BONUS : 0) }]
    }),
  )
  const sumOfBest = (of: (match: (typeof best)[number][number]) => number): number =>
    best.reduce((sum, each) => sum + Math.max(...each.map(of)), 0)
  const byRank = best
    .flatMap((each) =>
      each.some(({ isBegun }) => isBegun) ? each.filter(({ isBegun }) => isBegun) : each,
    )
    .toSorted((one, other) => other.rank - one.rank)
  const shown = [...new Set(byRank.map(({ place }) => place))]
  return {
    operation,
    score: sumOfBest(({ place }) => place.weight),
    rank: sumOfBest(({ rank }) => rank),
    beginsWords: best.every((each) => each.some(({ isBegun }) => isBegun)),
    places: shown.filter(({ label }) => label !== '').slice(0, PLACES_SHOWN),
  }
}

/** In `paymentOrder`, the second word starts with its capital letter. */
function beginsWord(text: string, part: string): boolean {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(part); at !== -1; at = lower.indexOf(part, at + 1))
    if (!/[a-z]/i.test(text.charAt(at - 1)) || /[A-Z]/.test(text.charAt(at))) return true
  return false
}

/** A name and its description. */
const named = (...parts: readonly string[]): string => parts.filter(Boolean).join(' – ')

interface Searched {
  readonly places: readonly Place[]
  /** All texts in lower case, because most operations contain none of the words. */
  readonly text: string
}

const known = new WeakMap<ReferenceOperation, Searched>()

function searchedOf(operation: ReferenceOperation): Searched {
  const stored = known.get(operation)
  if (stored !== undefined) return stored
  const places = readPlaces(operation)
  const searched = { places, text: places.map(({ text }) => text.toLowerCase()).join('\n') }
  known.set(operation, searched)
  return searched
}

function readPlaces(operation: ReferenceOperation): readonly Place[] {
  const { id, path, summary, description, parameters, body, answers, method, api } = operation
  const fields = (label: string, schema: Parameters<typeof fieldsOf>[0], weight: number) =>
    fieldsOf(schema).map(({ within, name, schema: { description: said = '', enum: values } }) => ({
      label,
      text: named(`${within}${name}`, said, values?.join(' ') ?? ''),
      weight,
    }))
  return [
    { label: '', text: id, weight: 20 },
    { label: '', text: summary, weight: 12 },
    { label: '', text: `${method} ${path} ${api.name}`, weight: NAME_WEIGHT },
    { label: 'Description', text: description, weight: 4 },
    ...parameters.map(({ name, description: said = '' }) => ({
      label: 'Parameter',
      text: named(name, said),
      weight: 6,
    })),
    ...(body === undefined ? [] : fields('Field', body.schema, 6)),
    ...answers.flatMap(({ status, description: said, schema = {} }) => [
      { label: `Response ${status}`, text: said, weight: 3 },
      ...(status.startsWith('2') ? fields(`Field of response ${status}`, schema, 2) : []),
    ]),
  ]
}
