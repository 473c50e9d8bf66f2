// Logging in by an OpenID Connect provider that the operator trusts: the authorization code flow with PKCE, state and nonce (OpenID Connect Core
// 1.0, 3.1; RFC 7636). What is remembered between the two halves travels with the browser, sealed.

import type { Configuration } from 'openid-client'
import { deriveKey, open, seal, type SealKeys, sealKeys } from '../projects/vault.ts'
import { realNow } from '../time.ts'
import { emailOf } from './user.ts'
import type { Identity } from './users.ts'

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The first half: where the browser goes, and what it brings back. */
export interface Departure {
  readonly location: string
  /** Sealed; the browser keeps it for the second half. */
  readonly remembered: string
}

interface SavedDeparture {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
  /** Where the visitor wanted to go. */
  readonly next: string
  readonly endsAt: number
}

/** Somebody who logs in elsewhere has this long for it. */
export const DEPARTURE_LIFE_MS = 10 * 60_000

/** Why nobody was logged in. */
export type SingleSignOnRefusal = 'expired' | 'refused' | 'unconfirmed'

export class SingleSignOn {
  readonly #settings: ProviderSettings
  readonly #keys: SealKeys
  readonly #callback: string
  #configuration: Promise<Configuration> | undefined

  constructor(settings: ProviderSettings, master: Uint8Array, origin: string) {
    this.#settings = settings
    this.#keys = sealKeys(deriveKey(master, 'single-sign-on'))
    this.#callback = `${origin}/account/single-sign-on/callback`
  }

  /** Where to send a browser. Throws where the provider cannot be reached. */
  async depart(next: string): Promise<Departure> {
    const client = await library()
    const configuration = await this.#discovered()
    const remembered: SavedDeparture = {
      verifier: client.randomPKCECodeVerifier(),
      state: client.randomState(),
      nonce: client.randomNonce(),
      next,
      endsAt: realNow() + DEPARTURE_LIFE_MS,
    }
    const location = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callback,
      scope: 'openid email',
      code_challenge: await client.calculatePKCECodeChallenge(remembered.verifier),
      code_challenge_method: 'S256',
      state: remembered.state,
      nonce: remembered.nonce,
    })
    return {
      location: location.href,
      remembered: seal(this.#keys, JSON.stringify(remembered)),
    }
  }

  /** Who came back with the query `search`, and where they wanted to go. */
  async arrive(
    search: string,
    sealed: string,
  ): Promise<
    | { readonly identity: Identity; readonly next: string }
    | { readonly refused: SingleSignOnRefusal }
  > {
    const remembered = this.#opened(sealed)
    if (remembered === undefined || remembered.endsAt <= realNow()) return { refused: 'expired' }
    const client = await library()
    const configuration = await this.#discovered()
    const { verifier, state, nonce, next } = remembered
    let claims: Readonly<Record<string, unknown>>
    try {
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(`${this.#callback}${search}`),
        {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        },
      )
      claims = { ...tokens.claims() }
    } catch (error) {
      if (!isRefusal(client, error)) throw error
      return { refused: 'refused' }
    }
    const { iss, sub, email, email_verified: isConfirmed } = claims
    const address = typeof email === 'string' ? emailOf(email) : undefined
    if (address === undefined || isConfirmed !== true) return { refused: 'unconfirmed' }
    return { identity: { subject: `${String(iss)} ${String(sub)}`, email: address }, next }
  }

  #opened(sealed: string): SavedDeparture | undefined {
    try {
      return JSON.parse(open(this.#keys, sealed)) as SavedDeparture
    } catch {
      // Whatever it is, it is not ours: the browser sent something else.
      return undefined
    }
  }

  /** Asked for once; a provider that could not be reached is asked again. */
  #discovered(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((error: unknown) => {
      this.#configuration = undefined
      throw error
    })
    return this.#configuration
  }

  async #discover(): Promise<Configuration> {
    const client = await library()
    const { issuer, clientId, clientSecret } = this.#settings
    const url = new URL(issuer)
    // A provider on this very machine may do without TLS; no other may.
    const isLocal =
      url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
    const execute = isLocal ? { execute: [client.allowInsecureRequests] } : {}
    return client.discovery(url, clientId, clientSecret, undefined, {
      ...execute,
      timeout: PROVIDER_TIMEOUT_SECONDS,
    })
  }
}

const PROVIDER_TIMEOUT_SECONDS = 10

/** Loaded where somebody logs in by a provider: everybody else's start is spared it. */
const library = () => import('openid-client')

/** What the provider or its answer said no to; anything else is a failure of the way there. */
const isRefusal = (client: Awaited<ReturnType<typeof library>>, error: unknown): boolean =>
  error instanceof client.AuthorizationResponseError ||
  error instanceof client.ResponseBodyError ||
  error instanceof client.ClientError
