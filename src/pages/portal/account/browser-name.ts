// Names the browser of a request, such as "Firefox on Linux". Only this name is stored, not the
// header.

import type { FastifyRequest } from 'fastify'

type Names = readonly (readonly [name: string, pattern: RegExp])[]

/** The first match is used, because most browsers also claim to be one of the later ones. */
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

/** Empty if the request does not name a known browser. */
export function browserName({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const agent = headers['user-agent'] ?? ''
  const [browser, system] = [nameIn(BROWSERS, agent), nameIn(SYSTEMS, agent)]
  if (system === undefined) return browser ?? ''
  return `${browser ?? 'Unknown browser'} on ${system}`
}
