// The main page's model, built for the demo project as the specification documents it.

import { createHash, createPublicKey } from 'node:crypto'
import { DEMO_NAME } from '../../../projects/project.ts'
import type { Settings } from '../../../kernel/settings.ts'
import type { Project } from '../../../engine/directory.ts'
import { clockResult } from '../../../projects/move-clock.ts'
import type { Service } from '../../../service.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { realNow } from '../../../time.ts'
import { VERSION } from '../../../version.ts'
import { firstCalls } from './first-calls.ts'
import type { InterfaceView, ProductFact, StartPageModel } from './main-page-model.ts'

export async function startPageModel(
  service: Service,
  project: Project,
  baseUrl: string,
): Promise<StartPageModel> {
  const [{ settings, ...frame }, pinKey] = await Promise.all([
    frameOf(service, project),
    service.directory.pinKey(project.number),
  ])
  return {
    ...frame,
    mode: service.config.mode,
    version: VERSION,
    baseUrl,
    interfaces: interfaces(project, baseUrl, callbackKeyOf(project, settings)),
    product: product(project),
    pinKey: publicPinKey(pinKey),
    commandGroups: firstCalls(project.secrets, baseUrl),
  }
}

/** The project and its clock, as the top bar shows them. */
async function frameOf(service: Service, project: Project) {
  const dataset = await service.read(project, datasetById)
  const { now, frozen, offsetMs } = clockResult(dataset, realNow(), 0)
  const state = frozen ? 'frozen' : offsetMs === 0 ? 'real' : 'shifted'
  return {
    project: { id: project.id, name: project.name === DEMO_NAME ? 'Demo project' : project.name },
    clock: { now: new Date(now), state },
    settings: dataset.settings,
  } as const
}

/** The key that signs now, which a rotation replaces. */
function callbackKeyOf({ secrets, vault }: Project, { callbackKeys }: Settings): string {
  const sealed = callbackKeys.at(-1)?.sealed ?? null
  return sealed === null ? secrets.interfaceC.callbackKey : vault.open(sealed)
}

function interfaces({ secrets }: Project, baseUrl: string, callbackKey: string): InterfaceView[] {
  const { interfaceA, interfaceB, interfaceC } = secrets
  const apiKey = { label: 'X-API-KEY', value: interfaceB.apiKey }
  return [
    {
      letter: 'A',
      name: 'Card management, version 1',
      purpose: 'Every operation is an HTTP POST with JSON and Basic authentication.',
      url: `${baseUrl}/v1/apigate/ws/rest/`,
      credentials: [
        { label: 'Login', value: interfaceA.login },
        { label: 'Password', value: interfaceA.password },
      ],
    },
    {
      letter: 'B',
      name: 'Card management, version 2',
      purpose: 'Cardholders, cards, top-ups and transfers as REST resources.',
      url: `${baseUrl}/v2/`,
      credentials: [apiKey],
    },
    {
      letter: 'C',
      name: 'Payment gateway',
      purpose: 'Orders, the payment page, 3-D Secure, recurring payments and signed callbacks.',
      url: `${baseUrl}/payment/rest/`,
      credentials: [
        { label: 'userName', value: interfaceC.userName },
        { label: 'password', value: interfaceC.password },
        { label: 'token (instead of both)', value: interfaceC.token },
        { label: 'Callback key', value: callbackKey },
      ],
    },
    {
      letter: null,
      name: 'Control API',
      purpose: 'Projects for your tests, settings, the clock, callbacks, reset and the ledger.',
      url: `${baseUrl}/control/v1/`,
      credentials: [apiKey],
    },
  ]
}

function product({ secrets }: Project): ProductFact[] {
  const { product } = secrets
  return [
    { label: 'Institution', fields: 'institutionId, agent_number', value: product.institutionId },
    { label: 'Product', fields: 'product_id', value: product.productId },
    { label: 'Account service', fields: 'service_id_acc', value: product.serviceIdAcc },
    { label: 'Product of interface A', fields: 'productName', value: product.productName },
    { label: 'Card product of interface B', fields: 'productName', value: product.cardProductName },
    { label: 'BIN, the first six digits of every card number', value: product.bin },
  ]
}

/** The public half, named by its thumbprint (RFC 7638). */
function publicPinKey(privatePem: string): StartPageModel['pinKey'] {
  const key = createPublicKey(privatePem)
  const { e, kty, n } = key.export({ format: 'jwk' })
  return {
    kid: createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url'),
    algorithm: 'RSA-OAEP-256',
    pem: key.export({ type: 'spki', format: 'pem' }).toString().trim(),
  }
}
