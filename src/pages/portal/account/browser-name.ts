// Which browser a request comes from, in words that its owner knows it by: "Firefox on Linux". Only the words are kept, never what was sent.

import type { FastifyRequest } from 'fastify'

type Names = readonly (readonly [name: string, pattern: RegExp])[]

/** The first that fits: nearly every browser also says that it is some of those below it. */
const BROWSERS: Names = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]
const SYSTEMS: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (names: Names, text: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0]

/** Empty where the request does not say. */
export function browserName({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const said = headers['user-agent'] ?? ''
  const [browser, system] = [nameIn(BROWSERS, said), nameIn(SYSTEMS, said)]
  if (system === undefined) return browser ?? ''
  return `${browser ?? 'A browser'} on ${system}`
}
