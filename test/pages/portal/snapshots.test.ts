// The snapshots page: takes, restores, copies, downloads, uploads and deletes snapshots.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { onPortal } from '../../kit/portal.ts'
import { postFile } from '../../kit/post-file.ts'

onPortal('The snapshots page', (at) => {
  const call = () => {
    const { sandbox, merchant } = at.portal
    return projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
  }
  const names = async (): Promise<string[]> => {
    const answer = await call()('GET', '/control/v1/snapshots')
    return bodyOf<{ items: { name: string }[] }>(answer, 200).items.map(({ name }) => name)
  }
  const page = async () => (await at.portal.sandbox.call('GET', `${at.portal.base}/snapshots`)).text

  test('takes, restores, copies and deletes a snapshot', async () => {
    const { portal } = at
    const taken = await portal.submit(await page(), 'take', { name: 'before tests' })
    assert.equal(
      taken.headers['location'],
      `${at.portal.base}/snapshots?did=taken&name=before+tests`,
    )
    assert.deepEqual(await names(), ['before tests'])
    const restored = await portal.submit(await page(), 'restore-form-0')
    assert.match(String(restored.headers['location']), /did=restored/)
    const copied = await portal.submit(await page(), 'copy-form-0', { name: 'copy' })
    assert.match(String(copied.headers['location']), /^\/p\/prj_/)
    const deleted = await portal.submit(await page(), 'delete-form-0')
    assert.match(String(deleted.headers['location']), /did=deleted/)
    assert.deepEqual(await names(), [])
  })

  test('refuses an invalid name and keeps it, and a name that is taken', async () => {
    const { portal } = at
    const invalid = await portal.submit(await page(), 'take', { name: '<b>' })
    assert.equal(invalid.status, 422)
    assert.match(invalid.text, /value="&lt;b&gt;"/)
    await portal.submit(await page(), 'take', { name: 'twice' })
    const taken = await portal.submit(await page(), 'take', { name: 'twice' })
    assert.equal(taken.status, 422)
    assert.match(taken.text, /Delete the snapshot of this name first/)
    await portal.submit(await page(), 'delete-form-0')
  })

  test('downloads a file that can be uploaded, and refuses another one', async () => {
    const { portal } = at
    const { sandbox, base } = portal
    await portal.submit(await page(), 'take', { name: 'file 1' })
    const { status, text } = await sandbox.call('GET', `${base}/snapshots/file%201/file`)
    assert.equal(status, 200)
    const upload = (content: string, name: string) =>
      postFile(`${sandbox.url}${base}/snapshots/upload`, {
        fields: { name },
        name: 'file',
        file: new File([content], 'a.sandcard-snapshot'),
      })
    assert.match((await upload(text, 'file 2')).location, /did=uploaded/)
    assert.deepEqual((await names()).sort(), ['file 1', 'file 2'])
    const refused = await upload('{}', 'file 3')
    assert.equal(refused.status, 422)
    assert.match(refused.text, /fewer than two lines/)
  })
})
