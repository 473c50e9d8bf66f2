// Verifies a received callback: compares its parameters and checksum with those of the callback
// that was sent.

import type { Callback } from '../../../callbacks/callback.ts'
import { byName, checksumText, hmacChecksum } from '../../../callbacks/checksum.ts'
import {
  type ChecksumJudgement,
  judgeChecksum,
  RSA_KEY_NAME,
  type SigningKeys,
} from '../../../callbacks/checksum-mistake.ts'
import { readReceived, type ReceivedCallback } from '../../../callbacks/received-callback.ts'
import {
  callbackRequest,
  keyText,
  publicKeyOf,
  rsaChecksum,
  sentParameters,
  UNSET_URL,
} from '../../../delivery/signing.ts'
import type { Project } from '../../../engine/directory.ts'
import type { Dataset } from '../../../kernel/dataset.ts'
import { secretEnd } from '../../../projects/project.ts'
import type { Service } from '../../../service.ts'
import { callbacksOf } from '../../../store/reads/callbacks.ts'

type Pair = readonly [name: string, value: string]

/** Differences between the received and the sent callback. */
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
  /** The project's callback that is the most likely match. */
  readonly callback: Callback | undefined
  readonly differences: Differences
  /** The correct parameters, sorted by name. */
  readonly parameters: readonly Pair[]
  readonly text: string
  /** The key and the correct checksum. */
  readonly keyName: string
  /** The last four characters of the key; null for the RSA key and for short keys. */
  readonly keyEnd: string | null
  readonly checksum: string
  /** The checksum that was checked; undefined if there was none. */
  readonly judged: string | undefined
  readonly judgement: ChecksumJudgement | undefined
  /** Probable causes, most likely first; empty if the checksum is correct or unexplained. */
  readonly causes: readonly string[]
}

interface Context {
  readonly service: Service
  readonly project: Project
  readonly dataset: Dataset
}

const NO_DIFFERENCES: Differences = { missing: [], extra: [], changed: [] }
/** Number of an order's newest callbacks that are compared with the received one. */
const COMPARED_MAX = 50

/** Undefined if the text is not a callback. `own` is the checksum that the receiver computed. */
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
  const right = await rightChecksum(signed, received, found?.callback, context)
  return {
    callback: found?.callback,
    differences,
    parameters: signed.toSorted(byName),
    text,
    ...right,
    judged,
    judgement,
    causes: [
      ...(isRight && checksumText(received.parameters) === text ? [] : sentencesOf(differences)),
      ...(judgement?.kind === 'mistaken' ? judgement.mistakes : []),
    ],
  }
}

/** Causes found from the received parameters or, if there are none, from the sent ones. */
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

/** The callback of the order that resembles the received one most, with its signed parameters. */
async function sentCallback(
  received: ReceivedCallback,
  { service, project, dataset }: Context,
): Promise<{ readonly callback: Callback; readonly sent: readonly Pair[] } | undefined> {
  const valueOf = (name: string) => received.parameters.find(([each]) => each === name)?.[1]
  const orderId = valueOf('mdOrder')
  if (orderId === undefined) return undefined
  const filter = { orderId, before: Number.MAX_SAFE_INTEGER, limit: COMPARED_MAX }
  const callbacks = await service.read(project, (reads, id) => callbacksOf(reads, id, filter))
  const isEvent = ({ operation }: Callback) => operation === valueOf('operation')
  const isStatus = ({ status }: Callback) => String(status) === (valueOf('status') ?? '1')
  const callback =
    callbacks.find((each) => wasSentWith(each, received.checksum)) ??
    callbacks.find((each) => isEvent(each) && isStatus(each)) ??
    callbacks.find(isEvent)
  if (callback === undefined) return undefined
  const addressed = { ...callback, url: callback.url ?? UNSET_URL }
  const { callbackKeys } = dataset.settings
  const request = await callbackRequest(addressed, project, callbackKeys, service.directory)
  const sent = sentParameters(request).filter(
    ([name]) => name !== 'checksum' && name !== 'sign_alias',
  )
  return { callback, sent }
}

/** True if an attempt sent this checksum; then only the parameters can differ. */
const wasSentWith = ({ attempts }: Callback, checksum = ''): boolean =>
  checksum !== '' &&
  attempts.some(({ request }) =>
    sentParameters(request).some(([name, value]) => name === 'checksum' && value === checksum),
  )

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
  ...changed.map(
    ({ name, sent, received }) =>
      `${name} was ${shown(sent)} when signed; you have ${shown(received)}.`,
  ),
  ...missing.map(([name, value]) => `${name} was ${shown(value)} when signed; you do not have it.`),
  ...extra.map(([name, value]) => `${name} was not signed; you have ${shown(value)}.`),
]

const shown = (value: string): string => (/^\S+$/.test(value) ? value : `“${value}”`)

/** The correct checksum with the key that the callback names, or with the current key. */
async function rightChecksum(
  parameters: readonly Pair[],
  { signAlias }: ReceivedCallback,
  callback: Callback | undefined,
  { service, project, dataset }: Context,
): Promise<Pick<Verification, 'keyName' | 'keyEnd' | 'checksum'>> {
  const { callbackKeys, callbackSignature } = dataset.settings
  if ((callback?.message.signature ?? callbackSignature) === 'rsa') {
    const privateKey = await service.directory.callbackKey(project.number)
    const checksum = await rsaChecksum(parameters, privateKey)
    return { keyName: RSA_KEY_NAME, keyEnd: null, checksum }
  }
  const alias = signAlias ?? callback?.message.keyAlias
  const key = callbackKeys.find((each) => each.alias === alias) ?? callbackKeys.at(-1)
  if (key === undefined) throw new Error('a project always has a callback key')
  const text = keyText(key, project)
  const keyEnd = secretEnd(text)
  return { keyName: key.alias, keyEnd, checksum: hmacChecksum(parameters, text) }
}
