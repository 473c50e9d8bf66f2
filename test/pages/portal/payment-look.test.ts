// The merchant's logo and colour in the settings of the portal.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projectCall } from '../../kit/control.ts'
import { onPortal, type Portal, wordsOf } from '../../kit/portal.ts'
import { postFile } from '../../kit/post-file.ts'

const PNG = Buffer.from('89504e470d0a1a0a00ff', 'hex')

const saveLook = (
  { base, sandbox }: Portal,
  fields: Readonly<Record<string, string>>,
  bytes?: Uint8Array<ArrayBuffer>,
  type = 'image/png',
) => {
  const file = bytes && new File([bytes], 'logo.png', { type })
  return postFile(`${sandbox.url}${base}/settings/look`, { fields, name: 'logoFile', file })
}

const savedLogo = async ({ sandbox, merchant }: Portal): Promise<unknown> => {
  const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
  const { json } = await call('GET', '/control/v1/project')
  return (json as { settings: Record<string, unknown> }).settings['merchantLogo']
}

onPortal('The look of the payment page', (at) => {
  test('has the logo of a selected file, and the text without a file', async () => {
    const { portal } = at
    const saved = await saveLook(portal, { merchantLogo: 'replaced' }, new Uint8Array(PNG))
    assert.equal(saved.status, 303)
    assert.equal(await savedLogo(portal), PNG.toString('base64'))
    await saveLook(portal, { merchantLogo: PNG.toString('base64'), merchantColour: '#0c5a61' })
    assert.equal(await savedLogo(portal), PNG.toString('base64'))
    const settings = await portal.page(`${portal.base}/settings`)
    assert.match(settings, /<img src="data:image\/png;base64,[^"]+" alt="Your logo"/)
    await saveLook(portal, { merchantLogo: '' })
    assert.doesNotMatch(await portal.page(`${portal.base}/settings`), /Your logo"/)
    assert.equal(await savedLogo(portal), null)
  })

  test('refuses large files and other types at the field, and keeps the input', async () => {
    const { portal } = at
    const large = new Uint8Array(Buffer.concat([PNG, Buffer.alloc(8192)]))
    const svg = new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    for (const [bytes, type] of [
      [large, 'image/png'],
      [svg, 'image/svg+xml'],
      [svg, 'text/plain'],
    ] as const) {
      const { status, text } = await saveLook(portal, { merchantColour: '#123456' }, bytes, type)
      assert.equal(status, 422)
      assert.match(wordsOf(text), /Logo ?: Select a PNG, JPEG or WebP image of up to 8,192 bytes\./)
      assert.match(text, /value="#123456"/)
    }
    assert.equal(await savedLogo(portal), null)
  })
})
