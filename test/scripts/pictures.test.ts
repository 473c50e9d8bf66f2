// `npm run pictures` finds buttons by their names, and no other test runs it.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('The buttons that the pictures press exist on the pages', () => {
  const states = readFileSync('scripts/pictures/states.ts', 'utf8')
  const names = [...states.matchAll(/getByRole\('button', \{ name: '([^']+)'/g)].map(
    ([, name = '']) => name,
  )
  assert.ok(names.length > 0)
  const pages = globSync('src/pages/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  assert.deepEqual(
    names.filter((name) => !pages.some((page) => page.includes(name))),
    [],
  )
})
