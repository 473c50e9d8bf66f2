// The version of the package.

import { packageText } from './package-files.ts'

const manifest = JSON.parse(packageText('package.json')) as {
  readonly version: string
}

export const VERSION = manifest.version
