// Input in the forms of a card's page: the longest and shortest valid values, and invalid values,
// which are reported at their field.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueCard, projectCall, topUp } from '../../kit/control.ts'
import { newMerchant } from '../../kit/merchant.ts'
import { onPortal, type Portal, portalOf } from '../../kit/portal.ts'

interface Cards {
  readonly id: string
  readonly other: string
}

interface CardField {
  readonly form: string
  readonly field: string
  readonly beside?: Readonly<Record<string, string>>
  readonly takes: readonly string[]
  readonly refuses: readonly string[]
}

const NO_AMOUNTS = ['', 'x', 'x1', '1x', '-1', '1.', '.5', '1,001', '1.001', '9999999999999']

// prettier-ignore
const fieldsOf = ({ id, other }: Cards): readonly CardField[] => [
  { form: 'pay',      field: 'amount',     beside: { stages: 'one' }, takes: ['0.01', ' 1 '], refuses: [...NO_AMOUNTS, '0', '0.00'] },
  { form: 'topup',    field: 'amount',     takes: ['0.01', '1', ' 1.5 ', '999.99'],           refuses: [...NO_AMOUNTS, '0', '0.00'] },
  { form: 'transfer', field: 'amount',     beside: { to: other },     takes: ['0.01'],        refuses: [...NO_AMOUNTS, '0'] },
  { form: 'transfer', field: 'to',         beside: { amount: '0.01' }, takes: [other],        refuses: ['', 'x', '0', id, `x${other}`, `${other}x`, '1'.repeat(16)] },
  { form: 'limit',    field: 'amount',     beside: { limit: 'LMTP0109' }, takes: ['1', '500.50'], refuses: NO_AMOUNTS },
  { form: 'pin',      field: 'pin',        takes: ['1234', '123456789012'],                   refuses: ['', '123', '1234567890123', '12a4', 'x1234', '1234x', '12 34'] },
  { form: 'fail',     field: 'actionCode', takes: ['208'],                                    refuses: ['', '0', 'x208', '208x', '2.8', '12345678'] },
]

onPortal("The input of a card's forms", (at) => {
  let portal: Portal
  let cards: Cards
  before(async () => {
    const merchant = await newMerchant(at.portal.sandbox)
    portal = portalOf(at.portal.sandbox, merchant)
    const call = projectCall(portal.sandbox, merchant.project.secrets.interfaceB.apiKey)
    const [card, other] = [await issueCard(call), await issueCard(call)]
    await topUp(call, card, 100_000)
    cards = { id: card.id, other: other.id }
  })

  for (const { form, field } of fieldsOf({ id: '', other: '' }))
    test(`${field} of the form "${form}" is only accepted within its bounds`, async () => {
      const row = fieldsOf(cards).find((each) => each.form === form && each.field === field)
      assert.ok(row)
      const show = () => portal.page(`${portal.base}/cards/${cards.id}`)
      const submitted = (text: string, on: string) =>
        portal.submit(on, form, { ...row.beside, [field]: text })
      const shown = await show()
      for (const text of row.refuses) {
        const { status, text: answer } = await submitted(text, shown)
        assert.equal(status, 422, `"${text}" is refused`)
        assert.match(answer, /aria-invalid="true"/, `"${text}" is refused at its field`)
      }
      for (const text of row.takes) {
        // Accepted values change the page.
        const { status } = await submitted(text, await show())
        assert.equal(status, 303, `"${text}" is taken`)
      }
    })
})
