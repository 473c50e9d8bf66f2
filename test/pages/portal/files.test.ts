// The lists of a project as CSV files, with a column for each field of their records.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, issueCard, projectCall, topUp } from '../../kit/control.ts'
import { onPortal } from '../../kit/portal.ts'

onPortal('A list without filters', (at) => {
  const file = async (path: string): Promise<readonly (readonly string[])[]> => {
    const { status, text, headers } = await at.portal.get(`${at.portal.base}${path}`)
    assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
    assert.match(String(headers['content-type']), /^text\/csv/)
    assert.match(String(headers['content-disposition']), /^attachment; filename="[\w-]+\.csv"$/)
    return text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
  }

  test('is exported as CSV, with a link on its page', async () => {
    const { sandbox, merchant, base } = at.portal
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    const make = async (path: string, body: object, status = 201) =>
      bodyOf<{ readonly id: string }>(await call('POST', `/control/v1${path}`, body), status)
    const card = await issueCard(call)
    await topUp(call, card, 500)
    await topUp(call, card, 700)
    const receiver = await make('/receivers', { answers: [500, 200] })
    const webhook = await make('/webhooks', {
      url: 'http://127.0.0.1:9/=1+1',
      events: ['card.*', 'order.*'],
    })
    await make(`/webhooks/${webhook.id}/test`, {}, 202)
    await make('/snapshots', { name: 'before' })
    await make('/outcome-rules', { match: { panSuffix: '9999' }, outcome: { actionCode: 116 } })
    await make('/faults', { kind: 'truncate', api: 'C', times: 2 })

    // prettier-ignore
    const FILES: readonly (readonly [page: string, file: string, rows: number, header: RegExp, row: RegExp])[] = [
      ['/callbacks/receivers', '/callbacks/receivers.csv', 1, /^id,url,answers,delay_ms,received,created_at$/, /500 200,0,0/],
      [`/callbacks/receivers/${receiver.id}`, `/callbacks/receivers/${receiver.id}.csv`, 0, /^number,at,method,path,headers,body/, /^$/],
      ['/callbacks/webhooks', '/callbacks/webhooks.csv', 1, /^id,url,events,state,created_at,old_secret_ends_at$/, /card\.\* order/],
      [`/callbacks/webhooks/${webhook.id}`, `/callbacks/webhooks/${webhook.id}.csv`, 1, /^id,message_id,type,state,payload/, /test/],
      ['/snapshots', '/snapshots.csv', 1, /clock_now,clock_frozen,rows/, /before/],
      ['/rules', '/rules.csv', 1, /match/, /9999/],
      ['/faults', '/faults.csv', 1, /^id,kind/, /truncate/],
      ['/authorisations/decisions', '/authorisations/decisions.csv', 0, /exchange_http_status,exchange_latency_ms/, /^$/],
      [`/cards/${card.id}`, `/cards/${card.id}/history.csv`, 2, /^id,/, /topup/],
    ]
    for (const [shown, path, rows, header, row] of FILES) {
      assert.ok(
        (await at.portal.page(base + shown)).includes(`href="${base}${path}" download`),
        shown,
      )
      const [head, ...records] = await file(path)
      assert.match(head?.join(',') ?? '', header, path)
      assert.equal(records.length, rows, path)
      assert.match(records[0]?.join(',') ?? '', row, path)
    }
  })

  test('has no file for a record that does not exist', async () => {
    for (const path of ['receivers/none', 'webhooks/none'])
      assert.equal((await at.portal.get(`${at.portal.base}/callbacks/${path}.csv`)).status, 404)
    const { status } = await at.portal.get(`${at.portal.base}/cards/none/history.csv`)
    assert.equal(status, 422)
  })
})
