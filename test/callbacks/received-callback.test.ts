// A received callback as pasted into the verifier: a URL, a body or parameters.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readReceived } from '../../src/callbacks/received-callback.ts'

describe('A received callback', () => {
  const received = (text: string) =>
    readReceived(text)
      ?.parameters.map(([name, value]) => `${name}=${value}`)
      .join(' ')

  // prettier-ignore
  const FORMS: readonly (readonly [what: string, text: string, read: string | undefined])[] = [
    ['a URL', 'https://shop.example/callback?operation=deposited&status=1#top', 'operation=deposited status=1'],
    ['a log line', 'GET /callback?operation=deposited&status=1 HTTP/1.1', 'operation=deposited status=1'],
    ['a form after its headers', 'POST /callback?a=1 HTTP/1.1\nHost: shop.example\n\noperation=deposited&status=1', 'operation=deposited status=1'],
    ['a form with percent-encoded characters', 'name=M%C3%BCller+%26+Co&empty&x=', 'name=Müller & Co empty= x='],
    ['JSON', ' {"operation":"deposited","status":1} ', 'operation=deposited status=1'],
    ['the signed text', 'operation;deposited;status;1;', 'operation=deposited status=1'],
    ['the signed text without its end', 'operation;deposited;status;1', 'operation=deposited status=1'],
    ['a signed text with one value missing', 'operation;deposited;status', undefined],
    ['broken JSON', '{"operation":', undefined],
    ['JSON that is a list', '[1]', undefined],
    ['nothing', '  ', undefined],
    ['words', 'it did not work', undefined],
    ['only a checksum', 'checksum=00', undefined],
  ]
  for (const [what, text, read] of FORMS)
    test(`${read === undefined ? 'is not parsed' : 'is parsed'} from ${what}`, () =>
      assert.equal(received(text), read))

  test('has at most a hundred parameters', () => {
    const form = (count: number) =>
      Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')
    assert.equal(readReceived(form(100))?.parameters.length, 100)
    assert.equal(readReceived(form(101)), undefined)
    assert.equal(readReceived(`${form(100)}&checksum=00&sign_alias=a`)?.checksum, '00')
  })

  test('separates the parameters of the signature, and the signed text', () => {
    const { checksum, signAlias, coded, signedText } =
      readReceived('a=M%C3%BC&checksum=%2000%20&sign_alias=k') ?? {}
    assert.deepEqual(
      [checksum, signAlias, coded, signedText],
      ['00', 'k', [['a', 'M%C3%BC']], undefined],
    )
    assert.equal(readReceived('a;1;')?.signedText, 'a;1;')
    assert.equal(readReceived('a;b=1&c=2')?.signedText, undefined)
    assert.equal(readReceived('a b;1;')?.signedText, undefined)
  })
})
