// `sandcard project`: creates, lists, renames, resets and deletes projects.

import type { Command } from '@commander-js/extra-typings'
import type { ProjectDescription } from '../client/operations.ts'
import { wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { fields, table } from './terminal.ts'

export function addProject(program: Command, session: Session): void {
  const project = program
    .command('project')
    .summary('create, list, rename, reset or delete projects')
    .description(
      'Creates and lists the service’s projects, and renames, resets or deletes one. Each project has its own credentials, data and clock.',
    )
    .addHelpText(
      'after',
      examples(
        [
          'export SANDCARD_KEY=$(sandcard project create ci --json | jq -r .interfaceB.apiKey)',
          'create a project, and use it for the next commands',
        ],
        ['sandcard project reset', 'reset it'],
      ),
    )
  project
    .command('create')
    .description(
      'Creates a project and prints its credentials. In hosted mode, set SANDCARD_ADMIN_TOKEN.',
    )
    .argument('[name]', 'name of the project')
    .option('--snapshot <snapshot>', 'snapshot to copy, by name or id')
    .option('--seed <seed>', 'the same seed gives the same ids and card numbers', seedOf)
    .option('--owner <email>', 'hosted mode: the account that owns it')
    .action(async (name, options) => {
      const created = await session.connection.project({ name, ...options })
      session.show(descriptionOf(created), () => projectText(created))
    })
  project
    .command('show', { isDefault: true })
    .description('Prints the project of the API key with its credentials.')
    .action(async () => {
      const found = await session.control.getProject()
      session.show(found, () => projectText(found))
    })
  project
    .command('list')
    .description('Lists the projects, newest first. In hosted mode, set SANDCARD_ADMIN_TOKEN.')
    .option('--limit <count>', 'number of projects, 1 to 200', '50')
    .option('--cursor <cursor>', 'continues a list: the nextCursor of the previous page')
    .action(async ({ limit, cursor }) => {
      const list = await session.connection.admin.listProjects({
        limit,
        ...(cursor !== undefined && { cursor }),
      })
      session.show(list, () =>
        table(
          ['ID', 'NAME', 'CREATED'],
          list.items.map(({ id, name, createdAt }) => [id, name, createdAt]),
          'There are no projects.',
        ),
      )
      if (list.nextCursor !== null && !session.isJson)
        session.remark(`More projects: --cursor ${list.nextCursor}`)
    })
  addChanges(project, session)
}

/** Renaming, resetting and deleting. */
function addChanges(project: Command, session: Session): void {
  project
    .command('rename')
    .description('Renames the project. Its id and credentials do not change.')
    .argument('<name>', 'the new name')
    .action(async (name) => {
      const { id, name: before } = await session.project()
      const answer = await session.control.renameProject({ name })
      session.show(descriptionOf(answer), () => `Project ${id} (${before}) is now ${answer.name}.`)
    })
  project
    .command('reset')
    .description(
      'Deletes the project’s data, and resets its settings and clock. Keeps its name and credentials.',
    )
    .action(async () => {
      const { id, name } = await session.project()
      const answer = await session.control.resetProject()
      session.show(answer, () => `Project ${id} (${name}) is empty. Its credentials are kept.`)
    })
  project
    .command('delete')
    .description(
      'Deletes the project with its data and credentials. This cannot be undone. In hosted mode, set SANDCARD_ADMIN_TOKEN.',
    )
    .option('--yes', 'confirm the deletion')
    .action(async ({ yes }) => {
      const { id, name, control } = await session.project()
      if (yes !== true)
        throw wrongArgument(`This deletes ${id} (${name}) with all its data. Confirm with --yes.`)
      const answer = await control.deleteProject()
      session.show(answer, () => `Project ${id} (${name}) is deleted.`)
    })
}

/** A number stays a number in requests: 7 and "7" are different seeds. */
const seedOf = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text)

/** The project as the service describes it, without its clients. */
export function descriptionOf(project: ProjectDescription): ProjectDescription {
  const { id, name, mode, interfaceA, interfaceB, interfaceC, product, settings } = project
  return { id, name, mode, interfaceA, interfaceB, interfaceC, product, settings }
}

export const projectText = ({
  id,
  name,
  interfaceA,
  interfaceB,
  interfaceC,
}: ProjectDescription): string =>
  fields([
    ['project', `${id} (${name})`],
    ['interface A', `Basic ${interfaceA.login}:${interfaceA.password}`],
    ['interface B', `X-API-KEY: ${interfaceB.apiKey}`],
    ['interface C', `userName=${interfaceC.userName} password=${interfaceC.password}`],
    ['callback key', interfaceC.callbackKey],
    ['control', `X-API-KEY: ${interfaceB.apiKey}`],
  ])
