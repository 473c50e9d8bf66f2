// Detects that a leg was sent from an outdated page. Its form contains the state of the
// authorisation when the page was opened.

import { AUTHORISATION_STATUSES } from '../../../authorisations/authorisation.ts'
import { badge } from '../../../web/html/components.ts'
import type { Html } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { type ShownAuthorisation, statusBadge } from '../labels/authorisation-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { type Change, staleNotice } from '../parts/stale-notice.ts'

/** Every change adds a leg. The other values show what changed. */
export const seenState = ({ status, held, cleared, refunded, legs }: ShownAuthorisation): string =>
  [status, legs.length, held, cleared, refunded].join('.')

const SEEN_PATTERN = /^([a-zA-Z]{1,20})\.\d{1,3}\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/

export const staleLegNotice = (
  undone: string,
  seen: string,
  authorisation: ShownAuthorisation,
): Html => staleNotice({ of: 'authorisation', undone, changes: changesSince(seen, authorisation) })

/** The changes since the page was opened; none if the form does not contain its state. */
function changesSince(seen: string, authorisation: ShownAuthorisation): readonly Change[] {
  const [, name, ...sums] = SEEN_PATTERN.exec(seen) ?? []
  const status = AUTHORISATION_STATUSES.find((each) => each === name)
  if (status === undefined) return []
  const { kind, currency, held, cleared, refunded } = authorisation
  const money = (minor: number) => amount(moneyOf(minor, currency))
  const changes = [
    ['Held', sums[0], held],
    ['Cleared', sums[1], cleared],
    ['Refunded', sums[2], refunded],
  ] as const
  return [
    ...(status === authorisation.status
      ? []
      : [
          {
            what: 'Status',
            then: badge(...statusBadge({ status, kind })),
            now: badge(...statusBadge(authorisation)),
          },
        ]),
    ...changes.flatMap(([what, then, now]) =>
      Number(then) === now ? [] : [{ what, then: money(Number(then)), now: money(now) }],
    ),
  ]
}
