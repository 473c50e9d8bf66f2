// Every email as an email client receives it: a plain-text and an HTML part with the same text, one
// button, and nothing that is loaded from a server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import PostalMime from 'postal-mime'
import * as emails from '../../src/users/emails.ts'
import { bySmtp, Mailer } from '../../src/users/mailer.ts'
import { mailServer } from '../kit/mail-server.ts'
import { wordsOf } from '../kit/portal.ts'
import { EMAIL_LINK, EMAIL_TO, SAMPLE_EMAILS } from '../kit/sample-emails.ts'

test('Every email has a plain-text and an HTML part with the same text, link and button', async (t) => {
  const server = await mailServer()
  t.after(() => server.close())
  const mailer = new Mailer(bySmtp(server.url, 'Sandcard <s@x.example>'), pino({ level: 'silent' }))
  for (const [name, [email, button]] of Object.entries(SAMPLE_EMAILS)) {
    mailer.sendLater(() => Promise.resolve(email))
    await mailer.idle()
    const source = server.received.at(-1)?.text ?? ''
    assert.match(source, /^Content-Type: multipart\/alternative;/m, name)
    const { subject, text = '', html = '', attachments } = await PostalMime.parse(source)
    assert.equal(subject, email.subject, name)
    assert.deepEqual(attachments, [], name)
    const plain = text.replaceAll('\r\n', '\n')
    if (button === undefined) assert.ok(!plain.includes(EMAIL_LINK), `${name}: ${plain}`)
    else assert.ok(plain.includes(`\n\n${button}:\n${EMAIL_LINK}\n\n`), `${name}: ${plain}`)
    const words = wordsOf(html.replaceAll('<wbr>', ''))
    for (const line of plain.split('\n').filter((each) => !/^(?:--)?$/.test(each)))
      assert.ok(
        words.includes(line.replace(/:$/, '').replaceAll('\u00A0', ' ')),
        `${name}: ${line}`,
      )
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
    assert.deepEqual(
      links,
      Array(button === undefined ? 0 : 2).fill(EMAIL_LINK.replace('&', '&amp;')),
      name,
    )
    assert.doesNotMatch(html, /<img|url\(|@import|<script|src=/, name)
  }
})

test('Names in an email are escaped in its HTML part', () => {
  const { html, text } = emails.invitationEmail(EMAIL_TO, EMAIL_LINK, {
    by: 'eve@example.com',
    project: `<b onclick='x'>&"free"`,
    role: 'viewer',
  })
  assert.ok(html.includes('&lt;b onclick=&#39;x&#39;&gt;&amp;&#39;free&#39;'))
  assert.ok(text.includes(`<b onclick='x'>&'free'`))
  assert.doesNotMatch(html, /<b /)
})

test('The status of a callback is not broken in an email', () => {
  const callback = { operation: 'deposited', failures: 3, result: 'HTTP 500' } as const
  const { text } = emails.failingCallbacksEmail(EMAIL_TO, EMAIL_LINK, { project: 'Shop', callback })
  assert.match(text, /Last result: HTTP\u00A0500\./)
})
