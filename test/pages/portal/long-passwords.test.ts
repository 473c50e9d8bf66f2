// A password of the maximum length. Characters beyond it are ignored, so that no text takes too
// long to check.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { oneDatabase } from '../../kit/databases.ts'
import { type HostedSandbox, type Person, startHosted } from '../../kit/person.ts'

const EMAIL = 'long@example.com'
const LONGEST = 'abcdefghij'.repeat(20)

describe('A password of 200 characters', () => {
  let hosted: HostedSandbox
  let person: Person
  before(async () => {
    hosted = await startHosted(oneDatabase)
    person = hosted.visitor()
    await person.submit(await person.page('/account/sign-up'), 'sign-up', { email: EMAIL })
    const { path } = await hosted.emailTo(EMAIL)
    await person.done(await person.page(path), 'password', { password: LONGEST })
  })
  after(() => hosted.sandbox.close())

  // prettier-ignore
  const TYPED: readonly (readonly [typed: string, isRight: boolean])[] = [
    [LONGEST,                true],
    [`${LONGEST}x`,          true],
    [LONGEST.slice(0, -1),   false],
    [`x${LONGEST}`,          false],
  ]
  for (const [password, isRight] of TYPED)
    test(`is ${isRight ? 'correct' : 'wrong'} if ${password.length} characters ending with ${password.at(-1)} are typed`, async () => {
      const { status } = await hosted
        .visitor()
        .post('/account/log-in', { email: EMAIL, password, next: '/p' })
      assert.equal(status, isRight ? 303 : 422)
    })

  test('is confirmed by its first 200 characters', async () => {
    const page = await person.page('/account')
    const change = async (current: string) =>
      (await person.submit(page, 'change-password', { current, password: LONGEST })).status
    assert.deepEqual([await change(LONGEST.slice(1)), await change(`${LONGEST}x`)], [422, 303])
  })
})
