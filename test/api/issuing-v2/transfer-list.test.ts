import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type ListJson, assertProblem, issuerV2On } from '../../kit/issuer-v2.ts'

const ids = ({ transfers }: ListJson): string[] => transfers.map(({ id }) => id)

onEveryDatabase('The list of transfers of interface B', (database) => {
  const open = issuerV2On(database)

  test('is filtered by number, day and status, sorted newest first, and includes both days', async () => {
    const issuer = await open()
    await issuer.freezeClock('2030-03-10T00:00:00Z')
    const [ann, bob] = [await issuer.fundedCard(10_000), await issuer.fundedCard(10_000)]
    const eve = await issuer.newCard()
    const first = await issuer.transfer(ann, bob, 1)
    await issuer.freezeClock('2030-03-11T23:59:58Z')
    const second = await issuer.transfer(bob, ann, 2)
    const declined = await issuer.transfer(ann, bob, 50_000)
    await issuer.freezeClock('2030-03-12T00:00:00Z')
    const third = await issuer.transfer(ann, eve, 3)
    const all = [third, declined, second, first]
    const rows = [
      [{}, all],
      [{ statusFltr: 'approved' }, [third, second, first]],
      [{ statusFltr: 'declined' }, [declined]],
      [{ periodStartFltr: '2030-03-11' }, [third, declined, second]],
      [{ periodEndFltr: '2030-03-11' }, [declined, second, first]],
      [{ periodStartFltr: '2030-03-11', periodEndFltr: '2030-03-11' }, [declined, second]],
      [{ periodStartFltr: '2030-03-10', periodEndFltr: '2030-03-10' }, [first]],
      [{ periodStartFltr: '2030-03-13' }, []],
      [{ periodEndFltr: '0001-01-01' }, []],
      [{ periodEndFltr: '9999-12-31' }, all],
    ] as const
    for (const [filter, expected] of rows) {
      const list = await issuer.list({ cardNumberFltr: ann.number, ...filter })
      assert.deepEqual(list, { transfers: expected }, JSON.stringify(filter))
    }
    assert.deepEqual(await issuer.list({ cardNumberFltr: eve.number }), { transfers: [third] })
    assert.deepEqual(await issuer.list({ cardNumberFltr: '4000000000100026' }), { transfers: [] })
  })

  test('shows the expiry in the request, even if it was wrong', async () => {
    const issuer = await open()
    const [ann, bob] = [await issuer.newCard(), await issuer.newCard()]
    const sent = await issuer.transfer({ ...ann, expiryDate: '000101' }, bob, 1)
    assert.equal(sent.sourceCard.expiryDate, '000101')
    assert.deepEqual(await issuer.list({ cardNumberFltr: ann.number }), { transfers: [sent] })
  })

  test('contains a transfer from a card to itself once', async () => {
    const issuer = await open()
    const ann = await issuer.fundedCard(10)
    const same = await issuer.transfer(ann, ann, 1)
    assert.deepEqual(await issuer.list({ cardNumberFltr: ann.number }), { transfers: [same] })
  })

  test('is read in pages, with each transfer once and a cursor on all but the last', async () => {
    const issuer = await open()
    const [ann, bob] = [await issuer.fundedCard(1000), await issuer.newCard()]
    const made: string[] = []
    for (let amount = 1; amount <= 7; amount++)
      made.unshift((await issuer.transfer(ann, bob, amount)).id)
    for (const limit of [1, 3, 6, 7, 8, 1000]) {
      const seen: string[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const next = cursor === undefined ? {} : { cursor }
        const page = await issuer.list({
          cardNumberFltr: bob.number,
          limit: String(limit),
          ...next,
        })
        assert.ok(page.transfers.length > 0 && page.transfers.length <= limit)
        seen.push(...ids(page))
        cursor = page.nextCursor
        pages++
      } while (cursor !== undefined)
      assert.deepEqual(seen, made)
      assert.equal(pages, Math.ceil(7 / limit))
    }
  })

  test("refuses another project's cursor", async () => {
    const [mine, theirs] = [await open(), await open()]
    const [ann, bob] = [await mine.fundedCard(10), await mine.newCard()]
    for (const amount of [1, 2]) await mine.transfer(ann, bob, amount)
    const { nextCursor = '' } = await mine.list({ cardNumberFltr: ann.number, limit: '1' })
    assert.notEqual(nextCursor, '')
    const path = `/transfers?cardNumberFltr=${ann.number}&cursor=${nextCursor}`
    assertProblem(await theirs.call('GET', path), 400, 'invalid-query-parameter')
  })
})
