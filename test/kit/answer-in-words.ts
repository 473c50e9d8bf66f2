// Answers of the service as a text that can be kept beside its test: status, headers and body, a page as its outline. What is made anew in every
// run, such as an id, a secret or the time, has a name instead; the same id has the same name in all answers of a story.

import type { Project } from '../../src/engine/directory.ts'
import type { Answer } from './http.ts'
import { assertOutline, type Names, outlineOfDocument } from './outline.ts'
import { TEST_CARDS, UNKNOWN_PAN } from './test-cards.ts'

/** Headers that every answer has, whatever it says. */
const NOT_TOLD = new Set([
  ...['date', 'connection', 'keep-alive', 'content-length', 'request-id', 'transfer-encoding'],
  ...['permissions-policy', 'x-content-type-options'],
])

/** What is random, in each form that it has. */
// prettier-ignore
const RANDOM_TEXTS: Names = [
  [/\r\n/g,                                                   ' [CRLF]\n'],
  [/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----/g,            'PUBLIC-KEY'],
  [/"(kid|n)": "[\w-]{40,}"/g,                                '"$1": "PUBLIC-KEY"'],
  [/\beyJ[\w+/-]{60,}=*|\beJ[\w+/-]{60,}=*/g,                 'PACKED'],
  [/http:\/\/127\.0\.0\.1:\d+/g,                              'ORIGIN'],
  [/"cvc": "\d{3}"/g,                                         '"cvc": "CVC"'],
  [/"(institutionId|agentNumber|bin)": "\d{6}"/g,             '"$1": "SIX-DIGITS"'],
  [/"(login|userName|merchantLogin)": "[a-z2-7]{8}(-api)?"/g, '"$1": "LOGIN$2"'],
  [/(?<![a-z\d])(?:[a-z2-7]{32}|[a-z2-7]{24}|[\da-f]{32})(?![a-z\d])/g, 'CHANCE'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g,                           'KEY-ID'],
  [/(?<![\w-])[\w-]{60,}(?![\w-])/g,                          'CURSOR'],
  [/(?<=It is )[\d,]+(?= days ahead)/g,                        'DAYS'],
  [/(?<=class="aside" )in \d+ ms/g,                           'in MILLISECONDS'],
  [/(?<=id="end-|name="session" value=")[\w-]{16}(?=")/g,        'SESSION'],
  [/data-seen="[^"]*"/g,                                      'data-seen="VERSION"'],
  [/\b[\dA-F]{64}\b/g,                                        'CHECKSUM'],
]

/** What guides are about is theirs to say. */
const HEADINGS: Names = [
  [/(href="[^"]*\/guides\/[\w-]+"[^\n]*\np class="aside") [^\n]*/g, '$1 HEADINGS'],
]

/** What a project is known by. */
export const namesOfProject = ({ secrets: { interfaceA, product } }: Project): Names => [
  [new RegExp(`\\b${interfaceA.login}(?=\\b|-)`, 'g'), 'LOGIN'],
  [
    new RegExp(
      `(institutionId|agent_?[nN]umber)(\\W+(?:value\\W+)?)${product.agentNumber}\\b`,
      'g',
    ),
    '$1$2AGENT',
  ],
  [new RegExp(`(?<!\\d)${product.bin}(?!\\d)`, 'g'), 'BIN'],
]

/** Moments that no clock of a test holds, in each form that an interface has for them. */
// prettier-ignore
const MOMENTS: Names = [
  [/\b202\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, 'MOMENT'],
  [/"offsetMs": \d{10,}/g,                                     '"offsetMs": OFFSET'],
  [/\b1[78]\d{11}\b/g,                                        'MOMENT-MS'],
  [/\b202\d[01]\d[0-3]\d[0-2]\d[0-5]\d[0-5]\d\b/g,     'MOMENT-DIGITS'],
  // What ends in seven days is seven days off for a millisecond, and then six.
  [/MOMENT UTC"(>| )in [67] days/g,                            'MOMENT UTC"$1in a week'],
]

/** Numbers of cards, whole, in groups or masked; those of test cards stand as they are. */
const CARD = /(?<![\d-])\d{4} ?\d{2}(?:\d{2} ?\d{4} ?|\*{6}|\*\* \*{4} )\d{4}(?![\d-])/g
const KNOWN_CARDS = new Set(
  [...Object.values(TEST_CARDS), UNKNOWN_PAN].flatMap((pan) => [
    pan,
    `${pan.slice(0, 6)}******${pan.slice(-4)}`,
  ]),
)

/** Random ids; each gets a number in the order in which it is met. */
const NUMBERED: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['UUID', /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g],
  ['PROJECT', /\bprj_\w+/g],
  ['USER', /\busr_\w+/g],
  ['CARD', CARD],
]

export class AnswersInWords {
  readonly #numbered = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #names: (readonly [from: string | RegExp, to: string])[]
  readonly #told: string[] = []
  readonly #pages: string[][] = []

  /** `names` stand for others before anything else does. */
  constructor(names: Names = []) {
    this.#names = [...names]
  }

  /** Gives names to what is made in the course of the story. */
  name(...names: Names): void {
    this.#names.push(...names)
  }

  /** The text with its names. */
  named(text: string): string {
    const said = [...this.#names, ...HEADINGS, ...RANDOM_TEXTS, ...MOMENTS].reduce(
      (told, [from, to]) => told.replaceAll(from, to),
      text,
    )
    return NUMBERED.reduce(
      (told, [name, pattern]) => told.replaceAll(pattern, (found) => this.#numberOf(name, found)),
      said,
    )
  }

  /** Notes what a call was answered. */
  tell(call: string, { status, headers, text, json }: Answer): void {
    const lines = Object.entries(headers)
      .filter(([name]) => !NOT_TOLD.has(name))
      .map(([name, value]) => `${name}: ${String(value)}`)
      .toSorted()
    const isPage = String(headers['content-type']).startsWith('text/html')
    const body = isPage
      ? this.#pageInWords(this.named(outlineOfDocument(text, [])))
      : this.named(json === undefined ? text : JSON.stringify(json, null, 1))
    this.#told.push(`${this.named([`## ${call}`, status, ...lines].join('\n'))}\n${body}\n`)
  }

  /** A page that is much like one before is told by its lines that the other has not (+), and those that only the other has (-). */
  #pageInWords(outline: string): string {
    const lines = outline.split('\n')
    const differences = this.#pages.map(
      (page, index) =>
        [
          `the page ${index + 1}, but for`,
          ...without(page, lines).map((line) => `- ${line}`),
          ...without(lines, page).map((line) => `+ ${line}`),
        ] as const,
    )
    this.#pages.push(lines)
    const least = differences.toSorted((a, b) => a.length - b.length)[0]
    if (least !== undefined && least.length < lines.length / 2) return `${least.join('\n')}\n`
    return `the page ${this.#pages.length}\n${outline}`
  }

  /** Notes something that is no answer. */
  note(text: string): void {
    this.#told.push(this.named(`## ${text}\n`))
  }

  /** Compares what was told with what is kept in a file. */
  assertKept(file: URL): void {
    assertOutline(file, this.#told.join('\n'))
  }

  #numberOf(name: string, found: string): string {
    if (KNOWN_CARDS.has(found.replaceAll(' ', ''))) return found
    const known = this.#numbered.get(found)
    if (known !== undefined) return known
    const number = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, number)
    this.#numbered.set(found, `${name}-${number}`)
    return `${name}-${number}`
  }
}

/** The lines of a text that another does not have, as often as it does not have them. */
function without(lines: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}
