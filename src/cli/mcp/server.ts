// The MCP server: registers the tools and executes their calls. An error is a result with
// `isError`, so that the assistant reads what to correct.

import { fromJsonSchema, type jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { schemaIssues } from '../../api/endpoint/schema-issues.ts'
import { failureLine } from '../../failure-line.ts'
import { VERSION } from '../../version.ts'
import { reportOf } from '../failure.ts'
import type { Session } from '../session.ts'
import type { Tool } from './tool.ts'
import { TOOLS } from './tools.ts'

const INSTRUCTIONS = `Sandcard is a sandbox for card issuing and card payments; no real money moves. Start with create_project and pass its API key (interfaceB.apiKey) as "key" to the other tools. Amounts are integers in minor units. The project has a clock of its own: move_clock makes holds, limits and orders expire. A declined payment is a result: read its action code, then explain_decision.`

/** Describes the mistakes as the service does, because the SDK's messages name no field. */
const INPUT_CHECKS: jsonSchemaValidator = {
  getValidator:
    <T>(schema: object) =>
    (input: unknown) => {
      const issues = schemaIssues(schema, input)
      const errorMessage = issues.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')
      return issues.length === 0
        ? { valid: true, data: input as T, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage }
    },
}

/** Serves until standard input ends. */
export async function serveMcp(session: Session): Promise<void> {
  const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve))
  serveStdio(() => newServer(session), {
    onerror: (error) => {
      session.remark(failureLine(error.message))
    },
  })
  await ended
}

function newServer(session: Session): McpServer {
  const server = new McpServer(
    { name: 'sandcard', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  for (const tool of TOOLS)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: fromJsonSchema<Record<string, unknown>>(tool.schema, INPUT_CHECKS),
        annotations: {
          readOnlyHint: tool.effect === 'reads',
          destructiveHint: tool.effect === 'deletes',
          openWorldHint: false,
        },
      },
      (given) => answer(tool, given, session),
    )
  return server
}

async function answer({ call }: Tool, { key, ...request }: Record<string, unknown>, own: Session) {
  try {
    const result = await call(request, {
      connection: own.connection,
      key: typeof key === 'string' ? key : own.key,
    })
    return { content: [textOf(JSON.stringify(result))], structuredContent: { ...result } }
  } catch (error) {
    const { sentence, document } = reportOf(error, own.url)
    return {
      isError: true,
      content: [textOf(sentence)],
      structuredContent: { problem: document },
    }
  }
}

const textOf = (text: string) => ({ type: 'text' as const, text })
