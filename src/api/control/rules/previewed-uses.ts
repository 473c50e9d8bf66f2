// The newest simulated authorisations of issued cards, and the results that outcome rules would
// produce.

import { Type, type Static } from '../../../web/http/schemas/type.ts'
import { ASKED_KINDS, type AskedKind } from '../../../authorisations/authorisation.ts'
import { numericCode } from '../../../ledger/currency.ts'
import { type Decline, declineRow } from '../../../ledger/decline.ts'
import { APPROVED_ACTION_CODE } from '../../../payments/authorisation/action-code.ts'
import type { OutcomeRule } from '../../../payments/methods/outcome-rules.ts'
import type { OutcomeSubject } from '../../../payments/methods/rule-condition.ts'
import { declineByRule } from '../../../payments/methods/rule-movement.ts'
import { type AuthorisationRow, authorisationsPage } from '../../../store/reads/authorisations.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { Currency } from '../schemas.ts'

export const PreviewedUse = Type.Object(
  {
    id: Type.String(),
    cardId: Type.String(),
    numberMask: Type.String(),
    kind: Type.Enum([...ASKED_KINDS]),
    amount: Type.Integer({
      description: "Requested amount in the merchant's currency, minor units",
    }),
    currency: Currency,
    merchant: Type.String(),
    approved: Type.Boolean({ description: 'The actual answer' }),
  },
  { description: 'A simulated authorisation' },
)

/** An authorisation to which a rule can apply. */
export interface SimulatedUse {
  readonly row: AuthorisationRow
  readonly kind: AskedKind
  readonly at: number
  readonly subject: OutcomeSubject
}

/** The newest authorisations that a merchant requested. */
export async function newestUses(
  read: ProjectCall['read'],
  limit: number,
): Promise<readonly SimulatedUse[]> {
  const { items } = await read(authorisationsPage, { source: 'simulation', limit })
  return items.flatMap((row) => {
    const kind = ASKED_KINDS.find((asked) => asked === row.authorisation.kind)
    return kind === undefined ? [] : [usedAs(row, kind)]
  })
}

function usedAs(row: AuthorisationRow, kind: AskedKind): SimulatedUse {
  const { authorisation, numberMask: mask } = row
  const { createdAt: at, currency, cardId, details } = authorisation
  const { merchantName: name, merchantId: id, mcc } = details.merchant
  const subject: OutcomeSubject = {
    api: 'simulation',
    operation: 'simulateAuthorisation',
    at,
    merchant: { name, id, mcc },
    order: { amount: askedAmount(row), currency },
    card: { kind: 'issued', mask, cardId },
  }
  return { row, kind, at, subject }
}

const askedAmount = ({ authorisation: { details } }: AuthorisationRow): number =>
  details.askedAmount ?? details.merchantAmounts.amount

export const previewedUse = ({ row, kind }: SimulatedUse): Static<typeof PreviewedUse> => {
  const { authorisation, numberMask } = row
  const { id, cardId, currency, details } = authorisation
  return {
    id: String(id),
    cardId: String(cardId),
    numberMask,
    kind,
    amount: askedAmount(row),
    currency: numericCode(currency),
    merchant: details.merchant.merchantName,
    approved: declineOf(row) === undefined,
  }
}

const declineOf = ({ authorisation }: AuthorisationRow): Decline | undefined =>
  authorisation.legs[0]?.decline

const actionCodeOf = ({ code, actionCode }: Decline): number =>
  actionCode ?? declineRow(code).actionCode

/**
 * The result of the rule, null without a rule, and whether it differs from the actual result. If a
 * rule approves, the card's own checks decide, as they do without a rule.
 */
export function ruledUse(
  { row }: SimulatedUse,
  rule: OutcomeRule | undefined,
): { readonly actionCode: number | null; readonly changes: boolean } {
  const actual = declineOf(row)
  const declined = rule && declineByRule(rule, { side: 'source', amount: askedAmount(row) })
  if (declined === undefined)
    return {
      actionCode: rule === undefined ? null : APPROVED_ACTION_CODE,
      changes: actual?.code === 'by-rule',
    }
  const actionCode = actionCodeOf(declined)
  const isSame = actual !== undefined && actionCodeOf(actual) === actionCode
  return { actionCode, changes: !isSame }
}
