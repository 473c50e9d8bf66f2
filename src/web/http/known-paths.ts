// Which methods each path knows. A router that answers 404 for a wrong method leaves it to us to say 405 and what is allowed.

interface KnownPath {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

export class KnownPaths {
  readonly #paths = new Map<string, KnownPath>()
  readonly #spellings = new Map<string, string>()

  /** Notes a route as the router knows it: `/v2/cards/:id`. */
  add(url: string, method: string | readonly string[]): void {
    const methods = typeof method === 'string' ? [method] : method
    const known = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const each of methods) known.methods.add(each)
    this.#paths.set(url, known)
    if (!this.#spellings.has(url.toLowerCase())) this.#spellings.set(url.toLowerCase(), url)
  }

  /** The path as it is spelled here, where only its case differs; any other as it is. */
  spelling(path: string): string {
    return this.#spellings.get(path.toLowerCase()) ?? path
  }

  /** The methods that a requested URL allows, in the order they were added; none for an unknown path. */
  allowed(url: string): readonly string[] {
    const path = url.split('?', 1)[0] ?? ''
    for (const { pattern, methods } of this.#paths.values())
      if (pattern.test(path)) return [...methods]
    return []
  }
}

/** The address as the router knows it: doubled slashes are one, and an operation of the gateway is named in any case. */
export function routedUrl(paths: KnownPaths, url: string): string {
  const [path = '', ...query] = url.split('?')
  const single = path.replaceAll(/\/{2,}/g, '/')
  const routed = /\.do$/i.test(single) ? paths.spelling(single) : single
  return [routed, ...query].join('?')
}

function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
  return new RegExp(`^${parts.join('/')}$`)
}
