// The time that a project's decision server adds to a payment at interface C: the request, the
// answer and the second commit. Payments run one after the other, so that nothing waits in a queue.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_KEY, type Cast } from './cast.ts'
import { startService } from './child.ts'
import type { Bench, Plan } from './plan.ts'
import { median, takeTurns } from './rounds.ts'

const PAYMENTS = 50

export async function measureDecisions(
  { url, cast }: { url: string; cast: Cast },
  plan: Plan,
  { report }: Pick<Bench, 'report'>,
): Promise<void> {
  report.heading('Payments with issued cards at interface C, one after the other (SQLite)')
  const service = await startService(url)
  const server = await decisionServer()
  const { port } = server.address() as AddressInfo
  const endpoint = `${service.url}/control/v1/real-time-decisions/endpoint`
  const setServer = async (isAsked: boolean): Promise<void> => {
    const response = await fetch(endpoint, {
      method: isAsked ? 'PUT' : 'DELETE',
      headers: { 'x-api-key': API_KEY, ...(isAsked && { 'content-type': 'application/json' }) },
      ...(isAsked && { body: JSON.stringify({ url: `http://127.0.0.1:${port}/` }) }),
    })
    if (!response.ok) throw new Error(`${endpoint}: ${response.status}`)
  }
  const paymentMs = (isAsked: boolean) => async (): Promise<number> => {
    await setServer(isAsked)
    const times: number[] = []
    for (let index = 0; index < PAYMENTS; index++) times.push(await pay(service.url, cast, index))
    return median(times)
  }
  try {
    await paymentMs(true)()
    const times = await takeTurns(plan.portal.rounds, {
      alone: paymentMs(false),
      asked: paymentMs(true),
    })
    report.fact('register and pay in one call', `${median(times.alone).toFixed(2)} ms`)
    const added = times.asked.map((ms, round) => ms - (times.alone[round] ?? 0))
    report.judged('a decision by a local URL adds', median(added), 'ms', { atMost: 5 })
  } finally {
    server.close()
    await service.stop()
  }
}

async function pay(url: string, cast: Cast, index: number): Promise<number> {
  const { number: pan = '', expiryDate = '' } = cast[index % cast.length] ?? {}
  const body = new URLSearchParams({
    userName: 'demo-api',
    password: 'demo-password',
    amount: '1',
    currency: '978',
    pan,
    expiry: expiryDate,
    cardholderName: 'ANN DOE',
  })
  const began = performance.now()
  const response = await fetch(`${url}/payment/rest/motoPayment.do`, { method: 'POST', body })
  const answer = await response.text()
  const ms = performance.now() - began
  if (!answer.includes('"success":true')) throw new Error(answer)
  return ms
}

const decisionServer = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end('{"decision":"approve"}')
      })
    })
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
