// Responses of the service as text for a snapshot: status, headers and body, a page as its outline.
// Ids, secrets and times are replaced by names; the same id has the same name in the whole
// transcript.

import { test } from 'node:test'
import type { Project } from '../../src/engine/directory.ts'
import type { Answer } from './http.ts'
import { outlineOfFrame, outlineWithoutFrame } from './page-outline.ts'
import { assertSnapshot, type Names } from './snapshot.ts'
import { TEST_CARDS, UNKNOWN_PAN } from './test-cards.ts'

/** Headers that differ from run to run or depend on the connection. */
const VARIABLE_HEADERS = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'request-id',
  'transfer-encoding',
])

const EVERY_RESPONSE = {
  'cache-control': 'no-store',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-content-type-options': 'nosniff',
}
const policy = (...additional: string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    ...additional,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

/** The usual headers of a kind of response. A transcript contains only the differences. */
const STANDARD_HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  page: {
    ...EVERY_RESPONSE,
    'content-security-policy': policy("connect-src 'self'"),
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  },
  redirect: {
    ...EVERY_RESPONSE,
    'content-security-policy': policy(),
    'referrer-policy': 'no-referrer',
  },
  json: { ...EVERY_RESPONSE, 'content-type': 'application/json; charset=utf-8' },
  problem: { ...EVERY_RESPONSE, 'content-type': 'application/problem+json' },
  other: EVERY_RESPONSE,
}

function kindOf({ status, headers }: Answer): string {
  const type = String(headers['content-type'])
  if (type.startsWith('text/html')) return 'page'
  if (type.startsWith('application/problem+json')) return 'problem'
  if (type.startsWith('application/json')) return 'json'
  return status === 303 ? 'redirect' : 'other'
}

