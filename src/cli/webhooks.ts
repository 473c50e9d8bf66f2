// `sandcard webhooks`: sends a project's events to URLs.

import type { Command } from '@commander-js/extra-typings'
import type { ListWebhookDeliveriesAnswer, ListWebhooksAnswer } from '../client/operations.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { fields, table } from './terminal.ts'
import { collected, numberOf } from './values.ts'

export function addWebhooks(program: Command, session: Session): void {
  const webhooks = program
    .command('webhooks')
    .summary('send events to a URL')
    .description(
      'A webhook sends the project’s events to a URL, in the format of Standard Webhooks.',
    )
    .addHelpText(
      'after',
      examples(
        ['sandcard webhooks add http://127.0.0.1:3000/events', 'every event'],
        [
          "sandcard webhooks add http://127.0.0.1:3000/events --event 'card.*' --event order.held",
          'some events',
        ],
        ['sandcard webhooks deliveries ID', 'its events and their attempts'],
      ),
    )
  addSubscriptions(webhooks, session)
  addDeliveries(webhooks, session)
}

function addSubscriptions(webhooks: Command, session: Session): void {
  webhooks
    .command('list', { isDefault: true })
    .description('Lists the webhooks.')
    .action(async () => {
      const list = await session.control.listWebhooks()
      session.show(list, () => webhooksText(list.items))
    })
  webhooks
    .command('types')
    .description('Lists the types of events.')
    .action(async () => {
      const { eventTypes } = await session.control.listWebhooks()
      session.show(eventTypes, () =>
        table(
          ['TYPE', 'WHEN'],
          eventTypes.map(({ type, description }) => [type, description]),
          '',
        ),
      )
    })
  webhooks
    .command('add')
    .description('Adds a webhook and prints its secret, which is not shown again.')
    .argument('<url>', 'URL that receives the events')
    .option('--event <type>', 'a type, or a pattern such as card.*; repeatable', collected)
    .action(async (url, { event }) => {
      const added = await session.control.createWebhook({ url, ...(event && { events: event }) })
      session.show(added, () => `${webhooksText([added])}\nSecret: ${added.secret}`)
    })
  webhooks
    .command('rotate')
    .description('Replaces the secret. For a while, both secrets sign the events.')
    .argument('<id>', 'id of the webhook')
    .option('--overlap-seconds <seconds>', 'how long both secrets sign; default: one day', numberOf)
    .action(async (id, { overlapSeconds }) => {
      const request = { id, ...(overlapSeconds !== undefined && { overlapSeconds }) }
      const rotated = await session.control.rotateWebhookSecret(request)
      session.show(rotated, () =>
        fields([
          ['secret', rotated.secret],
          ['old secret signs until', rotated.oldSecretEndsAt ?? 'now'],
        ]),
      )
    })
  webhooks
    .command('delete')
    .description('Deletes a webhook.')
    .argument('<id>', 'id of the webhook')
    .action(async (id) => {
      const deleted = await session.control.deleteWebhook({ id })
      session.show(deleted, () => `Webhook ${deleted.id} is deleted.`)
    })
}

function addDeliveries(webhooks: Command, session: Session): void {
  webhooks
    .command('deliveries')
    .description('Lists a webhook’s events, newest first.')
    .argument('<id>', 'id of the webhook')
    .option('--limit <count>', 'number of events, 1 to 200', '50')
    .action(async (id, { limit }) => {
      const list = await session.control.listWebhookDeliveries({ id, limit })
      session.show(list, () => deliveriesText(list.items))
    })
  webhooks
    .command('test')
    .description('Sends a test event.')
    .argument('<id>', 'id of the webhook')
    .action(async (id) => {
      const sent = await session.control.sendTestEvent({ id })
      session.show(sent, () => deliveriesText([sent]))
    })
  webhooks
    .command('resend')
    .description('Sends an event again.')
    .argument('<id>', 'id of the webhook')
    .argument('<delivery>', 'id of the event')
    .action(async (id, delivery) => {
      const sent = await session.control.resendWebhookDelivery({ id, delivery })
      session.show(sent, () => deliveriesText([sent]))
    })
}

const webhooksText = (webhooks: ListWebhooksAnswer['items']): string =>
  table(
    ['ID', 'STATE', 'URL', 'EVENTS'],
    webhooks.map(({ id, state, url, events }) => [id, state, url, events.join(' ')]),
    'There are no webhooks.',
  )

const deliveriesText = (deliveries: ListWebhookDeliveriesAnswer['items']): string =>
  table(
    ['ID', 'CREATED', 'TYPE', 'STATE', 'FAILURES', 'LAST ATTEMPT'],
    deliveries.map(({ id, createdAt, type, state, failures, attempts }) => {
      const last = attempts.at(-1)
      const result = last === undefined ? '-' : (last.error ?? String(last.httpStatus))
      return [id, createdAt, type, state, String(failures), result]
    }),
    'There are no events.',
  )
