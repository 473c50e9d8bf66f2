// Importing cards and cardholders on the portal: the preview, errors that keep the text, results.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, type Portal, wordsOf } from '../../kit/portal.ts'
import { postFile } from '../../kit/post-file.ts'

const PEOPLE =
  'first_name,last_name,phone_number\nAnn,Dune,+35700000001\nBen,"Roe, jr.",+35700000002\n'

const upload = (
  { sandbox }: Portal,
  path: string,
  fields: Readonly<Record<string, string>>,
  csv?: Uint8Array<ArrayBuffer>,
) => {
  const file = csv && new File([csv], 'people.csv', { type: 'text/csv' })
  return postFile(sandbox.url + path, { fields, name: 'file', file })
}

onPortal('The import of the portal', (at) => {
  test('shows a preview of pasted rows, and imports them with the second button', async () => {
    const { portal } = at
    const path = `${portal.base}/cardholders/import`
    const preview = await upload(portal, path, { csv: PEOPLE, do: 'preview' })
    assert.equal(preview.status, 200)
    assert.match(
      wordsOf(preview.text),
      /Preview: 2 cardholders Import 2 cardholders .* 2 Ann Dune \+35700000001 3 Ben Roe, jr\. \+35700000002 .* Preview/,
    )
    assert.match(preview.text, /&quot;Roe, jr\.&quot;,\+35700000002/)
    const none = wordsOf(await portal.page(`${portal.base}/cardholders`))
    assert.doesNotMatch(none, /Ann Dune/)
    const done = await upload(portal, path, { csv: PEOPLE, do: 'import' })
    assert.equal(done.status, 303)
    const list = wordsOf(await portal.page(done.location))
    assert.match(list, /Imported 2 cardholders .* Ben Roe, jr\. .* Ann Dune/)
  })

  test('previews an uploaded file before it imports it', async () => {
    const { portal } = at
    const path = `${portal.base}/cards/import`
    const file = new TextEncoder().encode(
      '\uFEFFfirst_name;last_name;phone_number;initial_balance\r\nZoë;Dune;+35700000003;12.50\r\n',
    )
    const preview = await upload(portal, path, { csv: 'old text', do: 'import' }, file)
    assert.match(wordsOf(preview.text), /Preview: 1 card Import 1 card .* 2 Zoë Dune 12\.50 EUR/)
    const csv = /<textarea[^>]*>\n([^]*?)<\/textarea>/.exec(preview.text)?.[1] ?? ''
    const done = await upload(portal, path, { csv, do: 'import' })
    assert.match(
      wordsOf(await portal.page(done.location)),
      /Imported 1 card .* ZOË DUNE active .* 12\.50 EUR/,
    )
  })

  test('reports line and column of each error, and keeps the text', async () => {
    const { portal } = at
    const path = `${portal.base}/cards/import`
    for (const [csv, said] of [
      ['', /Rows : Select a file or paste rows\./],
      [
        'first_name,last_name,phone_number\nAnn,<b>,12\n,Roe,34\n',
        /Rows : Line 2: phone_number must be a plus sign and 7 to 15 digits\. And 2 more\. .*Line 3: first_name is required/,
      ],
      [
        'name\nAnn\n',
        /Line 1: name is an unknown column; the columns are cardholder_id, first_name,/,
      ],
    ] as const) {
      const { status, text } = await upload(portal, path, { csv, do: 'preview' })
      assert.equal(status, 422)
      assert.match(wordsOf(text), said)
      assert.match(text, /<a href="#import-csv">/)
      if (csv.includes('<b>')) assert.match(text, /Ann,&lt;b&gt;,12\r?\n,Roe,34/)
    }
    const latin1 = Uint8Array.from(Buffer.from('first_name\nZo\u00EB\n', 'latin1'))
    const refused = await upload(portal, path, { csv: '', do: 'preview' }, latin1)
    assert.match(wordsOf(refused.text), /Line 2: the text is not UTF-8\./)
  })

  test('imports an exported list of cardholders with the same values', async () => {
    const { portal } = at
    const csv =
      'first_name,last_name,phone_number,country,postal_code,city,line1,email,date_of_birth\n' +
      'Éva,"O\'Neil, jr.",+35700000009,CY,3000,=Nicosia,"Main ""A"" 1",eva@example.com,1990-05-17\n'
    const path = `${portal.base}/cardholders/import`
    await upload(portal, path, { csv, do: 'import' })
    const exported = (await portal.get(`${portal.base}/cardholders.csv?person=neil`)).text
    assert.match(exported, /'\+35700000009.*'=Nicosia/)
    const done = await upload(portal, path, { csv: exported, do: 'import' })
    assert.match(done.location, /rows=1$/)
    const twice = (await portal.get(`${portal.base}/cardholders.csv?person=neil`)).text
    const [, one = '', other = ''] = twice.split('\r\n')
    const values = (row: string) => row.replace(/(,[^,]*){3}$/, '')
    assert.equal(values(one), values(other))
  })

  test('shows which columns are required', async () => {
    const { portal } = at
    const people = wordsOf(await portal.page(`${portal.base}/cardholders/import`))
    assert.match(
      people,
      / phone_number a plus sign and 7 to 15 digits required country a country code/,
    )
    const cards = wordsOf(await portal.page(`${portal.base}/cards/import`))
    assert.match(
      cards,
      / a plus sign and 7 to 15 digits required unless cardholder_id is given country a country/,
    )
  })

  test('offers an example that can be imported unchanged', async () => {
    const { portal } = at
    for (const [list, count] of [
      ['cards', '2 cards'],
      ['cardholders', '2 cardholders'],
    ] as const) {
      const { headers, text } = await portal.get(`${portal.base}/${list}/example.csv`)
      assert.match(String(headers['content-disposition']), new RegExp(`filename="${list}.csv"`))
      const { text: page } = await upload(portal, `${portal.base}/${list}/import`, { csv: text })
      assert.match(wordsOf(page), new RegExp(`Preview: ${count}`))
    }
  })

  test('refuses a malformed upload and one that is too large', async () => {
    const { portal } = at
    const path = `${portal.base}/cards/import`
    const broken = await portal.sandbox.call('POST', path, {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'no parts',
    })
    assert.equal(broken.status, 400)
    const long = await upload(portal, path, { csv: 'x'.repeat(1_000_001), do: 'preview' })
    assert.match(wordsOf(long.text), /The file has more than 1,000,000 characters\. Split it\./)
    const large = await upload(portal, path, { csv: 'x'.repeat(5_000_000), do: 'preview' })
    assert.equal(large.status, 400)
  })
})