/** Random values in each of their forms. */
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
  [/(?<![a-z\d])(?:(?:(?:[a-z2-7]{8}|demo)-)?[a-z2-7]{32}|[a-z2-7]{24}|[\da-f]{32})(?![a-z\d])/g, 'RANDOM'],
  [/SHA256:[\w+/]{43}/g,                                     'FINGERPRINT'],
  [/••••[a-z2-7]{4}\b/g,                                     '••••LAST'],
  [/(?<=\bcard=)\d{4}\b/g, 'LAST'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g,                           'KEY-ID'],
  [/(?<![\w-])[\w-]{60,}(?![\w-])/g,                          'CURSOR'],
  [/(?<=It is )[\d,]+(?= days ahead)/g,                        'DAYS'],
  [/(?<=class="aside" )in \d+ ms/g,                           'in MILLISECONDS'],
  [/(?<=id="end-|name="session" value=")[\w-]{16}(?=")/g,        'SESSION'],
  [/data-seen="[^"]*"/g,                                      'data-seen="VERSION"'],
  [/(?<="(?:end|keyEnd)": ")[a-z2-7]{4}(?=")/g,              'LAST'],
  [/\b[\dA-F]{64}\b/g,                                        'CHECKSUM'],
  [/\btry-[\da-z]{8,12}\b/g,                                   'FRESH'],
]

/** The headings of a guide change with its text. */
const HEADINGS: Names = [
  [/(href="[^"]*\/guides\/[\w-]+"[^\n]*\np class="aside") [^\n]*/g, '$1 HEADINGS'],
]

/** The names of a project's own identifiers. */
export const namesOfProject = ({ secrets: { interfaceA, product } }: Project): Names => [
  // Keys start with the login.
  [new RegExp(`\\b${interfaceA.login}(?=\\b|-)(?!-[a-z2-7]{32})`, 'g'), 'LOGIN'],
  [
    new RegExp(
      `(institutionId|agent_?[nN]umber)(\\W+(?:value\\W+)?)${product.agentNumber}\\b`,
      'g',
    ),
    '$1$2AGENT',
  ],
  [new RegExp(`(?<!\\d)${product.bin}(?!\\d)`, 'g'), 'BIN'],
]

/**
 * Times of the real clock, in each format that an interface uses. Tests freeze project clocks in
 * other decades.
 */
// prettier-ignore
const MOMENTS: Names = [
  [/\b202\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, 'MOMENT'],
  [/"offsetMs": \d{10,}/g,                                     '"offsetMs": OFFSET'],
  [/\b1[78]\d{11}\b/g,                                        'MOMENT-MS'],
  [/\b202\d[01]\d[0-3]\d[0-2]\d[0-5]\d[0-5]\d\b/g,     'MOMENT-DIGITS'],
  // Seven days from now become six after a millisecond.
  [/MOMENT UTC"(>| )in [67] days/g,                            'MOMENT UTC"$1in a week'],
  // On a busy machine, minutes pass between an action and its page.
  [/(MOMENT(?: UTC)?")(>| )\d\d? min\. ago/g,                    '$1$2just now'],
  [/title="\d\d? min\. ago"(>| )MOMENT/g,                        'title="just now"$1MOMENT'],
]

/** Card numbers, whole, grouped or masked. Those of test cards are not replaced. */
const CARD = /(?<![\d-])\d{4} ?\d{2}(?:\d{2} ?\d{4} ?|\*{6}|\*\* \*{4} )\d{4}(?![\d-])/g
const KNOWN_CARDS = new Set(
  [...Object.values(TEST_CARDS), UNKNOWN_PAN].flatMap((pan) => [
    pan,
    `${pan.slice(0, 6)}******${pan.slice(-4)}`,
  ]),
)

/** Random ids; each gets a number by its first occurrence. */
const NUMBERED: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['UUID', /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g],
  ['PROJECT', /\bprj_\w+/g],
  ['USER', /\busr_\w+/g],
  ['RECEIVER', /\brcv_\w+/g],
  ['CARD', CARD],
]

export class Transcript {
  readonly #numbered = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #names: (readonly [from: string | RegExp, to: string])[]
  readonly #sections: string[] = []
  readonly #bodies: (readonly [title: string, lines: readonly string[]])[] = []

  /** `names` are replaced before anything else. */
  constructor(names: Names = []) {
    this.#names = [...names]
  }

  /** Adds names for objects that the test creates. */
  name(...names: Names): void {
    this.#names.push(...names)
  }

  /** The text with ids, secrets and times replaced. */
  named(text: string): string {
    const named = [...this.#names, ...HEADINGS, ...RANDOM_TEXTS, ...MOMENTS].reduce(
      (result, [from, to]) => result.replaceAll(from, to),
      text,
    )
    return NUMBERED.reduce(
      (result, [name, pattern]) =>
        result.replaceAll(pattern, (found) => this.#numberOf(name, found)),
      named,
    )
  }

  /** Records a response. For a page, its title and what follows the frame. */
  record(request: string, answer: Answer): void {
    this.#record(request, answer, outlineWithoutFrame)
  }

  /** Records a page without its main part: the head, the navigation and the footer. */
  recordFrame(request: string, answer: Answer): void {
    this.#record(request, answer, outlineOfFrame)
  }

  /**
   * Takes a page that another snapshot contains, so that similar pages are shown by their
   * differences.
   */
  assume(request: string, { text }: Answer): void {
    const outline = this.named(outlineWithoutFrame(text))
    this.#bodies.push([this.named(request), outline.split('\n')])
  }

  /** Like `assume`, for a frame. */
  assumeFrame(request: string, { text }: Answer): void {
    this.#bodies.push([this.named(request), this.named(outlineOfFrame(text)).split('\n')])
  }

  /** Records something that is not a response. */
  note(text: string): void {
    this.#sections.push(this.named(`## ${text}\n`))
  }

  /** Compares the transcript with the snapshot in a file. */
  assertMatches(file: URL): void {
    const sections = this.#sections.map((section, index) => {
      const follows = this.#sections[index + 1]
      const heading = section.slice(0, section.indexOf('\n') + 1)
      // Responses that are the same share one text below their headings.
      const isSame = follows !== undefined && withoutHeading(follows) === withoutHeading(section)
      return isSame ? heading : `${section}\n`
    })
    assertSnapshot(file, sections.join('').replace(/\n$/, ''))
  }

  #record(request: string, answer: Answer, outline: (page: string) => string): void {
    const { status, text, json } = answer
    const title = this.named(request)
    const kind = kindOf(answer)
    const head = [`## ${title}: ${status} ${kind}`, ...this.#unusualHeaders(answer, kind)]
    const body =
      kind === 'page'
        ? this.#body(title, this.named(outline(text)))
        : json === undefined
          ? this.named(text)
          : this.#body(title, folded(this.named(JSON.stringify(json, null, 1))))
    this.#sections.push(`${[...head, body].join('\n').trimEnd()}\n`)
  }

  /** The headers that differ from the standard ones of this kind of response. */
  #unusualHeaders({ headers }: Answer, kind: string): string[] {
    const standard = STANDARD_HEADERS[kind] ?? {}
    const present = Object.entries(headers)
      .filter(([name, value]) => !VARIABLE_HEADERS.has(name) && String(value) !== standard[name])
      .map(([name, value]) => `${name}: ${unusualPart(this.named(String(value)), standard[name])}`)
    const missing = Object.keys(standard)
      .filter((name) => headers[name] === undefined)
      .map((name) => `without ${name}`)
    return [...present, ...missing].toSorted()
  }

  /** A body that is similar to an earlier one is shown by the lines that differ. */
  #body(title: string, body: string): string {
    const lines = body.split('\n')
    if (lines.length < 4) return body
    const differences = this.#bodies.map(
      ([earlier, other]) =>
        [
          `as "${earlier}", except`,
          ...without(other, lines).map((line) => `- ${line}`),
          ...without(lines, other).map((line) => `+ ${line}`),
        ] as const,
    )
    this.#bodies.push([title, lines])
    const [least] = differences.toSorted((a, b) => a.length - b.length)
    if (least?.length === 1) return least[0].replace(', except', '')
    return least !== undefined && least.length < lines.length * SIMILAR ? least.join('\n') : body
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

/**
 * Declares a test that compares a transcript with a snapshot in the folder `snapshots` next to the
 * test file.
 */
export function testTranscript(
  testFile: string,
  name: string,
  fill: (transcript: Transcript) => Promise<void>,
  names: () => Names = () => [],
): void {
  test(`the recorded responses have not changed: ${name}`, async () => {
    const transcript = new Transcript(names())
    await fill(transcript)
    transcript.assertMatches(new URL(`snapshots/${name}.txt`, testFile))
  })
}

const withoutHeading = (section: string): string => section.slice(section.indexOf('\n') + 1)

/** For a policy, the directives that differ from the standard; any other value unchanged. */
function unusualPart(value: string, standard: string | undefined): string {
  if (standard?.includes('; ') !== true) return value
  const directives = standard.split('; ')
  const present = value.split('; ')
  const names = new Set(present.map((each) => each.split(' ')[0]))
  return [
    ...present.filter((each) => !directives.includes(each)),
    ...directives
      .map((each) => each.split(' ')[0] ?? '')
      .filter((name) => !names.has(name))
      .map((name) => `without ${name}`),
  ].join('; ')
}

/** The share of a body that may differ from an earlier one it is compared with. */
const SIMILAR = 0.7

const LINE_LENGTH = 120

/** Indented JSON with each list and object on one line where it fits. */
export function folded(json: string, lineLength = LINE_LENGTH): string {
  const open: string[][] = [[]]
  for (const line of json.split('\n')) {
    if (/^\s*[}\]]/.test(line)) {
      const block = [...(open.pop() ?? []), line]
      const [first = '', ...rest] = block
      const joined = [first, ...rest.map((each) => each.trim())].join(' ')
      const isFlat = !block.some((each) => each.includes('\n')) && joined.length <= lineLength
      open.at(-1)?.push(isFlat ? joined : filled(block, lineLength).join('\n'))
    } else if (/[{[]$/.test(line)) open.push([line])
    else open.at(-1)?.push(line)
  }
  return (open[0] ?? []).join('\n')
}

/** A block whose fields without nested fields share lines. */
function filled(block: readonly string[], lineLength: number): string[] {
  const isSimple = (line: string): boolean => !/\n|^\s*[}\]]|[{[]$/.test(line)
  return block.reduce<string[]>((lines, line) => {
    const last = lines.at(-1) ?? ''
    const both = `${last} ${line.trim()}`
    if (!isSimple(line) || !isSimple(last) || both.length > lineLength) return [...lines, line]
    return [...lines.slice(0, -1), both]
  }, [])
}

/** The lines of a text that another does not have, as often as it lacks them. */
function without(lines: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}
