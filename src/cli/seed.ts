// `sandcard seed`: fills a project with sample data.

import type { Command } from '@commander-js/extra-typings'
import { wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { fields, withProgress } from './terminal.ts'

export function addSeed(program: Command, session: Session): void {
  program
    .command('seed')
    .summary('fill a project with sample data')
    .description(
      'Adds a week of sample data to the project: cardholders, cards, transfers, a subscription, orders in every state and callbacks. Advances its clock by seven days. Each call adds another set.',
    )
    .option('--seed <number>', 'up to nine digits; the same number gives the same data')
    .option('--new', 'create a project and fill that one; hosted mode needs SANDCARD_ADMIN_TOKEN')
    .addHelpText(
      'after',
      examples(
        ['sandcard seed', 'fill the demo project'],
        ['sandcard seed --new --seed 7', 'fill a new project with the data of number 7'],
      ),
    )
    .action(async ({ seed, new: isNew }) => {
      if (seed !== undefined && !/^\d{1,9}$/.test(seed))
        throw wrongArgument(`--seed needs a number of up to nine digits, not "${seed}".`)
      const project = await (isNew === true
        ? session.connection.project('Seeded')
        : session.project())
      const seeded = await withProgress(
        'Adding sample data',
        project.control.seedProject(seed === undefined ? {} : { seed: Number(seed) }),
      )
      const { cardholders, cards, transfers, orders, orderNumberPrefix } = seeded
      const added = `${cardholders} cardholders, ${cards} cards, ${transfers} transfers, ${orders} orders`
      const apiKey = project.interfaceB.apiKey
      session.show({ project: { id: project.id, name: project.name, apiKey }, ...seeded }, () =>
        fields([
          ['project', `${project.id} (${project.name})`],
          ['added', `${added} (${orderNumberPrefix}...), seed ${seeded.seed}`],
          ['its clock reads', `${seeded.now}, advanced by seven days`],
          ['API key', apiKey],
        ]),
      )
    })
}
