import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isLegibleUnderWhite, LOGO_BYTES_MAX, logoOf } from '../../src/payments/merchant-look.ts'

const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8 ')
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')

describe('A merchant logo', () => {
  const cases = [
    ['a PNG image', PNG, 'image/png'],
    ['a JPEG image', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['a WebP image', WEBP, 'image/webp'],
    [
      'an image of the maximum size',
      Buffer.concat([PNG, Buffer.alloc(LOGO_BYTES_MAX - PNG.length)]),
      'image/png',
    ],
    [
      'an image above the maximum size',
      Buffer.concat([PNG, Buffer.alloc(LOGO_BYTES_MAX)]),
      undefined,
    ],
    ['a RIFF file of another kind', Buffer.from('RIFF\0\0\0\0WAVEfmt '), undefined],
    ['an SVG image', Buffer.from('<svg/>'), undefined],
    ['a page', Buffer.from('<!doctype html>'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ] as const
  for (const [name, bytes, contentType] of cases)
    test(`${name} is ${contentType === undefined ? 'refused' : 'accepted'}`, () => {
      assert.equal(logoOf(bytes.toString('base64'))?.contentType, contentType)
    })

  test('a logo in malformed Base64 is refused', () => {
    assert.equal(logoOf(`${PNG.toString('base64')}!`), undefined)
  })
})

describe('A merchant colour', () => {
  const cases = [
    ['#000000', true],
    ['#0c5a61', true],
    ['#757575', true],
    ['#787878', false],
    ['#ffcc00', false],
    ['#ffffff', false],
  ] as const
  for (const [colour, isLegible] of cases)
    test(`${colour} is ${isLegible ? 'dark enough' : 'too light'} for white text`, () => {
      assert.equal(isLegibleUnderWhite(colour), isLegible)
    })
})
