// Return URLs: web URLs, app URLs, and host names beyond ASCII.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardForm, onGateway, orderForm } from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { answerChallenge } from '../reference/gateway-examples.ts'

const APP_URLS = [
  'sdk://done',
  'myapp://payment/done',
  'com.example.shop://pay',
  'intent://done?a=1',
]
const UNSAFE_SCHEMES = ['javascript', 'data', 'vbscript', 'file', 'blob', 'about']

onGateway('A return URL', (at) => {
  for (const returnUrl of APP_URLS)
    test(`may be the URL of an app: ${returnUrl}`, async () => {
      const orderId = await at.merchant.register({ returnUrl })
      const query = `${returnUrl.includes('?') ? '&' : '?'}orderId=${orderId}&lang=en`
      assert.equal((await at.merchant.pay(orderId))['redirect'], returnUrl + query)
    })

  test('is used by failed payments, the payment page and 3-D Secure if it belongs to an app', async () => {
    const urls = { returnUrl: 'sdk://done', failUrl: 'myapp://failed' }
    const failed = await at.merchant.register(urls)
    const declined = await at.merchant.pay(failed, { $PAN: TEST_CARDS.declined })
    assert.equal(declined['redirect'], `myapp://failed?orderId=${failed}&lang=en`)

    const { userName } = at.merchant.project.secrets.interfaceC
    const page = await at.sandbox.call(
      'GET',
      `/payment/merchants/${userName}/payment_en.html?mdOrder=${failed}`,
    )
    assert.match(String(page.headers['content-security-policy']), /form-action 'self' sdk: myapp:/)
    assert.ok(page.text.includes(`href="myapp://failed?orderId=${failed}&amp;lang=en"`), page.text)

    const challenged = await at.merchant.register(urls)
    await at.merchant.pay(challenged, { $PAN: TEST_CARDS.challengeV1 })
    const PaRes = await answerChallenge(at.sandbox, at.merchant.project, challenged)
    const back = await at.sandbox.call('POST', '/payment/rest/finish3ds.do', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ MD: challenged, PaRes }).toString(),
    })
    assert.equal(back.headers['location'], `sdk://done?orderId=${challenged}&lang=en`)
  })

  for (const scheme of UNSAFE_SCHEMES)
    test(`cannot have the scheme ${scheme}`, async () => {
      for (const returnUrl of [
        `${scheme}:alert(1)`,
        `${scheme}://a/b`,
        `${scheme.toUpperCase()}://a`,
      ])
        for (const form of [{ returnUrl }, { failUrl: returnUrl }]) {
          const { errorCode } = await at.merchant.callOk('register', { ...orderForm, ...form })
          assert.equal(errorCode, '5', JSON.stringify(form))
        }
    })

  test('is returned in punycode if the host name is international', async () => {
    for (const [returnUrl, expected] of [
      [
        'https://магазин.рф/успех',
        'https://xn--80aairftm.xn--p1ai/%D1%83%D1%81%D0%BF%D0%B5%D1%85?',
      ],
      ['http://u:p@Käse.example:8080?a=ü', 'http://u:p@xn--kse-qla.example:8080?a=%C3%BC&'],
      ['https://shop.example/ü', 'https://shop.example/%C3%BC?'],
      ['myapp://магазин', 'myapp://%D0%BC%D0%B0%D0%B3%D0%B0%D0%B7%D0%B8%D0%BD?'],
    ] as const) {
      const orderId = await at.merchant.register({ returnUrl })
      const { redirect } = await at.merchant.callOk('paymentorder', cardForm(orderId))
      assert.equal(redirect, `${expected}orderId=${orderId}&lang=en`)
    }
  })
})
