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

export interface Arrival {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** The project of a receiver; undefined if no receiver has the id. */
export async function projectOfReceiver(
  service: Service,
  id: string,
): Promise<Project | undefined> {
  const found = receiverPlace(id)
  return found && service.directory.byNumber(found.projectNumber)
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

/** Delivers a callback whose URL is a receiver of this service; undefined for any other URL. */
export async function receiveOwn(
  service: Service,
  { method, url, body, headers = {} }: CallbackRequest,
): Promise<OwnAnswer | undefined> {
  const { pathname, search, host } = new URL(url)
  const [, id] = RECEIVER_PATH.exec(pathname) ?? []
  const project = id === undefined ? undefined : await projectOfReceiver(service, id)
  if (id === undefined || project === undefined) return undefined
  const form = method === 'POST' ? { 'content-type': FORM_TYPE } : {}
  const answer = await receive(service, project, id, {
    method,
    target: pathname + search,
    body,
    headers: { host, ...form, ...headers },
  })
  return answer ?? undefined
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
