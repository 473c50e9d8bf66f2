// Sign-in through an OpenID Connect provider that the operator trusts: the authorization code flow
// with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1; RFC 7636). The data of the second half
// travels with the browser, encrypted.

import type { Configuration } from 'openid-client'
import { boundedCache } from '../engine/bounded-cache.ts'
import { deriveKey, open, seal, type SealKeys, sealKeys } from '../projects/vault.ts'
import { realNow } from '../time.ts'
import { emailOf } from './user.ts'

interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The first half of the flow: where to redirect the browser, and the state it returns with. */
interface StartedSingleSignOn {
  readonly location: string
  /** Encrypted, for a cookie. */
  readonly remembered: string
}

interface SignOnState {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
  /** Where to redirect the visitor. */
  readonly next: string
  /** True if the person must enter their credentials, to confirm a deletion. */
  readonly confirms: boolean
  readonly endsAt: number
}

/** A person's identity at the provider. */
export interface Identity {
  /** Issuer and subject, which stay the same when the email address changes. */
  readonly subject: string
  /** Confirmed by the provider. */
  readonly email: string
}

/** How long a person may take to sign in at the provider. */
export const SINGLE_SIGN_ON_LIFE_MS = 10 * 60_000
/** Maximum age of a provider sign-in that confirms a deletion. */
const FRESH_SECONDS = 300
/** Number of sign-ins that are remembered as completed. */
const COMPLETED_MAX = 100_000
const PROVIDER_TIMEOUT_SECONDS = 10

export type SingleSignOnRefusal = 'expired' | 'refused' | 'unconfirmed'

export class SingleSignOn {
  readonly #settings: ProviderSettings
  readonly #keys: SealKeys
  readonly #callback: string
  /**
   * States that have been used, because the cookie of a completed sign-in must not be accepted
   * again.
   */
  readonly #completed = boundedCache<string, true>({
    maxEntries: COMPLETED_MAX,
    maxAgeMs: SINGLE_SIGN_ON_LIFE_MS,
  })
  #configuration: Promise<Configuration> | undefined

  constructor(settings: ProviderSettings, master: Uint8Array, origin: string) {
    this.#settings = settings
    this.#keys = sealKeys(deriveKey(master, 'single-sign-on'))
    this.#callback = `${origin}/account/single-sign-on/callback`
  }

  /**
   * With `confirms`, the provider must ask for the credentials again. Throws if the provider cannot
   * be reached.
   */
  async start(next: string, { confirms = false } = {}): Promise<StartedSingleSignOn> {
    const client = await library()
    const configuration = await this.#discovered()
    const remembered: SignOnState = {
      verifier: client.randomPKCECodeVerifier(),
      state: client.randomState(),
      nonce: client.randomNonce(),
      next,
      confirms,
      endsAt: realNow() + SINGLE_SIGN_ON_LIFE_MS,
    }
    const location = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callback,
      scope: 'openid email',
      code_challenge: await client.calculatePKCECodeChallenge(remembered.verifier),
      code_challenge_method: 'S256',
      state: remembered.state,
      nonce: remembered.nonce,
      ...(confirms && { prompt: 'login', max_age: String(FRESH_SECONDS) }),
    })
    return {
      location: location.href,
      remembered: seal(this.#keys, JSON.stringify(remembered)),
    }
  }

  /** Completes a sign-in with the query of the provider's redirect. Throws like `start`. */
  async complete(
    search: string,
    sealed: string,
  ): Promise<
    | { readonly identity: Identity; readonly next: string; readonly confirms: boolean }
    | { readonly refused: SingleSignOnRefusal }
  > {
    const remembered = this.#opened(sealed)
    if (remembered === undefined || remembered.endsAt <= realNow()) return { refused: 'expired' }
    const { verifier, state, nonce, next, confirms } = remembered
    if (this.#completed.has(state)) return { refused: 'expired' }
    const client = await library()
    const configuration = await this.#discovered()
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
          // The browser could have removed `prompt` from the URL, which the claim `auth_time`
          // reveals.
          ...(confirms && { maxAge: FRESH_SECONDS }),
        },
      )
      claims = { ...tokens.claims() }
    } catch (error) {
      if (!isRefusal(client, error)) throw error
      return { refused: 'refused' }
    }
    this.#completed.set(state, true)
    const { iss, sub, azp, email: claimed, email_verified: isConfirmed } = claims
    // The library compares it only if the token has several audiences.
    if (azp !== undefined && azp !== this.#settings.clientId) return { refused: 'refused' }
    const email = typeof claimed === 'string' ? emailOf(claimed) : undefined
    if (email === undefined || isConfirmed !== true) return { refused: 'unconfirmed' }
    return { identity: { subject: `${String(iss)} ${String(sub)}`, email }, next, confirms }
  }

  #opened(sealed: string): SignOnState | undefined {
    try {
      return JSON.parse(open(this.#keys, sealed)) as SignOnState
    } catch {
      // The browser sent something that this service did not encrypt.
      return undefined
    }
  }

  /** Discovered once; retried at the next sign-in after a failure. */
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
    // Only a provider on the same machine may do without TLS.
    const isLocal =
      url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
    return client.discovery(url, clientId, clientSecret, undefined, {
      // Verifies the signature of ID tokens; by default, the library relies on TLS alone.
      execute: [
        client.enableNonRepudiationChecks,
        ...(isLocal ? [client.allowInsecureRequests] : []),
      ],
      timeout: PROVIDER_TIMEOUT_SECONDS,
    })
  }
}

/** Loaded at the first sign-in, because it slows down startup. */
const library = () => import('openid-client')

/**
 * Whether the provider rejected the request, or its response is invalid; anything else is a failure
 * to reach it.
 */
const isRefusal = (client: Awaited<ReturnType<typeof library>>, error: unknown): boolean =>
  error instanceof client.AuthorizationResponseError ||
  error instanceof client.ResponseBodyError ||
  error instanceof client.ClientError
