// A real OpenID Connect provider on this machine, and a user who signs in on its pages.

import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

type Forgery = 'signature' | 'azp'

export interface IdentityProvider {
  readonly issuer: string
  readonly settings: {
    readonly oidcIssuer: string
    readonly oidcClientId: string
    readonly oidcClientSecret: string
  }
  /**
   * Follows the service's redirect, signs in as `login` and consents; returns the URL that the
   * provider redirects to.
   */
  logIn(location: string, login: string): Promise<URL>
  /** Forges the ID tokens from now on: signed with another key, or issued to another client. */
  forge(forgery: Forgery | undefined): void
  close(): Promise<void>
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const KEY = newKey()

/**
 * An ID token of the provider, changed: the signature of another key, or another authorised party.
 */
function forgedToken(token: string, forgery: Forgery): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const changed = forgery === 'azp' ? { ...claims, azp: 'another client' } : claims
  const signed = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`
  const key = forgery === 'signature' ? newKey() : KEY
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

/** The claims of a login: `name@example.com`, verified unless the login says otherwise. */
const claimsOf = (login: string) => ({
  sub: login,
  ...(login !== 'anonymous' && {
    email: `${login}@example.com`,
    email_verified: login !== 'unconfirmed',
  }),
})

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'sandcard', client_secret: 'a secret of the client' }
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...KEY.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'own' }] },
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // The service reads only the ID token.
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => claimsOf(login),
    }),
    cookies: { keys: ['a key of the cookies'] },
  })
  let forgery: Forgery | undefined
  provider.use(async (context, next) => {
    await next()
    if (context.path === '/token' && forgery !== undefined)
      context.body.id_token = forgedToken(context.body.id_token, forgery)
  })
  server.on('request', provider.callback())
  return {
    issuer,
    settings: {
      oidcIssuer: issuer,
      oidcClientId: client.client_id,
      oidcClientSecret: client.client_secret,
    },
    forge(what) {
      forgery = what
    },
    logIn: (location, login) => walk(new URL(location), login, redirectUri),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}

/** Follows the provider's pages with their cookies until they redirect back. */
async function walk(start: URL, login: string, end: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next: { readonly url: URL; readonly form?: URLSearchParams } = { url: start }
  for (let step = 0; step < 12; step++) {
    if (next.url.href.startsWith(end)) return next.url
    const answer = await fetch(next.url, {
      ...(next.form && { method: 'POST', body: next.form }),
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    const page = await answer.text()
    next =
      location === null ? filledIn(page, next.url, login) : { url: new URL(location, next.url) }
  }
  throw new Error('the provider never led back')
}

/** The form of the provider's page: first the login, then the consent. */
function filledIn(page: string, url: URL, login: string): { url: URL; form: URLSearchParams } {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
  assert.ok(action !== undefined, page.slice(0, 500))
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
  return {
    url: new URL(action, url),
    form: new URLSearchParams({ prompt, login, password: 'any' }),
  }
}
