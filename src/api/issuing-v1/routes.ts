// The ten operations of interface A: its words become an ask, and the answer becomes its words again.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/fault.ts'
import { accountIdOf } from '../../ledger/account.ts'
import { issuePan, maskPan } from '../../issuing/pan.ts'
import { recordsOf } from './record.ts'
import { batchTime } from '../../kernel/dataset.ts'
import { isReserved } from '../../payments/test-card.ts'
import type { Project } from '../../engine/directory.ts'
import type { CandidateNumber } from '../../issuing/card-number.ts'
import type { CardResult } from '../../issuing/card-result.ts'
import type { Service } from '../../service.ts'
import { cardById } from '../../store/reads/cards.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { entriesOfCard } from '../../store/reads/journal.ts'
import { realNow } from '../../time.ts'
import { HOT_STATUS } from './codes.ts'
import { cardIdOf, expiryOf, newExpiryOf, periodOf, posDataCodeOf } from './input.ts'
import { registrationOf } from './registration.ts'
import * as answers from './schemas-answers.ts'
import * as bodies from './schemas.ts'
import * as views from './views.ts'

const tags = ['A: cards version 1']

const projectOf = (request: FastifyRequest): Project => request.getDecorator<Project>('project')

/** Registers every operation. */
export function operationRoutes(plain: FastifyInstance, service: Service): void {
  customerRoutes(plain, service)
  limitRoutes(plain, service)
  cardRoutes(plain, service)
  movementRoutes(plain, service)
}

function customerRoutes(plain: FastifyInstance, service: Service): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>()
  app.post(
    '/registerCustomer',
    {
      config: { api: 'A', operation: 'registerCustomer' },
      schema: {
        operationId: 'registerCustomer',
        summary: 'Register a customer',
        description: 'Registers a customer and opens the one account they have.',
        tags,
        body: bodies.RegisterCustomerBody,
        response: answers.viewAnswers(answers.CustomerAnswer),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const input = registrationOf(request.body, project.secrets.product)
      const { accountNumber } = await service.execute(project, 'registerCardholder', input)
      return { customerNumber: input.customerNumber ?? '', accountNumber }
    },
  )
  app.post(
    '/createVirtualCard',
    {
      config: { api: 'A', operation: 'createVirtualCard' },
      schema: {
        operationId: 'createVirtualCard',
        summary: 'Issue a virtual card',
        description:
          'Issues an active card on the account of a customer. Digits 7 to 15 of the number sent are kept; the BIN of the ' +
          'registration is put in front and the check digit is computed.',
        tags,
        body: bodies.CreateVirtualCardBody,
        response: answers.viewAnswers(answers.VirtualCardAnswer),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const { cardIdentification, virtualCardIdentification, ...body } = request.body
      const { expDate, productType } = virtualCardIdentification
      const answer = await service.execute(project, 'createVirtualCard', {
        customerId: cardIdentification.customerId,
        accountId: accountIdOf(body.accountNumber),
        accountNumber: body.accountNumber,
        candidates: numbersOf(cardIdentification.cardNumber, project),
        expiry: newExpiryOf(expDate, '/virtualCardIdentification/expDate'),
        productType: String(productType),
        amount: Number(body.amount),
        currency: Number(body.currency),
      })
      return views.virtualCardView(answer, project.vault)
    },
  )
}

function limitRoutes(plain: FastifyInstance, service: Service): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>()
  app.post(
    '/getCardLimits',
    {
      config: { api: 'A', operation: 'getCardLimits' },
      schema: {
        operationId: 'getCardLimits',
        summary: 'Read the limits of a card',
        description: 'The six limits with what is used of them in their current window.',
        tags,
        body: bodies.CardBody,
        response: answers.viewAnswers(answers.CardLimitsAnswer),
      },
    },
    async (request) => {
      const cardId = cardIdOf(request.body.cardIdentification.cardId)
      const [card, dataset] = await service.read(projectOf(request), (reads, datasetId) =>
        Promise.all([cardById(reads, datasetId, cardId), datasetById(reads, datasetId)]),
      )
      return { limits: views.limitsView(existing(card), batchTime(dataset, realNow())) }
    },
  )
  app.post(
    '/changeCardLimit',
    {
      config: { api: 'A', operation: 'changeCardLimit' },
      schema: {
        operationId: 'changeCardLimit',
        summary: 'Change a limit of a card',
        description: 'Sets the value and the cycle of one limit; the others stay as they are.',
        tags,
        body: bodies.ChangeCardLimitBody,
        response: answers.resultAnswers(answers.OperationResult),
      },
    },
    async (request) => {
      const { cardIdentification, limit } = request.body
      const { entry } = await service.execute(projectOf(request), 'changeLimits', {
        cardId: cardIdOf(cardIdentification.cardId),
        limits: [
          {
            name: limit.name,
            value: Number(limit.value),
            cycleType: Number(limit.cycleType),
            cycleLength: Number(limit.cycleLength),
          },
        ],
      })
      return views.resultView('changeCardLimit', entry)
    },
  )
}

