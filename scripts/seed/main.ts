// `npm run seed`: fills a project of a running service with sample data, by the control API.

import { parseArgs } from 'node:util'
import { connect, ApiError } from '../../src/index.ts'

const DEFAULT_URL = 'http://127.0.0.1:8583'
const COMMAND_USAGE = 'npm run seed -- [--url URL] [--project API_KEY] [--seed NUMBER]'
const COMMAND_HELP = `${COMMAND_USAGE}

Fills a project of a running service with a week of sample data and advances its clock by seven
days: POST /control/v1/seed. Each call adds another set.

  --url URL          the service; default ${DEFAULT_URL}
  --project API_KEY  an existing project; default: a new project
  --seed NUMBER      up to nine digits; the same number gives the same data; default: 1 for the
                     first set of the project, 2 for the second, and so on

SANDCARD_ADMIN_TOKEN is needed to create a project in hosted mode.

Examples:
  npm run seed
  npm run seed -- --project demo-api-key
  npm run seed -- --url http://127.0.0.1:9000 --seed 7`

try {
  await main()
} catch (error) {
  // parseArgs writes messages of several lines.
  console.error(`seed stopped: ${reasonOf(error).replace(/\s*\n\s*/g, ' ')}`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      project: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) {
    console.log(COMMAND_HELP)
    return
  }
  const [url = DEFAULT_URL, ...more] = [
    ...(values.url === undefined ? [] : [values.url]),
    ...positionals,
  ]
  if (!URL.canParse(url) || more.length > 0 || !/^\d{1,9}$/.test(values.seed ?? '1'))
    throw new Error(`expected one URL and a number of up to nine digits: ${COMMAND_USAGE}`)
  const service = connect(url, { adminToken: process.env['SANDCARD_ADMIN_TOKEN'] })
  const project =
    values.project === undefined
      ? await service.project('Seeded')
      : await service.open(values.project)
  const seeded = await project.control.seedProject(
    values.seed === undefined ? {} : { seed: Number(values.seed) },
  )
  const { cardholders, cards, transfers, orders } = seeded
  console.log(`project          ${project.id} (${project.name})`)
  console.log(
    `added            ${cardholders} cardholders, ${cards} cards, ${transfers} transfers, ${orders} orders (${seeded.orderNumberPrefix}...), seed ${seeded.seed}`,
  )
  console.log(`its clock reads  ${seeded.now}, advanced by seven days`)
  console.log(`interface A      ${project.interfaceA.login} / ${project.interfaceA.password}`)
  console.log(`interface B      X-API-KEY: ${project.interfaceB.apiKey}`)
  console.log(`interface C      ${project.interfaceC.userName} / ${project.interfaceC.password}`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ApiError || !(error.cause instanceof Error)) return error.message
  return `no service responds (${error.cause.message}). Start one with "npm start", or add its URL: ${COMMAND_USAGE}`
}
