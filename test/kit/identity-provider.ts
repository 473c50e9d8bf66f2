// A real OpenID Connect provider on this machine, and somebody who logs in there through its own pages.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface IdentityProvider {
  readonly issuer: string
  readonly settings: {
    readonly oidcIssuer: string
    readonly oidcClientId: string
    readonly oidcClientSecret: string
  }
  /** Goes where the service sends a browser, logs in as `login`, agrees, and gives where the provider sends the browser back to. */
  logIn(location: string, login: string): Promise<URL>
  close(): Promise<void>
}

/** What the provider says of whoever logs in: `name@example.com`, confirmed, unless the login says otherwise. */
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
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // The service reads the ID token alone.
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => claimsOf(login),
    }),
    cookies: { keys: ['a key of the cookies'] },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    settings: {
      oidcIssuer: issuer,
      oidcClientId: client.client_id,
      oidcClientSecret: client.client_secret,
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

/** Follows the provider's pages with their cookies until they lead back. */
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

/** The form of the provider's page: its log-in first, its question for consent then. */
function filledIn(page: string, url: URL, login: string): { url: URL; form: URLSearchParams } {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
  assert.ok(action !== undefined, page.slice(0, 500))
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
  return {
    url: new URL(action, url),
    form: new URLSearchParams({ prompt, login, password: 'any' }),
  }
}
