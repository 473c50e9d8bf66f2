// RSA signatures take a millisecond or two each, in a thread of the pool instead of the event loop.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { rsaChecksum } from '../../src/delivery/signing.ts'
import { isRsaChecksum } from '../../src/callbacks/checksum.ts'
import { databases } from '../kit/databases.ts'
import { startSandbox } from '../kit/sandbox.ts'
import { CallbackMerchant } from '../kit/callback-merchant.ts'

const CALLBACKS = 1000
/** As many as a sender claims in one commit. */
const TOGETHER = 64
/** Reads that measure the time without signatures. */
const READS_ALONE = 300
/**
 * How many times longer a read may take than alone in the same run, because it shares the CPU with
 * the signatures. On the event loop, a read would wait for all thousand: over a thousand times
 * longer.
 */
const SLOWED_AT_MOST = 25

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

test('A thousand RSA signatures do not delay a read', async (t) => {
  const [database] = databases
  assert.ok(database !== undefined)
  const sandbox = await startSandbox(database)
  t.after(() => sandbox.close())
  const merchant = await CallbackMerchant.open(sandbox)
  const read = () => merchant.call('GET', '/control/v1/clock')
  for (let count = 0; count < READS_ALONE; count++) await read()
  const aloneMs = await meanMs(read, (count) => count < READS_ALONE)
  let isSigning = true
  const signed = signAll().finally(() => (isSigning = false))
  const besideMs = await meanMs(read, () => isSigning)
  const checksums = await signed
  assert.equal(new Set(checksums).size, CALLBACKS)
  const last = String(CALLBACKS - 1)
  assert.ok(isRsaChecksum([['mdOrder', last]], publicKey, checksums.at(-1) ?? ''))
  const ratio = besideMs / aloneMs
  t.diagnostic(
    `a read takes ${aloneMs.toFixed(2)} ms alone, ${besideMs.toFixed(2)} ms beside: ${ratio.toFixed(1)} times`,
  )
  assert.ok(ratio < SLOWED_AT_MOST, String(ratio))
})

async function signAll(): Promise<string[]> {
  const checksums: string[] = []
  while (checksums.length < CALLBACKS) {
    const count = Math.min(TOGETHER, CALLBACKS - checksums.length)
    const batch = Array.from({ length: count }, (_, index) =>
      rsaChecksum([['mdOrder', String(checksums.length + index)]], privateKey),
    )
    checksums.push(...(await Promise.all(batch)))
  }
  return checksums
}

/** The average time of a read, while `isRunning` returns true. */
async function meanMs(
  read: () => Promise<unknown>,
  isRunning: (count: number) => boolean,
): Promise<number> {
  const began = performance.now()
  let count = 0
  for (; count === 0 || isRunning(count); count++) await read()
  return (performance.now() - began) / count
}
