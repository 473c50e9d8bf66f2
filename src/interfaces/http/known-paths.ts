// Which methods each path knows. A router that answers 404 for a wrong method leaves it to us to say 405 and what is allowed.

interface KnownPath {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

export class KnownPaths {
  readonly #paths = new Map<string, KnownPath>()

  /** Notes a route as the router knows it: `/v2/cards/:id`. */
  add(url: string, method: string | readonly string[]): void {
    const methods = typeof method === 'string' ? [method] : method
    const known = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const each of methods) known.methods.add(each)
    this.#paths.set(url, known)
  }

  /** The methods that a requested URL allows, in the order they were added; none for an unknown path. */
  allowed(url: string): readonly string[] {
    const path = url.split('?', 1)[0] ?? ''
    for (const { pattern, methods } of this.#paths.values())
      if (pattern.test(path)) return [...methods]
    return []
  }
}

function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
  return new RegExp(`^${parts.join('/')}$`)
}
