// Completes the input of a command in a seeded project: ids and card numbers from its sequence
// replace random ones.

import { issuePan, maskPan } from '../issuing/pan.ts'
import type { CandidateNumber } from '../issuing/card-number.ts'
import { isReserved } from '../payments/methods/test-card.ts'
import { gatewayId } from '../payments/orders/gateway-id.ts'
import { Draw, DRAWN_ID, idNumberOf } from '../projects/take-draw.ts'
import type { Project } from './directory.ts'

/** The time in ids, which sort in the order of their draws. */
const FIRST_ID_AT = Date.UTC(2020, 0, 1)
const CANDIDATES = 3
const NINE_DIGITS = 1_000_000_000

/** True if an input contains ids or numbers to draw. */
export function needsDraw(input: unknown): boolean {
  if (input === DRAWN_ID) return true
  if (Array.isArray(input)) return input.some(needsDraw)
  if (typeof input !== 'object' || input === null) return false
  return Object.entries(input).some(([name, value]) => isUndrawn(name, value) || needsDraw(value))
}

/** Left empty, because candidates are drawn later. */
const isUndrawn = (name: string, value: unknown): boolean =>
  name === 'candidates' && Array.isArray(value) && value.length === 0

/** The input with drawn ids and numbers. */
export function drawnInput<T>(input: T, project: Project, stream: string, number: number): T {
  const draw = new Draw(stream, number)
  const idNumber = idNumberOf(stream)
  let ids = 0
  const newId = (): string => {
    const at = FIRST_ID_AT + number * 1000 + (ids += 1)
    return gatewayId(idNumber, at, Uint8Array.from(draw.next().subarray(0, 8)))
  }
  const completed = (value: unknown, name = ''): unknown => {
    if (value === DRAWN_ID) return newId()
    if (isUndrawn(name, value)) return candidates(project, draw)
    if (Array.isArray(value)) return value.map((each) => completed(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([member, each]) => [member, completed(each, member)]),
    )
  }
  return completed(input) as T
}

function candidates(project: Project, draw: Draw): CandidateNumber[] {
  const { vault, secrets } = project
  const found: CandidateNumber[] = []
  while (found.length < CANDIDATES) {
    const digits = draw.next().readUIntBE(0, 6) % NINE_DIGITS
    const pan = issuePan(secrets.product.bin, String(digits).padStart(9, '0'))
    if (isReserved(pan)) continue
    found.push({ hash: vault.numberHash(pan), sealed: vault.seal(pan), mask: maskPan(pan) })
  }
  return found
}
