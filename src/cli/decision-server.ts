// `sandcard decision-server`: lets your own server approve or decline authorisations.

import type { Command } from '@commander-js/extra-typings'
import type {
  ListRealTimeDecisionsAnswer,
  SetDecisionEndpointRequest,
} from '../client/operations.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { fields, table } from './terminal.ts'
import { numberOf } from './values.ts'

type Decision = ListRealTimeDecisionsAnswer['items'][number]

export function addDecisionServer(program: Command, session: Session): void {
  const server = program
    .command('decision-server')
    .summary('let your server approve or decline payments')
    .description(
      'Lets your server approve or decline payments with the project’s cards. It is only called if the card’s own checks allow the payment.',
    )
    .addHelpText(
      'after',
      examples(
        ['sandcard decision-server set http://127.0.0.1:3000/decide', 'set the server'],
        ['sandcard decision-server', 'the latest decisions'],
        ['sandcard decision-server delete', 'let only the card’s own rules decide'],
      ),
    )
  server
    .command('list', { isDefault: true })
    .description('Shows the server and its decisions, newest first.')
    .option('--limit <count>', 'number of decisions, 1 to 200', '20')
    .action(async ({ limit }) => {
      const list = await session.control.listRealTimeDecisions({ limit })
      const { endpoint } = list
      const url = endpoint === null ? 'There is no server.' : `Server: ${endpoint.url}`
      session.show(list, () => `${url}\n${decisionsText(list.items)}`)
    })
  server
    .command('show')
    .description('Shows a decision with its request and answers.')
    .argument('<id>', 'id of the decision')
    .action(async (id) => {
      const found = await session.control.showRealTimeDecision({ id })
      session.show(found, () => decisionText(found))
    })
  server
    .command('set')
    .description('Sets the server and prints its secret, which is not shown again.')
    .argument('<url>', 'URL of your server, which receives a signed POST request for each decision')
    .option('--timeout-ms <ms>', 'time limit, 100 to 10,000; default: 2000', numberOf)
    .option(
      '--on-timeout <decision>',
      'decision if the server does not respond in time: approve or decline (default)',
    )
    .option('--on-error <decision>', 'decision after a server error: approve or decline (default)')
    .action(async (url, options) => {
      // The service validates the options.
      const request = { url, ...options } as SetDecisionEndpointRequest
      const set = await session.control.setDecisionEndpoint(request)
      session.show(set, () =>
        fields([
          ['url', set.url],
          ['time limit', `${set.timeoutMs} ms`],
          ['without an answer', set.onTimeout],
          ['after an error', set.onError],
          ['secret', set.secret],
        ]),
      )
    })
  server
    .command('delete')
    .description('Removes the server. Only the card’s own rules then decide.')
    .action(async () => {
      const deleted = await session.control.deleteDecisionEndpoint()
      session.show(deleted, () => 'Only the card’s own rules decide now.')
    })
}

const answerText = ({ exchange }: Decision): string =>
  exchange === null ? 'no answer' : (exchange.error ?? `${exchange.latencyMs} ms`)

const decisionsText = (decisions: readonly Decision[]): string =>
  table(
    ['ID', 'AT', 'CARD', 'STATE', 'DECIDED BY', 'ANSWER'],
    decisions.map((decision) => [
      decision.id,
      decision.createdAt,
      decision.cardId,
      decision.state,
      decision.decidedBy ?? '-',
      answerText(decision),
    ]),
    'There are no decisions.',
  )

const decisionText = (decision: Decision): string =>
  fields([
    ['id', decision.id],
    ['at', decision.createdAt],
    ['card', decision.cardId],
    ['authorisation', decision.authorisationId ?? '-'],
    ['state', decision.state],
    ['decided by', decision.decidedBy ?? '-'],
    ['question', decision.question],
    ['result', answerText(decision)],
    ['answer', decision.exchange?.answer ?? '-'],
    ['late answer', decision.late?.answer ?? '-'],
  ])
