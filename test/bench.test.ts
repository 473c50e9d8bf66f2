// The benchmarks run and print their ratios. The values are not checked: test machines are too
// noisy.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// A figure from 10 on is printed without its decimals.
const FIGURES = [
  /durable transfers +(\d\.\d\d|\d\d+) of the echo +target >= 0\.5 \(goal 0\.7\): (met|missed)/,
  /card reads +(\d\.\d\d|\d\d+) of the echo +target >= 0\.8 \(goal 0\.9\): (met|missed)/,
  /orders registered, embedded +(\d\.\d\d|\d\d+) of the form echo +target >= 0\.45 \(goal 0\.5\): (met|missed)/,
  /orders registered and paid, embedded +(\d\.\d\d|\d\d+) of the form echo +target >= 0\.18 \(goal 0\.2\): (met|missed)/,
  /order status reads, embedded +(\d\.\d\d|\d\d+) of the form echo +target >= 0\.7 \(goal 0\.85\): (met|missed)/,
  /POST \/v2\/transfers +\d+\.\d\d ms/,
  /register\.do, then paymentorder\.do +\d+\.\d\d ms/,
  /clock moved over \d+ expiring orders +(\d\.\d\d|\d\d+) ms +target <= 2000: (met|missed)/,
  /a decision by a local URL adds +-?(\d\.\d\d|\d\d+) ms +target <= 5: (met|missed)/,
  /orders paid, with their events sent +[\d,∞]+ per second, (\d+\.\d\d|Infinity|NaN) of those without/,
  /transfers with a fault that meets every call +[\d,∞]+ per second, .+ of those without/,
  /transfers of \d+ projects, each with its tools +[\d,∞]+ per second, .+ of those without/,
  /snapshot of \d+ orders +(\d\.\d\d|\d\d+) ms +target <= 200: (met|missed)/,
  /restore of \d+ orders +(\d\.\d\d|\d\d+) ms +target <= 200: (met|missed)/,
  /copy of a small project +(\d\.\d\d|\d\d+) ms +target <= 10: (met|missed)/,
  /\d+ callbacks, beside one that hangs +(\d\.\d\d|\d\d+) ms +target <= 3000: (met|missed)/,
  /while a list of [\d,]+ records is read +(\d\.\d\d|\d\d+) ms +target <= 50 \(goal 20\): (met|missed)/,
  /cost of a transfer, many stored +(\d\.\d\d|\d\d+) times that with few +target <= 1\.2 \(goal 1\.1\): (met|missed)/,
  ...[
    'Start, last hour',
    'Start, last day',
    'Start, last week',
    'Orders',
    'Orders, Paid',
    'Orders, Expiring',
    'Callbacks, Failing',
    'Cards',
    'Cards, by balance',
    'search',
  ].map((page) => new RegExp(`${page} +(\\d\\.\\d\\d|\\d\\d+) ms +target <= 20: (met|missed)`)),
  /median of the slowest page +(\d\.\d\d|\d\d+) ms +target <= 20: (met|missed)/,
  /compressed size of the heaviest page +(\d\.\d\d|\d\d+) kB +target <= 60: (met|missed)/,
  /all scripts +(\d\.\d\d|\d\d+) kB +target <= 40: (met|missed)/,
  /from spawn to the ready line +(\d\.\d\d|\d\d+) ms +target <= 700 \(goal 500\): (met|missed)/,
  /import of the package +(\d\.\d\d|\d\d+) ms +target <= 400: (met|missed)/,
  /from settings to ready +(\d\.\d\d|\d\d+) ms +target <= 150: (met|missed)/,
  /first project +(\d\.\d\d|\d\d+) ms +target <= 20: (met|missed)/,
  /median of further projects +(\d\.\d\d|\d\d+) ms +target <= 5: (met|missed)/,
  /resident memory.* +((\d\.\d\d|\d\d+) MB +target <= 120 \(goal 110\): (met|missed)|skipped: .+)/,
  /durable transfers(, 1 project +(\d\.\d\d|\d\d+) of pgbench +target >= 2\.2 \(goal 3\): (met|missed)| +skipped: .+)/,
  /durable transfers(, 2 projects +(\d\.\d\d|\d\d+) of pgbench +target >= 1\.5 \(goal 2\): (met|missed)| +skipped: .+)/,
  /durable transfers(, 4 projects +(\d\.\d\d|\d\d+) of pgbench +target >= 1\.2 \(goal 2\): (met|missed)| +skipped: .+)/,
  /(orders registered, server +(\d\.\d\d|\d\d+) of the form echo +target >= 0\.3 \(goal 0\.4\): (met|missed)|durable transfers +skipped: .+)/,
  /(orders registered and paid, server +(\d\.\d\d|\d\d+) of the form echo +target >= 0\.13 \(goal 0\.16\): (met|missed)|durable transfers +skipped: .+)/,
  /(order status reads, server +(\d\.\d\d|\d\d+) of the form echo +target >= 0\.4 \(goal 0\.6\): (met|missed)|durable transfers +skipped: .+)/,
  /(two processes, any process +(\d\.\d\d|\d\d+) of pgbench +target >= 1\.2 \(goal 2\): (met|missed)|durable transfers of two processes +skipped: .+)/,
]

test('The quick run of the benchmarks prints every ratio with its target', async () => {
  const script = fileURLToPath(new URL('../bench/main.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--quick'])
  for (const figure of FIGURES) assert.match(stdout, figure)
})
