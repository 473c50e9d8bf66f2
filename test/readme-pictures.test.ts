// The README's pictures exist, have an alternative text, are small and stay out of the package.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../', import.meta.url)
const FOLDER = 'docs/pictures/'
const BYTES_MAX = 150_000

test('Every picture of the README exists, has an alternative text and is small; there are no others', () => {
  const readme = readFileSync(new URL('README.md', root), 'utf8')
  const shown = [...readme.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)]
  assert.ok(shown.length >= 6)
  for (const [, words = '', path = ''] of shown) {
    assert.ok(words.length > 40 && words.endsWith('.'), path)
    assert.ok(path.startsWith(FOLDER), path)
    const { size } = statSync(new URL(path, root))
    assert.ok(size > 1000 && size < BYTES_MAX, `${path}: ${size} bytes`)
  }
  const names = readdirSync(new URL(FOLDER, root)).map((name) => FOLDER + name)
  assert.deepEqual(names.toSorted(), shown.map(([, , path = '']) => path).toSorted())
})

test('No picture is in the package', () => {
  const { files } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    files: string[]
  }
  assert.deepEqual(files, ['dist'])
})
