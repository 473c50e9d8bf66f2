// Runs a child process in the foreground as if it were this process: same streams, same signals, same exit code.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Resolves with the exit code of the child; one ended by a signal counts as 128 plus the number of the signal. */
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
