// Checks, masks and stores the requests to a built-in receiver. Callbacks to a receiver of this
// service are passed to this function without a network connection, so the rules about private IP
// addresses do not apply.

import { loggedMessage, maskedUrl } from '../../activity/logged-message.ts'
import { isHmacChecksum, isRsaChecksum } from '../../callbacks/checksum.ts'
import type { OwnAnswer } from '../../delivery/delivery.ts'
import { type CallbackRequest, keyText, publicKeyOf } from '../../delivery/signing.ts'
import type { Project } from '../../engine/directory.ts'
import { receiverPlace } from '../../receivers/receiver.ts'
import type { Service } from '../../service.ts'
import { datasetById } from '../../store/reads/ledger.ts'

const RECEIVER_PATH = /^\/receivers\/(\w+)$/
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Upper-case hex digits of an HMAC; an RSA signature is longer. */
const HMAC_DIGITS = 64

interface Arrival {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/**
 * The projects that may have a receiver with the id: the one that created it, then copies of its
 * snapshots.
 */
export async function projectsOfReceiver(
  { directory }: Service,
  id: string,
): Promise<readonly Project[]> {
  const { projectNumber } = receiverPlace(id) ?? {}
  if (projectNumber === undefined) return []
  const original = await directory.byNumber(projectNumber)
  const isKnown = original !== undefined
  const copies = await directory.projectsWithIds(projectNumber, { isKnown })
  return isKnown ? [original, ...copies] : copies
}

/** Stores a request and returns the response to it; null if there is no such receiver. */
export async function receive(
  service: Service,
  project: Project,
  id: string,
  arrival: Arrival,
): Promise<OwnAnswer | null> {
  const { headers, body, isCut } = loggedMessage({
    headers: arrival.headers,
    body: arrival.body.replaceAll('\0', '\uFFFD'),
  })
  return service.execute(project, 'receiveRequest', {
    id,
    request: {
      method: arrival.method,
      target: maskedUrl(arrival.target).slice(0, TARGET_MAX_CHARACTERS),
      headers: Object.entries(headers).slice(0, HEADERS_MAX),
      content: body,
      isCut,
      checksumFits: await checksumFits(service, project, arrival),
    },
  })
}

const TARGET_MAX_CHARACTERS = 8192
const HEADERS_MAX = 50

/**
 * Delivers a callback whose URL is a receiver of this service; undefined for any other URL. A copy
 * of a project has receivers with the same URLs, so the sender's own receiver comes first.
 */
export async function receiveOwn(
  service: Service,
  { method, url, body, headers = {} }: CallbackRequest,
  senderNumber: number,
): Promise<OwnAnswer | undefined> {
  const { pathname, search, host } = new URL(url)
  const [, id = ''] = RECEIVER_PATH.exec(pathname) ?? []
  if (receiverPlace(id) === undefined) return undefined
  const form = method === 'POST' ? { 'content-type': FORM_TYPE } : {}
  const arrival = {
    method,
    target: pathname + search,
    body,
    headers: { host, ...form, ...headers },
  }
  const sender = await service.directory.byNumber(senderNumber)
  const own = sender && (await receive(service, sender, id, arrival))
  if (own) return own
  for (const project of await projectsOfReceiver(service, id)) {
    const answer =
      project.number === senderNumber ? null : await receive(service, project, id, arrival)
    if (answer !== null) return answer
  }
  return undefined
}

/**
 * Whether the checksum of a callback is valid for one of the project's keys; null if it has no
 * checksum.
 */
async function checksumFits(
  service: Service,
  project: Project,
  { target, headers, body }: Arrival,
): Promise<boolean | null> {
  const { searchParams } = new URL(target, 'http://receiver.invalid')
  const isForm = String(headers['content-type'] ?? '').startsWith(FORM_TYPE)
  const parameters = [...searchParams, ...(isForm ? new URLSearchParams(body) : [])]
  const checksum = parameters.find(([name]) => name === 'checksum')?.[1]
  if (checksum === undefined) return null
  if (checksum.length > HMAC_DIGITS) {
    const key = await service.directory.callbackKey(project.number)
    return isRsaChecksum(parameters, publicKeyOf(key), checksum)
  }
  const { callbackKeys } = (await service.read(project, datasetById)).settings
  return callbackKeys.some((key) => isHmacChecksum(parameters, keyText(key, project), checksum))
}
