// The request of a callback: its parameters, the URL's parameters, and the signature over both.

import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Callback, CallbackMessage } from '../callbacks/callback.ts'
import { type CallbackParameters, checksumText, hmacChecksum } from '../callbacks/checksum.ts'
import { type CallbackKey, PROJECT_KEY_ALIAS } from '../callbacks/settings.ts'
import type { Directory, Project } from '../engine/directory.ts'

/** A request to the merchant, ready to be sent or displayed. */
export interface CallbackRequest {
  readonly method: CallbackMessage['method']
  readonly url: string
  /** Form of a POST, unless `headers` specifies another type; empty for a GET. */
  readonly body: string
  /** In addition to the headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
}

type Pairs = readonly (readonly [name: string, value: string])[]

/** In place of a URL that is not set, for a request that is shown and not sent. */
export const UNSET_URL = 'http://receiver.invalid/callback'

/** The parameters of a request, in the order in which they are sent. */
export const sentParameters = ({ url, body }: Pick<CallbackRequest, 'url' | 'body'>): Pairs => [
  ...new URL(url).searchParams,
  ...new URLSearchParams(body),
]

/** The request of a callback, signed with the current key of its alias. */
export async function callbackRequest(
  callback: Pick<Callback, 'message'> & { readonly url: string },
  project: Project,
  keys: readonly CallbackKey[],
  directory: Directory,
): Promise<CallbackRequest> {
  const { parameters, method } = callback.message
  const url = new URL(callback.url)
  // The callback's parameters take precedence over the URL's.
  const ours = new Set([...parameters.map(([name]) => name), 'checksum', 'sign_alias'])
  const query = [...url.searchParams].filter(([name]) => !ours.has(name))
  const signature = await signed([...query, ...parameters], callback.message, {
    project,
    keys,
    directory,
  })
  const form = new URLSearchParams(asLists([...parameters, ...signature])).toString()
  url.search = new URLSearchParams(asLists(query)).toString()
  url.hash = ''
  if (method === 'POST') return { method, url: url.href, body: form }
  url.search = [url.search.slice(1), form].filter((part) => part !== '').join('&')
  return { method, url: url.href, body: '' }
}

/** The request with a wrong checksum of the same format, for a fault. */
export function withWrongChecksum(request: CallbackRequest): CallbackRequest {
  const broken = (text: string): string =>
    text.replace(/(^|[?&])checksum=([0-9A-F])/, (_match, before: string, digit: string) => {
      const other = digit === '0' ? '1' : '0'
      return `${before}checksum=${other}`
    })
  return { ...request, url: broken(request.url), body: broken(request.body) }
}

const asLists = (pairs: Pairs): string[][] => pairs.map(([name, value]) => [name, value])

async function signed(
  parameters: Pairs,
  { signature, keyAlias }: CallbackMessage,
  {
    project,
    keys,
    directory,
  }: { project: Project; keys: readonly CallbackKey[]; directory: Directory },
): Promise<Pairs> {
  if (signature === 'none') return []
  if (signature === 'rsa')
    return [
      ['checksum', await rsaChecksum(parameters, await directory.callbackKey(project.number))],
    ]
  const key = keys.find(({ alias }) => alias === keyAlias) ?? keys.at(-1)
  if (key === undefined) throw new Error('a project always has a callback key')
  const checksum: Pairs = [['checksum', hmacChecksum(parameters, keyText(key, project))]]
  // Before the first rotation there is only one key, so receivers do not need its alias.
  const isRotated = keys.length > 1 || key.alias !== PROJECT_KEY_ALIAS
  return isRotated ? [['sign_alias', key.alias], ...checksum] : checksum
}

// Runs in a thread of the pool, because a signature takes a millisecond or two, which would block
// requests.
const signInThread = promisify(sign)

/** SHA512withRSA (PKCS #1 v1.5) with the project's private key, as upper-case hex. */
export async function rsaChecksum(
  parameters: CallbackParameters,
  privateKeyPem: string,
): Promise<string> {
  const signature = await signInThread(
    'sha512',
    Buffer.from(checksumText(parameters)),
    privateKeyPem,
  )
  return signature.toString('hex').toUpperCase()
}

/** The secret that the gateway and the merchant share. */
export const keyText = ({ sealed }: CallbackKey, project: Project): string =>
  sealed === null ? project.secrets.interfaceC.callbackKey : project.vault.open(sealed)

/** The public half of the project's RSA key, in PEM, with which receivers verify signatures. */
export const publicKeyOf = (privateKeyPem: string): string =>
  createPublicKey(createPrivateKey(privateKeyPem))
    .export({ type: 'spki', format: 'pem' })
    .toString()
