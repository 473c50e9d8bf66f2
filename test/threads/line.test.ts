import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { MessageChannel } from 'node:worker_threads'
import { Fault } from '../../src/kernel/fault.ts'
import { Line } from '../../src/threads/line.ts'

type Duties = {
  sum(a: number, b: number): number
  refuse(): void
  fail(): Promise<void>
  never(): Promise<void>
  note(text: string): void
}

/** The ends of a line, and the calls that the other end recorded. */
function lineOf(context: TestContext) {
  const { port1, port2 } = new MessageChannel()
  const noted: string[] = []
  const duties = {
    sum: (a: number, b: number) => a + b,
    refuse() {
      throw new Fault('order-not-found', 'This project has no such order.', 'orderId')
    },
    fail: () => Promise.reject(new RangeError('out of range')),
    never: () => new Promise<void>(() => undefined),
    note: (text: string) => void noted.push(text),
  }
  const near = new Line<Duties>(port1, {})
  new Line(port2, duties)
  context.after(() => port1.close())
  return { near, noted, port2 }
}

test('A call to another thread returns its result', async (context) => {
  const { near } = lineOf(context)
  const sums = await Promise.all([near.call('sum', 1, 2), near.call('sum', 3, 4)])
  assert.deepEqual(sums, [3, 7])
})

test('A call to another thread fails with its fault or error', async (context) => {
  const { near } = lineOf(context)
  await assert.rejects(near.call('refuse'), (error) => {
    assert.ok(error instanceof Fault)
    assert.deepEqual([error.code, error.member], ['order-not-found', 'orderId'])
    return true
  })
  await assert.rejects(near.call('fail'), { name: 'Error', message: 'out of range' })
})

test('Messages that were sent before a call arrive before it', async (context) => {
  const { near, noted } = lineOf(context)
  near.tell('note', 'first')
  near.tell('note', 'second')
  await near.call('sum', 0, 0)
  assert.deepEqual(noted, ['first', 'second'])
})

test('All calls of one turn of the event loop are sent in one message', async (context) => {
  const { near, port2 } = lineOf(context)
  const arrived = once(port2, 'message')
  near.tell('note', 'first')
  near.tell('note', 'second')
  const [letters] = (await arrived) as [readonly unknown[]]
  assert.equal(letters.length, 2)
})

test('Calls to a thread fail when the thread ends', async (context) => {
  const { near } = lineOf(context)
  const call = near.call('never')
  near.cut()
  await assert.rejects(call, { message: 'the thread ended' })
})
