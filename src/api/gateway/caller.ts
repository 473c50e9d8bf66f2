// Authenticates the caller: login and password or a token among the parameters, or Basic
// authentication (RFC 7617) if the project allows it.

import type { FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import { isDemoCredential } from '../../projects/project.ts'
import type { Service } from '../../service.ts'
import { merchantLogin } from '../../web/redirects/merchant.ts'
import { basicCredentials } from '../endpoint/access.ts'
import { settingsOf } from './project-state.ts'
import type { SentParameters } from './parameters/sent-parameters.ts'
import { GatewayError, type GatewayErrorName } from './errors/gateway-error.ts'

/** Details of a request other than the login, password and token among its parameters. */
interface Header {
  readonly authorization: string | undefined
  /** The body is not a form, so credentials in it were not read. */
  readonly isBodyIgnored?: boolean
  /** A token in another parameter. */
  readonly openToken?: string | undefined
  /** The error for a request without credentials; undefined for the default error. */
  readonly withoutCredentials?: GatewayErrorName | undefined
  /** IP address of the request. */
  readonly address: string
  /** A page on another website made the browser send the request. */
  readonly isOfAnotherSite: boolean
}

export const headerOf = ({ headers, ip }: FastifyRequest): Header => ({
  authorization: headers.authorization,
  address: ip,
  isOfAnotherSite: headers['sec-fetch-site'] === 'cross-site',
})

/** The project with these credentials. Every wrong combination returns the same error. */
export async function callerOf(
  service: Service,
  sent: SentParameters,
  header: Header,
): Promise<Project> {
  const { authorization, isBodyIgnored, openToken, withoutCredentials, address } = header
  const [userName] = sent('userName')
  const [password] = sent('password')
  const [token = openToken] = sent('token')
  const project =
    userName !== undefined && password !== undefined
      ? await service.logIn({ kind: 'c', login: userName, password, ip: address })
      : token !== undefined && userName === undefined
        ? await service.directory.authenticate('c-token', token)
        : userName === undefined && password === undefined
          ? await callerByBasic(service, authorization, address)
          : undefined
  const isAnonymous = userName === undefined && token === undefined
  if (isAnonymous && password === undefined && authorization === undefined && withoutCredentials)
    throw new GatewayError(withoutCredentials)
  const [merchant] = sent('merchantLogin')
  if (project === undefined || (merchant !== undefined && !isOwn(project, merchant)))
    throw new GatewayError(
      isBodyIgnored === true && isAnonymous ? 'form-expected' : 'access-denied',
    )
  if (header.isOfAnotherSite && isDemo(project)) throw new GatewayError('demo-from-another-site')
  return service.counted(project)
}

/** Any website may know the credentials of the demo project. */
const isDemo = ({ secrets: { interfaceC } }: Project): boolean =>
  isDemoCredential('c', interfaceC.userName, interfaceC.password)

/** The project with the login and password in the header, if its settings allow them there. */
async function callerByBasic(
  service: Service,
  authorization: string | undefined,
  address: string,
): Promise<Project | undefined> {
  const sent = basicCredentials(authorization)
  const project = sent && (await service.logIn({ kind: 'c', ...sent, ip: address }))
  if (project === undefined) return undefined
  const { basicAuthentication } = await settingsOf({ service, project })
  return basicAuthentication === 'on' ? project : undefined
}

/** `merchantLogin` may only name the caller, with or without the login's suffix. */
export const isOwn = (project: Project, merchant: string): boolean =>
  merchant === project.secrets.interfaceC.userName || merchant === merchantLogin(project)