function cardRoutes(plain: FastifyInstance, service: Service): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>()
  app.post(
    '/getCardData',
    {
      config: { api: 'A', operation: 'getCardData' },
      schema: {
        operationId: 'getCardData',
        summary: 'Read a card and its account',
        description: 'The card with its full number, its status and the balance that is available.',
        tags,
        body: bodies.CardBody,
        response: answers.viewAnswers(answers.CardDataAnswer),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const card = await readCard(service, project, request.body.cardIdentification.cardId)
      return { cardData: views.cardDataView(card, project.vault) }
    },
  )
  app.post(
    '/blockCard',
    {
      config: { api: 'A', operation: 'blockCard' },
      schema: {
        operationId: 'blockCard',
        summary: 'Block a card',
        description: 'Blocks an active card: status 0 becomes 6.',
        tags,
        body: bodies.BlockCardBody,
        response: answers.resultAnswers(answers.OperationResult),
      },
    },
    async (request) => {
      const { cardIdentification, hotCardStatus } = request.body
      const operation = await changeStatus(service, projectOf(request), {
        ...cardIdentification,
        command: 'blockCard',
        supported: Number(hotCardStatus) === HOT_STATUS.blocked.code,
      })
      return views.resultView('blockCard', operation)
    },
  )
  // Older introductions of this interface spell the operation changeCardState.
  for (const path of ['changeCardStatus', 'changeCardState'])
    app.post(
      `/${path}`,
      {
        config: { api: 'A', operation: 'changeCardStatus' },
        schema: {
          hide: path !== 'changeCardStatus',
          operationId: path,
          summary: 'Make a blocked card active',
          description: 'Lifts a block: status 6 becomes 0.',
          tags,
          body: bodies.ChangeCardStatusBody,
          response: answers.resultAnswers(answers.OperationResult),
        },
      },
      async (request) => {
        const { cardIdentification, hotCardStatus } = request.body
        const operation = await changeStatus(service, projectOf(request), {
          ...cardIdentification,
          command: 'unblockCard',
          supported: Number(hotCardStatus) === HOT_STATUS.active.code,
        })
        return views.resultView('changeCardStatus', operation)
      },
    )
}

