// `sandcard seed`: fills a project with a fixtures file or with sample data.

import type { Command } from '@commander-js/extra-typings'
import { ApiError } from '../client/client.ts'
import type { SandboxProject } from '../client/connect.ts'
import type { SeedProjectRequest } from '../client/operations.ts'
import { timers } from '../time.ts'
import { wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { counted, fields, type Report, withProgress } from './terminal.ts'
import { textOfFile } from './values.ts'

export function addSeed(program: Command, session: Session): void {
  program
    .command('seed')
    .summary('fill a project with a file or with sample data')
    .description(
      'Applies fixtures (sandcard.config.json) to the project: cardholders, cards, balances, orders, rules and settings. The file is applied completely or not at all. Without a file, adds a week of sample data and advances the clock by seven days. Each call adds another set.',
    )
    .argument('[file]', 'the file; - reads standard input')
    .option('--seed <number>', 'up to nine digits; the same number gives the same sample data')
    .option('--new', 'create a project and fill that one; hosted mode needs SANDCARD_ADMIN_TOKEN')
    .addHelpText(
      'after',
      examples(
        ['sandcard seed sandcard.config.json', 'fill the demo project with a file'],
        ['sandcard seed', 'fill it with sample data'],
        ['sandcard seed --new --seed 7', 'fill a new project with sample data from seed 7'],
      ),
    )
    .action(async (path, { seed, new: isNew }) => {
      if (seed !== undefined && !/^\d{1,9}$/.test(seed))
        throw wrongArgument(`--seed needs a number of up to nine digits, not "${seed}".`)
      if (seed !== undefined && path !== undefined)
        throw wrongArgument('--seed is for sample data: omit it or the file.')
      // Checked before a project is created.
      const file = path === undefined ? undefined : await textOfFile(path)
      const project = await (isNew === true
        ? session.connection.project('Seeded')
        : session.project())
      if (file === undefined)
        await addSampleData(session, project, seed === undefined ? {} : { seed: Number(seed) })
      else if (isNew === true) await applyOrDelete(session, project, file)
      else await applyFile(session, project, file)
    })
}

const projectOf = ({ id, name, interfaceB }: SandboxProject) => ({
  project: { id, name, apiKey: interfaceB.apiKey },
})

async function addSampleData(
  session: Session,
  project: SandboxProject,
  request: SeedProjectRequest,
): Promise<void> {
  const seeded = await withProgress('Adding sample data', async (report) => {
    if (report !== undefined) await reportClock(project, report)
    return project.control.seedProject(request)
  })
  const { cardholders, cards, transfers, orders, orderNumberPrefix } = seeded
  const added = `${cardholders} cardholders, ${cards} cards, ${transfers} transfers, ${orders} orders`
  session.show({ ...projectOf(project), ...seeded }, () =>
    fields([
      ['project', `${project.id} (${project.name})`],
      ['added', `${added} (${orderNumberPrefix}...), seed ${seeded.seed}`],
      ['its clock reads', `${seeded.now}, advanced by seven days`],
      ['API key', project.interfaceB.apiKey],
    ]),
  )
}

const DAY_MS = 86_400_000
/** The sample data covers a week of the project's clock. */
const SAMPLE_DAYS = 7
const days = (ms: number): string => counted(Math.floor(ms / DAY_MS), 'day')
const CLOCK_POLL_MS = 500

/** Reports how far the service has advanced the clock while it adds sample data. */
async function reportClock({ control }: SandboxProject, report: Report): Promise<void> {
  const now = async (): Promise<number> => Date.parse((await control.getClock()).now)
  const start = await now()
  const show = (at: number): void => report(at - start, SAMPLE_DAYS * DAY_MS, days)
  // A failure only ends the progress reports, because nothing else needs the clock.
  const ignore = (): void => undefined
  const next = (): void => {
    const poll = (): void => void now().then(show).then(next, ignore)
    timers.setTimeout(poll, CLOCK_POLL_MS).unref()
  }
  next()
}

/** A file that is refused leaves no empty project behind. */
async function applyOrDelete(
  session: Session,
  project: SandboxProject,
  file: string,
): Promise<void> {
  try {
    await applyFile(session, project, file)
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await project.control.deleteProject()
    throw error
  }
}

async function applyFile(session: Session, project: SandboxProject, file: string): Promise<void> {
  const applied = await withProgress('Applying the file', (report) =>
    session.reporting(report, project.interfaceB.apiKey).applyFixtures({ file }),
  )
  const { cardholders, cards, orders, rules } = applied
  const added = [
    counted(cardholders.length, 'cardholder'),
    counted(cards.length, 'card'),
    counted(orders.length, 'order'),
    counted(rules, 'rule'),
  ]
  session.show({ ...projectOf(project), ...applied }, () =>
    fields([
      ['project', `${project.id} (${project.name})`],
      ['added', added.join(', ')],
      ...cards.map(({ key, id, numberMask }) => ['card', `${key ?? id}  ${numberMask}`] as const),
      ['API key', project.interfaceB.apiKey],
    ]),
  )
}
