// The code map in ARCHITECTURE.md names everything that exists, and nothing else.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const map = readFileSync(at('ARCHITECTURE.md'), 'utf8')

/**
 * The entries of a folder as the map may name them: a folder with a trailing slash, a file with or
 * without its path.
 */
const entriesOf = (folder: string): readonly (readonly string[])[] =>
  readdirSync(at(folder), { withFileTypes: true }).map((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? [`${path}/`] : [path, basename(path, '.ts')]
  })

describe('The code map of ARCHITECTURE.md', () => {
  for (const folder of ['src', 'src/api', 'src/pages', 'src/web'])
    test(`names everything in ${folder}`, () => {
      const missing = entriesOf(folder).filter(
        (names) => !names.some((name) => map.includes(`\`${name}\``)),
      )
      assert.deepEqual(missing, [])
    })

  test('only names existing paths', () => {
    const named = [...map.matchAll(/`((?:src|test|docs|examples|bench|scripts)\/[^`*]*)`/g)]
    const gone = named.map(([, path = '']) => path).filter((path) => !existsSync(at(path)))
    assert.ok(named.length > 30)
    assert.deepEqual(gone, [])
  })
})
