// Creates certificates (X.509, RFC 5280, in DER): the part of the standard that a server and its
// certificate authority need.

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const DAY_MS = 86_400_000

/** A key and its certificate, as a TLS server takes them. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

interface Signer {
  readonly name: string
  readonly key: KeyObject
}

/** A certificate authority. */
export class Authority {
  readonly cert: string
  readonly #signer: Signer

  constructor(name: string) {
    const pair = newPair()
    this.#signer = { name, key: pair.privateKey }
    this.cert = certificate({
      name,
      publicKey: pair.publicKey,
      by: this.#signer,
      isAuthority: true,
    })
  }

  identity(hostname: string, validForMs = DAY_MS): Identity {
    const { publicKey, privateKey } = newPair()
    const subject = { name: hostname, hostname, publicKey, validForMs }
    return identity(certificate({ ...subject, by: this.#signer }), privateKey)
  }
}

/** A self-signed certificate. */
export function selfSigned(hostname: string): Identity {
  const { publicKey, privateKey } = newPair()
  const by = { name: hostname, key: privateKey }
  return identity(certificate({ name: hostname, hostname, publicKey, by }), privateKey)
}

const newPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

const identity = (cert: string, key: KeyObject): Identity => ({
  cert,
  key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
})

function certificate(subject: {
  readonly name: string
  readonly hostname?: string
  readonly publicKey: KeyObject
  readonly by: Signer
  readonly isAuthority?: boolean
  readonly validForMs?: number
}): string {
  const { name, hostname, publicKey, by, isAuthority = false, validForMs = DAY_MS } = subject
  // OpenSSL checks the validity with the real clock, not with the date of the run.
  const now = performance.timeOrigin + performance.now()
  const extensions = [sequence(oid(2, 5, 29, 19), octets(sequence(...(isAuthority ? [TRUE] : []))))]
  if (hostname !== undefined)
    extensions.push(sequence(oid(2, 5, 29, 17), octets(sequence(der(0x82, Buffer.from(hostname))))))
  const toBeSigned = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    distinguished(by.name),
    sequence(time(now - DAY_MS), time(now + validForMs)),
    distinguished(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', toBeSigned, by.key))
  const body = sequence(toBeSigned, ECDSA_WITH_SHA256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

/** Tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), body])
}

const sequence = (...content: readonly Uint8Array[]) => der(0x30, ...content)
const integer = (bytes: Uint8Array) => der(0x02, bytes)
const octets = (bytes: Uint8Array) => der(0x04, bytes)
const TRUE = der(0x01, Buffer.of(0xff))

/** Numbers above 127 take more than one byte, seven bits each. */
const oid = (first: number, second: number, ...rest: readonly number[]) =>
  der(0x06, Buffer.of(first * 40 + second, ...rest.flatMap((arc) => sevenBits(arc))))

const sevenBits = (arc: number, more = 0): number[] =>
  arc < 0x80 ? [arc | more] : [...sevenBits(arc >> 7, 0x80), (arc & 0x7f) | more]

const ECDSA_WITH_SHA256 = sequence(oid(1, 2, 840, 10_045, 4, 3, 2))

/** A name that consists of a common name only. */
const distinguished = (name: string) =>
  sequence(der(0x31, sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from(name)))))

const time = (at: number) =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