function movementRoutes(plain: FastifyInstance, service: Service): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>()
  app.post(
    '/creditCard',
    {
      config: { api: 'A', operation: 'creditCard' },
      schema: {
        operationId: 'creditCard',
        summary: 'Credit a card',
        description: 'Deposits funds of the sandbox on the account of a card.',
        tags,
        body: bodies.CreditCardBody,
        response: answers.resultAnswers(answers.FinancialResult),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const { cardIdentification, amount, currency } = request.body
      const { cardNumber, expDate } = cardIdentification
      const expiry =
        expDate === undefined ? {} : { expiry: expiryOf(expDate, '/cardIdentification/expDate') }
      const answer = await service.execute(project, 'topup', {
        destination: project.vault.numberHash(String(cardNumber)),
        amount: Number(amount),
        currency: Number(currency),
        ...expiry,
      })
      return views.movementView('creditCard', answer)
    },
  )
  app.post(
    '/p2pTransfer',
    {
      config: { api: 'A', operation: 'p2pTransfer' },
      schema: {
        operationId: 'p2pTransfer',
        summary: 'Transfer from card to card',
        description: 'Moves funds between two cards of the sandbox.',
        tags,
        body: bodies.P2pTransferBody,
        response: answers.resultAnswers(answers.FinancialResult),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const { sourceCardIdentification: source, ...body } = request.body
      const posDataCode = posDataCodeOf(body.pointOfServiceDataCode)
      const { senderName, senderAddress } = body.senderReceiverInfo ?? {}
      const answer = await service.execute(project, 'transfer', {
        source: project.vault.numberHash(String(source.cardNumber)),
        destination: project.vault.numberHash(
          String(body.destinationCardIdentification.cardNumber),
        ),
        expiry: expiryOf(source.expDate, '/sourceCardIdentification/expDate'),
        amount: Number(body.amount),
        currency: Number(body.currency),
        details: {
          ...(senderName === undefined ? {} : { senderName }),
          ...(senderAddress === undefined ? {} : { senderAddress }),
          ...(posDataCode === undefined ? {} : { posDataCode }),
        },
      })
      return views.movementView('p2pTransfer', answer)
    },
  )
  app.post(
    '/getTransactions',
    {
      config: { api: 'A', operation: 'getTransactions' },
      schema: {
        operationId: 'getTransactions',
        summary: 'List the transactions of a card',
        description: 'Everything that happened to a card in a period, oldest first.',
        tags,
        body: bodies.GetTransactionsBody,
        response: answers.viewAnswers(answers.TransactionsAnswer),
      },
    },
    async (request) => {
      const period = periodOf(request.body.period)
      const cardId = cardIdOf(request.body.cardIdentification.cardId)
      const [card, entries] = await service.read(projectOf(request), (reads, datasetId) =>
        Promise.all([
          cardById(reads, datasetId, cardId),
          entriesOfCard(reads, datasetId, cardId, period),
        ]),
      )
      existing(card)
      const records = entries.flatMap((entry) => recordsOf(entry, cardId))
      return { transactions: records.map(views.transactionView) }
    },
  )
}

/** The number to issue, or none where it is one of the test cards, which are never issued. */
function numbersOf(cardNumber: number | string, { secrets, vault }: Project): CandidateNumber[] {
  const pan = issuePan(secrets.product.bin, String(cardNumber).slice(6, 15))
  if (isReserved(pan)) return []
  return [{ hash: vault.numberHash(pan), sealed: vault.seal(pan), mask: maskPan(pan) }]
}

/** Blocks or unblocks. A target status that the operation does not support is refused after an unknown card is. */
async function changeStatus(
  service: Service,
  project: Project,
  change: { cardId: number | string; command: 'blockCard' | 'unblockCard'; supported: boolean },
) {
  const { command, supported } = change
  if (!supported) {
    await readCard(service, project, change.cardId)
    throw new Fault('hot-status-unsupported', 'This hotCardStatus is not supported here.')
  }
  const cardId = cardIdOf(change.cardId)
  const { entry } = await service.execute(project, command, { cardId })
  return entry
}

async function readCard(
  service: Service,
  project: Project,
  cardId: number | string,
): Promise<CardResult> {
  const id = cardIdOf(cardId)
  return existing(await service.read(project, (reads, datasetId) => cardById(reads, datasetId, id)))
}

function existing(card: CardResult | undefined): CardResult {
  if (card === undefined) throw new Fault('card-not-found', 'There is no such card.')
  return card
}
