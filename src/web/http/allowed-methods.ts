// Which methods each path knows. A router that answers 404 for a wrong method leaves it to us to say 405 and what is allowed.

import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths of all routes of the server. */
    readonly allowedMethods: AllowedMethods
  }
}

interface KnownPath {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

export class AllowedMethods {
  readonly #paths = new Map<string, KnownPath>()
  readonly #spellings = new Map<string, string>()

  /** Every path as the router knows it, `/v2/cards/:id`, with its methods in the order they were added. */
  get all(): readonly (readonly [path: string, methods: readonly string[]])[] {
    return [...this.#paths].map(([path, { methods }]) => [path, [...methods]])
  }

  /** Notes a route as the router knows it: `/v2/cards/:id`. */
  add(url: string, method: string | readonly string[]): void {
    // A HEAD is there only because a GET is; of a plugin's root the framework tells one of them under either spelling of the path.
    const methods = [method].flat().flatMap((each) => (each === 'HEAD' ? ['GET', each] : [each]))
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
    const fitting = [...this.#paths.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))]
  }
}

/** Notes every route that the app gets from now on, and lets the app know. */
export function followRoutes(app: FastifyInstance, paths: AllowedMethods): void {
  app.decorate('allowedMethods', paths)
  app.addHook('onRoute', ({ url, method }) => {
    paths.add(url, method)
  })
}

/** The address as the router knows it: doubled slashes are one, and an operation of the gateway is named in any case. */
export function routedUrl(paths: AllowedMethods, url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  const single = path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path
  const routed = /\.do$/i.test(single) ? paths.spelling(single) : single
  return routed === path ? url : routed + url.slice(path.length)
}

function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
  return new RegExp(`^${parts.join('/')}$`)
}
