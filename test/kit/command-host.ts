// Runs commands of `sandcard` one after the other in this process, which is a child of the tests,
// because nine tenths of the time of a short command is the start of its process.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../src/cli/program.ts'
import type { CommandResult } from './command.ts'

export interface HostedCommand {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Collects what is written to a stream until `end`, which returns it. */
function collected(stream: NodeJS.WriteStream): { readonly end: () => string } {
  const write = stream.write.bind(stream)
  let text = ''
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }
  return {
    end: () => {
      stream.write = write
      stream.removeAllListeners('error')
      return text
    },
  }
}

async function run({ args, env }: HostedCommand): Promise<CommandResult> {
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-cli-'))
  process.chdir(folder)
  process.env = { ...env }
  process.exitCode = undefined
  const [stdout, stderr] = [collected(process.stdout), collected(process.stderr)]
  try {
    await runCommand(args)
  } finally {
    process.chdir(tmpdir())
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  return { code, stdout: stdout.end(), stderr: stderr.end() }
}

process.on('message', (command) => {
  void run(command as HostedCommand).then((result) => process.send?.(result))
})

// Idle connections would keep the process running for some seconds.
process.on('disconnect', () => process.exit())
