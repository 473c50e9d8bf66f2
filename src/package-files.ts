// The text files of the package: assets, guides and the manifest. The build replaces this module
// with one that reads them from a single file, so paths are relative to the repository.

import { readFileSync } from 'node:fs'

/** The folder of `package.json`, the same from `src/` and from `dist/`. */
export const PACKAGE_FOLDER = new URL('../', import.meta.url)

/** The text of a file by its path relative to the package folder. */
export const packageText = (path: string): string =>
  readFileSync(new URL(path, PACKAGE_FOLDER), 'utf8')
