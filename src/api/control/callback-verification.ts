// The verifier of callbacks: what was received is set beside what was sent, signed as it should be, and judged.

import type { Callback } from '../../callbacks/callback.ts'
import { byName, checksumText, hmacChecksum } from '../../callbacks/checksum.ts'
import {
  type ChecksumJudgement,
  judgeChecksum,
  RSA_KEY_NAME,
  type SigningKeys,
} from '../../callbacks/checksum-mistake.ts'
import { readReceived, type ReceivedCallback } from '../../callbacks/received-callback.ts'
import { callbackRequest, keyText, publicKeyOf, rsaChecksum } from '../../delivery/signing.ts'
import type { Project } from '../../engine/directory.ts'
import type { Dataset } from '../../kernel/dataset.ts'
import type { Service } from '../../service.ts'
import { callbacksOf } from '../../store/reads/callbacks.ts'

type Pair = readonly [name: string, value: string]

/** How what was received differs from what was sent. */
interface Differences {
  readonly missing: readonly Pair[]
  readonly extra: readonly Pair[]
  readonly changed: readonly {
    readonly name: string
    readonly sent: string
    readonly received: string
  }[]
}

export interface Verification {
  /** The project's own callback that it seems to be. */
  readonly callback: Callback | undefined
  readonly differences: Differences
  /** What should have been signed, sorted by name. */
  readonly parameters: readonly Pair[]
  readonly text: string
  /** What the text is signed with, and what comes of it. */
  readonly keyName: string
  readonly checksum: string
  /** The checksum that was judged; undefined where there was none. */
  readonly judged: string | undefined
  readonly judgement: ChecksumJudgement | undefined
  /** What is wrong, the likeliest first; empty where all is right or nothing explains it. */
  readonly causes: readonly string[]
}

interface Context {
  readonly service: Service
  readonly project: Project
  readonly dataset: Dataset
}

const NO_DIFFERENCES: Differences = { missing: [], extra: [], changed: [] }
/** Callbacks of an order that what was received is compared with: the newest. */
const COMPARED_MAX = 50
/** What stands in the place of an address that is not set. */
const NO_ADDRESS = 'http://receiver.invalid/callback'

/** Undefined where the text is nothing that a receiver could have been sent. `own` is the checksum that the receiver's own code has made. */
export async function verifyCallback(
  pasted: string,
  own: string,
  context: Context,
): Promise<Verification | undefined> {
  const received = readReceived(pasted)
  if (received === undefined) return undefined
  const keys = await signingKeys(context)
  const found = await sentCallback(received, context)
  const differences = found === undefined ? NO_DIFFERENCES : compared(found.sent, received)
  const signed = found?.sent ?? received.parameters
  const judged = own === '' ? received.checksum : own
  const judgement = judged === undefined ? undefined : judge(judged, received, signed, keys)
  const isRight = judgement?.kind === 'right'
  const text = checksumText(signed)
  const { keyName, checksum } = await rightChecksum(signed, received, found?.callback, context)
  return {
    callback: found?.callback,
    differences,
    parameters: signed.toSorted(byName),
    text,
    keyName,
    checksum,
    judged,
    judgement,
    causes: [
      ...(isRight && checksumText(received.parameters) === text ? [] : sentencesOf(differences)),
      ...(judgement?.kind === 'mistaken' ? judgement.mistakes : []),
    ],
  }
}

/** By what was received; where that explains nothing, by what was sent. */
function judge(
  checksum: string,
  received: ReceivedCallback,
  sent: readonly Pair[],
  keys: SigningKeys,
): ChecksumJudgement {
  const judgement = judgeChecksum(checksum, received, keys)
  if (judgement.kind !== 'unexplained') return judgement
  return judgeChecksum(checksum, { ...received, parameters: sent, coded: sent }, keys)
}

async function signingKeys({ service, project, dataset }: Context): Promise<SigningKeys> {
  const { interfaceA, interfaceB, interfaceC } = project.secrets
  return {
    callbackKeys: dataset.settings.callbackKeys.map((key) => ({
      name: key.alias,
      key: keyText(key, project),
    })),
    publicKeys: (await service.directory.rsaKeys(project.number, 'callbacks')).map(({ pem }) =>
      publicKeyOf(pem),
    ),
    otherSecrets: [
      { name: 'password of interface C', key: interfaceC.password },
      { name: 'token of interface C', key: interfaceC.token },
      { name: 'API key of interface B', key: interfaceB.apiKey },
      { name: 'password of interface A', key: interfaceA.password },
    ],
  }
}

/** The newest callback of the order that tells of the same, with all that was signed of it. */
async function sentCallback(
  received: ReceivedCallback,
  { service, project, dataset }: Context,
): Promise<{ readonly callback: Callback; readonly sent: readonly Pair[] } | undefined> {
  const valueOf = (name: string) => received.parameters.find(([each]) => each === name)?.[1]
  const orderId = valueOf('mdOrder')
  if (orderId === undefined) return undefined
  const filter = { orderId, before: Number.MAX_SAFE_INTEGER, limit: COMPARED_MAX }
  const callbacks = await service.read(project, (reads, id) => callbacksOf(reads, id, filter))
  const callback = callbacks.find(
    ({ operation, status }) =>
      operation === valueOf('operation') && String(status) === (valueOf('status') ?? '1'),
  )
  if (callback === undefined) return undefined
  const addressed = { ...callback, url: callback.url ?? NO_ADDRESS }
  const { callbackKeys } = dataset.settings
  const { url, body } = await callbackRequest(addressed, project, callbackKeys, service.directory)
  const pairs = [...new URL(url).searchParams, ...new URLSearchParams(body)]
  const sent = pairs.filter(([name]) => name !== 'checksum' && name !== 'sign_alias')
  return { callback, sent }
}

function compared(sent: readonly Pair[], { parameters }: ReceivedCallback): Differences {
  const ours = new Map(sent)
  const theirs = new Map(parameters)
  return {
    missing: sent.filter(([name]) => !theirs.has(name)),
    extra: parameters.filter(([name]) => !ours.has(name)),
    changed: sent.flatMap(([name, value]) => {
      const other = theirs.get(name)
      return other === undefined || other === value ? [] : [{ name, sent: value, received: other }]
    }),
  }
}

const sentencesOf = ({ missing, extra, changed }: Differences): readonly string[] => [
  ...missing.map(([name]) => `The parameter ${name} was sent and is missing.`),
  ...extra.map(([name]) => `The parameter ${name} was not sent.`),
  ...changed.map(({ name, sent, received }) => `${name} was sent as “${sent}”, not “${received}”.`),
]

/** The checksum as we make it, with the key that the callback names, or the one that signs now. */
async function rightChecksum(
  parameters: readonly Pair[],
  { signAlias }: ReceivedCallback,
  callback: Callback | undefined,
  { service, project, dataset }: Context,
): Promise<{ readonly keyName: string; readonly checksum: string }> {
  const { callbackKeys, callbackSignature } = dataset.settings
  if ((callback?.message.signature ?? callbackSignature) === 'rsa') {
    const privateKey = await service.directory.callbackKey(project.number)
    return { keyName: RSA_KEY_NAME, checksum: await rsaChecksum(parameters, privateKey) }
  }
  const alias = signAlias ?? callback?.message.keyAlias
  const key = callbackKeys.find((each) => each.alias === alias) ?? callbackKeys.at(-1)
  if (key === undefined) throw new Error('a project always has a callback key')
  return { keyName: key.alias, checksum: hmacChecksum(parameters, keyText(key, project)) }
}
