// The main page's model: the demo project as the operations return it.

import { getClock } from '../../../api/control/projects/clock.ts'
import { getProject } from '../../../api/control/projects/projects.ts'
import type { Perform } from '../../../api/endpoint/in-process.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { getPinKey } from '../../../api/issuing-v2/cards.ts'
import { DEMO_NAME } from '../../../projects/project.ts'
import { VERSION } from '../../../version.ts'
import { firstCalls } from './first-calls.ts'
import type { InterfaceView, ProductFact, StartPageModel } from './main-page-model.ts'

type ProjectAnswer = AnswerOf<typeof getProject>

export async function startPageModel(perform: Perform, baseUrl: string): Promise<StartPageModel> {
  const [project, clock, { kid, alg, pem }] = await Promise.all([
    perform(getProject),
    perform(getClock),
    perform(getPinKey),
  ])
  const { id, name, mode } = project
  return {
    project: { id, name: name === DEMO_NAME ? 'Demo project' : name },
    clock: { now: new Date(clock.now), state: stateOf(clock) },
    mode,
    version: VERSION,
    baseUrl,
    interfaces: interfaces(project, baseUrl),
    product: productFacts(project),
    pinKey: { kid, algorithm: alg, pem: pem.trim() },
    commandGroups: firstCalls(project, baseUrl, mode),
  }
}

const stateOf = ({ frozen, offsetMs }: AnswerOf<typeof getClock>) =>
  frozen ? 'frozen' : offsetMs === 0 ? 'real' : 'shifted'

function interfaces(
  { interfaceA, interfaceB, interfaceC }: ProjectAnswer,
  baseUrl: string,
): InterfaceView[] {
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
        { label: 'or token', value: interfaceC.token },
        { label: 'Callback key', value: interfaceC.callbackKey },
      ],
    },
    {
      letter: null,
      name: 'Control API',
      purpose:
        'Create test projects, change settings, advance the clock, read callbacks and the ledger, and reset the project.',
      url: `${baseUrl}/control/v1/`,
      credentials: [apiKey],
    },
  ]
}

const productFacts = ({ product }: ProjectAnswer): ProductFact[] => [
  { label: 'Institution', fields: 'institutionId, agent_number', value: product.institutionId },
  { label: 'Product', fields: 'product_id', value: product.productId },
  { label: 'Account service', fields: 'service_id_acc', value: product.serviceIdAcc },
  { label: 'Product of interface A', fields: 'productName', value: product.productName },
  { label: 'Card product of interface B', fields: 'productName', value: product.cardProductName },
  { label: 'BIN, the first six digits of every card number', value: product.bin },
]
