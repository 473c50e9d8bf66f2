// `npm run seed [URL] [--project API_KEY] [--seed NUMBER]`: fills a project of a running service with believable data, a new one unless
// the API key of one is given. The same number draws the same data.

import { parseArgs } from 'node:util'
import { connect, ApiError } from '../../src/index.ts'
import { seededDraw } from './draw.ts'
import { SeedStory } from './story.ts'

const DEFAULT_URL = 'http://127.0.0.1:8583'
const COMMAND_USAGE = 'npm run seed [URL] [-- --project API_KEY] [--seed NUMBER]'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [url = DEFAULT_URL, ...more] = positionals
  if (!URL.canParse(url) || more.length > 0 || !/^\d{1,9}$/.test(values.seed))
    throw new Error(`one URL and a number of up to nine digits are understood: ${COMMAND_USAGE}`)
  const service = connect(url, { adminToken: process.env['SANDCARD_ADMIN_TOKEN'] })
  const project =
    values.project === undefined
      ? await service.project('Seeded')
      : await service.open(values.project)
  const { now } = await project.control.getClock()
  const story = new SeedStory(project, seededDraw(Number(values.seed)), `S${Date.parse(now)}`)
  await story.run()
  const { cardholders, cards, transfers, orders } = story.counts
  const clock = await project.control.getClock()
  console.log(`project          ${project.id} (${project.name})`)
  console.log(
    `it has           ${cardholders} cardholders, ${cards} cards, ${transfers} transfers, ${orders} orders more`,
  )
  console.log(`its clock reads  ${clock.now}, seven days on`)
  console.log(`interface A      ${project.interfaceA.login} / ${project.interfaceA.password}`)
  console.log(`interface B      X-API-KEY: ${project.interfaceB.apiKey}`)
  console.log(`interface C      ${project.interfaceC.userName} / ${project.interfaceC.password}`)
} catch (error) {
  // The parser of options explains itself over several lines.
  console.error(`seed stopped: ${reasonOf(error).replace(/\s*\n\s*/g, ' ')}`)
  process.exitCode = 1
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ApiError || !(error.cause instanceof Error)) return error.message
  return `no service answers (${error.cause.message}). Start one with "npm start", or name its address: ${COMMAND_USAGE}`
}
