// Runs a child process in the foreground with the same streams, signals and exit code.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Resolves to the exit code of the child, or to 128 plus the number of the signal that ended it.
 */
export function foreground(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const forward = (signal) => child.kill(signal)
    process.on('SIGINT', forward)
    process.on('SIGTERM', forward)
    const finish = (code) => {
      process.off('SIGINT', forward)
      process.off('SIGTERM', forward)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`sandcard: ${command} could not be started: ${error.message}`)
      finish(1)
    })
    child.once('close', (code, signal) => finish(code ?? 128 + constants.signals[signal]))
  })
}
