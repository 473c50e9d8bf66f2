// Who is calling: login and password, or a token, among the parameters; in a project that allows it also by Basic authentication (RFC 7617).

import type { Project } from '../../engine/directory.ts'
import { isDemoCredential } from '../../projects/project.ts'
import type { Service } from '../../service.ts'
import { merchantLogin } from '../../web/redirects/merchant.ts'
import { basicCredentials } from '../endpoint/access.ts'
import { settingsOf } from './project-state.ts'
import type { SentParameters } from './sent-parameters.ts'
import { GatewayError, type GatewayErrorName } from './gateway-error.ts'

/** What a request says beside login, password and token among its parameters. */
interface Header {
  readonly authorization: string | undefined
  /** It came with a body that is no form, in which the credentials may stand unread. */
  readonly isBodyIgnored: boolean
  /** A token that another parameter has within. */
  readonly openToken: string | undefined
  /** What is said where no credentials came at all; the usual where it is undefined. */
  readonly withoutCredentials: GatewayErrorName | undefined
  /** Where the request comes from. */
  readonly address: string
  /** A page of another website has made a browser send it. */
  readonly isOfAnotherSite: boolean
}

/** The project of the credentials; whatever is wrong with them is said alike. */
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
    throw new GatewayError(isBodyIgnored && isAnonymous ? 'form-expected' : 'access-denied')
  if (header.isOfAnotherSite && isDemo(project)) throw new GatewayError('demo-from-another-site')
  return service.counted(project)
}

/** Its credentials are known to every website; those of any other project to its own people. */
const isDemo = ({ secrets: { interfaceC } }: Project): boolean =>
  isDemoCredential('c', interfaceC.userName, interfaceC.password)

/** The project whose login and password stand in the header, if it takes them there. */
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

/** A merchant acts for itself only: `merchantLogin` may name it, with or without the ending of its login. */
export const isOwn = (project: Project, merchant: string): boolean =>
  merchant === project.secrets.interfaceC.userName || merchant === merchantLogin(project)
