// `sandcard call`: calls any operation of the control API.

import type { Command } from '@commander-js/extra-typings'
import { type ControlApi, controlApiRoutes } from '../client/operations.ts'
import type { CallOptions } from '../client/route.ts'
import { commandSecret } from '../config.ts'
import { wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { table } from './terminal.ts'
import { jsonOfFile, objectOf, textOfFile } from './values.ts'

export function addCall(program: Command, session: Session): void {
  program
    .command('call')
    .summary('call any operation of the control API')
    .description(
      'Calls an operation of the control API and prints the response. Without an operation, lists them. The reference of the service (/docs) explains their fields.',
    )
    .argument('[operation]', 'name of the operation')
    .argument(
      '[field...]',
      'fields of path, query and body as name=value; objects and lists in JSON',
    )
    .option('--file <file>', 'the body: JSON, or the file to import; - reads standard input')
    .addHelpText(
      'after',
      examples(
        ['sandcard call listOrders status=held limit=5', 'the newest held orders'],
        ['sandcard call resendCallback id=12', 'send a callback again'],
        [`sandcard call updateProject 'callbackOperations=["deposited"]'`, 'change a setting'],
      ),
    )
    .action(async (name, pairs, { file }) => {
      if (name === undefined) {
        await showList(session)
        return
      }
      const operation = NAMES.find((each) => each === name)
      if (operation === undefined)
        throw wrongArgument(`There is no operation "${name}". "sandcard call" lists them.`)
      const call: Call = session.control[operation]
      const answer = await call(await requestOf(operation, pairs, file), {
        snapshotPassphrase: commandSecret('SNAPSHOT_PASSPHRASE'),
      })
      session.print(typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2))
    })
}

const NAMES = Object.keys(controlApiRoutes) as (keyof ControlApi)[]
/** The service validates the request. */
type Call = (request: never, options: CallOptions) => Promise<unknown>

async function showList(session: Session): Promise<void> {
  // Loaded on demand, because most commands need no schemas.
  const { described } = await import('./operation-fields.ts')
  const operations = NAMES.map((operation) => ({
    operation,
    summary: described(operation).summary,
  }))
  session.show({ operations }, () =>
    table(
      ['OPERATION', 'SUMMARY'],
      operations.map(({ operation, summary }) => [operation, summary]),
      '',
    ),
  )
}

async function requestOf(
  operation: keyof ControlApi,
  pairs: readonly string[],
  file: string | undefined,
): Promise<never> {
  const { described, fieldsOf } = await import('./operation-fields.ts')
  const { properties, required } = fieldsOf(described(operation))
  const request = {
    ...objectOf(operation, pairs, { properties }),
    ...(file !== undefined && (await bodyOf(operation, file))),
  }
  const missing = required.filter((field) => !(field in request))
  if (missing.length > 0) throw wrongArgument(`${operation} needs ${missing.join(', ')}.`)
  return request as never
}

async function bodyOf(operation: keyof ControlApi, path: string): Promise<object> {
  if (controlApiRoutes[operation].body === 'file') return { file: await textOfFile(path) }
  const body = await jsonOfFile(path)
  if (typeof body === 'object' && body !== null) return body
  throw wrongArgument(`${path} must contain a JSON object.`)
}
