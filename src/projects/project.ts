// A project is one sandbox registration and the unit of isolation: credentials, product data, data
// key.

/** Values that a registration supplies for requests. */
export interface Product {
  readonly institutionId: string
  readonly agentNumber: string
  readonly productId: string
  readonly serviceIdAcc: string
  /** Interface A's product code. */
  readonly productName: string
  /** Interface B's card product. */
  readonly cardProductName: string
  /** First six digits of every issued number. */
  readonly bin: string
}

interface Credentials {
  readonly interfaceA: { readonly login: string; readonly password: string }
  readonly interfaceB: { readonly apiKey: string }
  readonly interfaceC: {
    readonly userName: string
    readonly password: string
    readonly token: string
    readonly callbackKey: string
  }
}

/** Stored in the project's row, encrypted with the master key. */
export interface ProjectSecrets extends Credentials {
  /** 32 bytes, base64url, from which all keys of the project derive. */
  readonly dataKey: string
  readonly product: Product
  /** For a project with a seed: 32 bytes, base64url, from which its ids and numbers derive. */
  readonly stream?: string
}

/**
 * The interface to which a login belongs. The same text may be a login in one and a key in another.
 */
export type CredentialKind = 'a' | 'b' | 'c' | 'c-token'

/** The interfaces whose credentials can be rotated, each separately. */
export const CREDENTIAL_INTERFACES = ['A', 'B', 'C'] as const
export type CredentialInterface = (typeof CREDENTIAL_INTERFACES)[number]

/** Number of random bytes that `rotatedSecrets` takes. */
export const ROTATION_ENTROPY_BYTES = 35

/**
 * The secrets with new credentials for one interface. Logins and the callback key stay the same.
 */
export function rotatedSecrets(
  secrets: ProjectSecrets,
  which: CredentialInterface,
  random: Uint8Array,
): ProjectSecrets {
  const { interfaceA, interfaceC } = secrets
  const password = base32(random.subarray(0, 15))
  const key = keyOf(interfaceA.login, random.subarray(15, 35))
  if (which === 'A') return { ...secrets, interfaceA: { ...interfaceA, password } }
  if (which === 'B') return { ...secrets, interfaceB: { apiKey: key } }
  return { ...secrets, interfaceC: { ...interfaceC, password, token: key } }
}

/**
 * A key of 160 random bits. It starts with the login, which is public, so that a load balancer can
 * send all requests of a project to the same process (`deploy/haproxy.cfg`).
 */
const keyOf = (login: string, random: Uint8Array): string => `${login}-${base32(random)}`

/** Shorter secrets show no characters, because four would reveal too much. */
const NAMED_LENGTH = 8

/** The last four characters of a secret, by which people recognise it; null for short ones. */
export const secretEnd = (secret: string): string | null =>
  secret.length < NAMED_LENGTH ? null : secret.slice(-4)

/** The text whose keyed hash finds a credential. */
export const credentialText = (kind: CredentialKind, login: string): string => `${kind}:${login}`

/** RFC 4648 base32 in lower case, which is safe in URLs and shells. */
export function base32(bytes: Uint8Array): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      text += alphabet[(value >>> (bits - 5)) & 31]
      bits -= 5
    }
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

/** Number of random bytes that `newProjectSecrets` takes. */
export const PROJECT_ENTROPY_BYTES = 130

/** The secrets and product data of a new project, from random bytes that are each used once. */
export function newProjectSecrets(random: Uint8Array): ProjectSecrets {
  let taken = 0
  const take = (bytes: number): Buffer => Buffer.from(random.subarray(taken, (taken += bytes)))
  const text = (bytes: number): string => base32(take(bytes))
  const key = (): string => keyOf(login, take(20))
  const digits = (count: number): string => {
    const lowest = 10 ** (count - 1)
    return String(lowest + (take(4).readUInt32BE() % (9 * lowest)))
  }
  const login = text(5)
  const institutionId = digits(6)
  return {
    interfaceA: { login, password: text(15) },
    interfaceB: { apiKey: key() },
    interfaceC: {
      userName: `${login}-api`,
      password: text(15),
      token: key(),
      callbackKey: text(15),
    },
    dataKey: take(32).toString('base64url'),
    product: {
      ...DEMO_PRODUCT,
      institutionId,
      agentNumber: institutionId,
      bin: `4${digits(5)}`,
    },
  }
}

export const DEMO_PRODUCT: Product = {
  institutionId: '1001',
  agentNumber: '1001',
  productId: '70000001',
  serviceIdAcc: '70000011',
  productName: 'CRCU1001',
  cardProductName: 'VISA_CLASSIC_VIRTUAL',
  bin: '400000',
}

/** The project that local mode creates on its first start, with fixed credentials. */
export const DEMO_NAME = 'demo'
export const DEMO_CREDENTIALS: Credentials = {
  interfaceA: { login: 'demo', password: 'demo-password' },
  interfaceB: { apiKey: 'demo-api-key' },
  interfaceC: {
    userName: 'demo-api',
    password: 'demo-password',
    token: 'demo-token',
    callbackKey: 'demo-callback-key',
  },
}
export const demoSecrets = (random: Uint8Array): ProjectSecrets => ({
  ...newProjectSecrets(random),
  ...DEMO_CREDENTIALS,
  product: DEMO_PRODUCT,
})

/** Whether these are the demo project's credentials, which are public. */
export function isDemoCredential(kind: CredentialKind, login: string, password = ''): boolean {
  const { interfaceA, interfaceB, interfaceC } = DEMO_CREDENTIALS
  const known: Readonly<Record<CredentialKind, readonly [login: string, password: string]>> = {
    a: [interfaceA.login, interfaceA.password],
    b: [interfaceB.apiKey, ''],
    c: [interfaceC.userName, interfaceC.password],
    'c-token': [interfaceC.token, ''],
  }
  const [knownLogin, knownPassword] = known[kind]
  return login === knownLogin && password === knownPassword
}
