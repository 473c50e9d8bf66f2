// Cardholders and accounts on the portal: every cent is linked to its cause, and the file contains
// the same data as the page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, wordsOf } from '../../kit/portal.ts'
import { issueCard, projectCall, topUp } from '../../kit/control.ts'

onPortal('The ledger and the cardholders of the portal', (at) => {
  test('link from the accounts to a statement, from there to an entry, its card and its cardholder', async () => {
    const { portal } = at
    const { sandbox, merchant, base } = portal
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    const card = await issueCard(call)
    await topUp(call, card, 5000)
    const account = card.account.accountNumber

    const accounts = await portal.page(`${base}/ledger`)
    assert.match(wordsOf(accounts), /trial balance 0/)
    assert.match(wordsOf(accounts), /EUR 2 50\.00 EUR 50\.00 EUR 0\.00 EUR/)
    assert.match(wordsOf(accounts), /Funding account funding-978 50\.00 EUR debit/)
    assert.match(wordsOf(accounts), /Anna Berg \d{20} 50\.00 EUR credit/)
    const own = wordsOf(await portal.page(`${base}/ledger?filter=own`))
    assert.match(own, /Funding account/)
    assert.doesNotMatch(own, /Anna Berg/)
    const customers = wordsOf(await portal.page(`${base}/ledger?filter=customers`))
    assert.doesNotMatch(customers, /Funding account/)
    const listed = (await portal.get(`${base}/ledger.csv?filter=own`)).text
    assert.match(
      listed,
      /^account,name,kind,cardholder_id,currency,posted,held,available\r\nfunding-978,Funding account,funding,,EUR,.?-50\.00,0\.00,.?-50\.00\r\n$/,
    )
    const statement = await portal.page(`${base}/ledger/${account}`)
    assert.match(wordsOf(statement), /top-up .* 50\.00 EUR credit 50\.00 EUR credit/)
    const filtered = async (query: string) =>
      wordsOf(await portal.page(`${base}/ledger/${account}?${query}`))
    assert.match(
      await filtered('kind=topup&from=2000-01-01'),
      /50\.00 EUR credit 50\.00 EUR credit/,
    )
    assert.match(await filtered('kind=transfer'), /Nothing matches|Clear filters/)
    assert.match(await filtered('until=2000-01-01'), /Nothing matches|Clear filters/)
    const [, entry = ''] = /href="([^"]*\/ledger\/entries\/\d+)"/.exec(statement) ?? []
    const page = await portal.page(entry)
    assert.match(
      wordsOf(page),
      new RegExp(`Funding account funding-978 50.00 EUR Anna Berg ${account} 50.00 EUR`),
    )
    assert.ok(page.includes(`${base}/cards/${card.id}`))
    assert.ok(statement.includes(`${base}/cards/${card.id}`))

    for (const other of [`${entry}x`, entry.replace(/(\d+)$/, '0$1')])
      assert.equal((await portal.get(other)).status, 404, other)

    const file = await portal.get(`${base}/ledger/${account}.csv`)
    assert.match(
      file.text,
      /^entry_id,at,kind,order_id,currency,amount,balance\r\n\d+,[^,]+,topup,,EUR,50\.00,50\.00\r\n$/,
    )
    const [, person = ''] = /href="([^"]*\/cardholders\/\d+)"/.exec(statement) ?? []
    assert.match(wordsOf(await portal.page(person)), /Anna Berg .*active/)
    assert.ok((await portal.page(`${base}/cardholders`)).includes(person))
  })

  test('return 404 for an unknown account, entry or cardholder', async () => {
    const { portal } = at
    for (const path of [
      '/ledger/funding-840',
      '/ledger/nobody',
      '/ledger/entries/0',
      '/ledger/entries/01',
      '/ledger/entries/x1',
      '/ledger/entries/1234567890123456',
      '/ledger/nobody.csv',
      '/cardholders/1',
    ])
      assert.equal((await portal.get(portal.base + path)).status, 404, path)
  })

  test('create and edit cardholders with forms, and interface B returns them', async () => {
    const { portal } = at
    const { base, merchant, sandbox } = portal
    const page = await portal.page(`${base}/cardholders`)
    const person = {
      firstName: 'Grace',
      lastName: "O'Neill",
      phoneNumber: '+35312345678',
      country: 'IE',
      postalCode: 'D02',
    }
    const made = await portal.done(page, 'register', { ...person, dateOfBirth: '1990-05-17' })
    assert.match(wordsOf(made), /Grace O'Neill .*Registered .*\+35312345678 .*1990-05-17 .*IE/)
    const changed = await portal.done(made, 'edit', { city: 'Dublin', firstName: 'Grainne' })
    assert.match(wordsOf(changed), /Grainne O'Neill .*Saved/)
    const [, id = ''] = /action="[^"]*\/cardholders\/(\d+)\/edit"/.exec(changed) ?? []
    const headers = { 'x-api-key': merchant.project.secrets.interfaceB.apiKey }
    const read = await sandbox.call('GET', `/v2/cardholders/${id}`, { headers })
    assert.deepEqual(read.json, {
      id,
      firstName: 'Grainne',
      lastName: "O'Neill",
      phoneNumber: '+35312345678',
      dateOfBirth: '1990-05-17',
      billingAddress: { country: 'IE', postalCode: 'D02', city: 'Dublin' },
      status: 'active',
    })
  })

  // prettier-ignore
  const WRONG: readonly (readonly [fields: Readonly<Record<string, string>>, says: RegExp])[] = [
    [{ firstName: '' },               /First name : Enter 1 to 100 characters/],
    [{ lastName: 'x'.repeat(101) },   /Last name : Enter 1 to 100 characters/],
    [{ phoneNumber: '12345' },        /Phone : Enter a number such as/],
    [{ country: 'cy' },               /Country : Enter two capital letters/],
    [{ postalCode: '' },              /Postal code : Enter 1 to 20 characters/],
    [{ email: 'ann@example' },        /Email : Enter an email address/],
    [{ dateOfBirth: '17.5.1990' },    /Date of birth : Enter a date/],
    [{ dateOfBirth: '2999-01-01' },   /Date of birth : /],
  ]
  test('keep invalid input, and create or change no cardholder', async () => {
    const { portal } = at
    const list = await portal.page(`${portal.base}/cardholders`)
    const person = {
      firstName: 'Ada',
      lastName: 'Wrong',
      phoneNumber: '+35700000009',
      country: 'CY',
      postalCode: '3000',
    }
    for (const [fields, says] of WRONG) {
      const { status, text } = await portal.submit(list, 'register', { ...person, ...fields })
      assert.equal(status, 422, JSON.stringify(fields))
      assert.match(wordsOf(text), says)
      assert.match(text, /value="Wrong"|value="x{101}"|autofocus/)
    }
    assert.doesNotMatch(await portal.page(`${portal.base}/cardholders`), /Ada/)
    const [, someone = ''] = /href="([^"]*\/cardholders\/\d+)"/.exec(list) ?? []
    const page = await portal.page(someone)
    const wrong = await portal.submit(page, 'edit', { country: 'Cyprus' })
    assert.equal(wrong.status, 422)
    assert.equal(wordsOf(await portal.page(someone)), wordsOf(page))
  })
})
