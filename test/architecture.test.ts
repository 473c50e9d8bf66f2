// The code map in ARCHITECTURE.md names everything that exists, and nothing else. Only the parts
// that it lists write to the database. The code that the documents show exists.

import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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

describe('The one write path', () => {
  const root = at('')
  /** The files outside of the store whose code matches. */
  const filesWith = (code: RegExp): readonly string[] =>
    globSync('src/**/*.ts', { cwd: root })
      .filter((file) => !file.startsWith('src/store/'))
      .filter((file) => code.test(readFileSync(join(root, file), 'utf8')))
      .toSorted()

  test('saves rows of datasets in one place', () => {
    // With `{}`, no rows are saved, only the line of the dataset.
    assert.deepEqual(filesWith(/\.save\((?!.*\{\}\))/), ['src/engine/batch.ts'])
  })

  test('has no other transactions than the listed ones', () => {
    const [, section = ''] = /### One write path\n(.*?)\n### /s.exec(map) ?? []
    const rows = section.split('\n').filter((line) => line.startsWith('| `'))
    const listed = rows.flatMap((row) =>
      [...row.matchAll(/`(src\/[^`]+)`/g)].map(([, path]) => path),
    )
    const engine = ['src/engine/engine.ts', 'src/engine/availability.ts']
    const parts = [...engine, ...listed.filter((path) => path !== undefined)]
    const writers = filesWith(/\btransact\(|\bstore\.begin/)
    assert.deepEqual(
      writers.filter((file) => !parts.some((part) => file.startsWith(part))),
      [],
    )
    assert.deepEqual(
      parts.filter((part) => !writers.some((file) => file.startsWith(part))),
      [],
    )
  })
})

describe('The documents about the code', () => {
  const trimmed = (code: string): string =>
    code
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim()

  for (const document of ['ARCHITECTURE.md', 'CONTRIBUTING.md'])
    test(`show code of src as it is: ${document}`, () => {
      const blocks = [...readFileSync(at(document), 'utf8').matchAll(/^ *```ts\n(.*?)^ *```$/gms)]
      assert.ok(blocks.length > 0)
      const sources = globSync('src/**/*.ts', { cwd: at('') }).map((file) =>
        trimmed(readFileSync(at(file), 'utf8')),
      )
      const shown = blocks.map(([, code = '']) => trimmed(code))
      assert.deepEqual(
        shown.filter((code) => !sources.some((source) => source.includes(code))),
        [],
      )
    })
})
