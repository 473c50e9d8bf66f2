// How many event streams a project and a user may keep open, and when a stream ends.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test, type TestContext } from 'node:test'
import fastify from 'fastify'
import { EventStreams } from '../../../src/pages/portal/live/event-stream.ts'
import { EventReader } from '../../kit/event-reader.ts'
import { useFakeTimers } from '../../kit/fake-timers.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Person, startHosted } from '../../kit/person.ts'

const HEARTBEAT_MS = 20_000
const LIMITS = { perProject: 2, perPerson: 3, total: 5, reserved: 2 }

/** The streams of an app, each opened by a request. */
async function openStreams(t: TestContext) {
  const app = fastify()
  t.after(() => app.close())
  const streams = new EventStreams(app, LIMITS)
  let checks = 0
  const mayRead = () => Promise.resolve((checks += 1) > 0)
  app.get<{ Params: { project: string; user: string } }>('/:project/:user', (request, reply) => {
    const { project: projectId, user: userId } = request.params
    const stream = streams.open(reply, { projectId, userId, mayRead })
    stream.onEnd(() => app.server.emit('streamEnded'))
    return reply
  })
  const url = await app.listen({ port: 0 })
  const open = async (projectId: string, userId: string) => {
    const reader = await EventReader.open(`${url}/${projectId}/${userId}`)
    return async () => {
      const ended = once(app.server, 'streamEnded')
      reader.close()
      await ended
    }
  }
  return { streams, open, checks: () => checks }
}

describe('Event streams', () => {
  test('are limited per project and per user, and reserve some for other projects', async (t) => {
    const { streams, open } = await openStreams(t)
    const exceededBy = (projectId: string, userId: string | undefined) =>
      streams.exceededBy({ projectId, userId })
    assert.equal(exceededBy('a', 'ann'), undefined)
    await open('a', 'ann')
    const close = await open('a', 'ben')
    assert.equal(exceededBy('a', 'cid'), 'perProject')
    await close()
    assert.equal(exceededBy('a', 'cid'), undefined)
    await open('b', 'ann')
    await open('c', 'ann')
    assert.equal(exceededBy('d', 'ann'), 'perPerson')
    assert.equal(exceededBy('c', 'ben'), 'total')
    assert.equal(exceededBy('d', 'ben'), undefined)
    assert.equal(exceededBy('d', undefined), undefined)
    await open('d', 'ben')
    await open('e', 'ben')
    assert.equal(exceededBy('f', 'cid'), 'total')
  })

  test('check access at every heartbeat, and leave no timer running', async (t) => {
    useFakeTimers(t.mock)
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { open, checks } = await openStreams(t)
    const close = await open('a', 'ann')
    t.mock.timers.tick(HEARTBEAT_MS - 1)
    assert.equal(checks(), 0)
    t.mock.timers.tick(HEARTBEAT_MS + 1)
    assert.equal(checks(), 2)
    await close()
    t.mock.timers.tick(10 * HEARTBEAT_MS)
    assert.equal(checks(), 2)
  })
})

onEveryDatabase('The event streams of members', (database) => {
  const streamOf = (url: string, base: string, person: Person) =>
    EventReader.open(`${url}${base}/events`, { cookie: `__Host-sandcard=${person.session ?? ''}` })

  test('end when the reader was removed from the project or has logged out', async (t) => {
    const hosted = await startHosted(database)
    t.after(() => hosted.sandbox.close())
    const owner = await hosted.member('owner@x.example')
    const base = await owner.newProject()
    const removed = await hosted.join(owner, base, 'removed@x.example', 'viewer')
    const loggedOut = await hosted.join(owner, base, 'out@x.example', 'viewer')
    useFakeTimers(t.mock)
    t.mock.timers.enable({ apis: ['setInterval'] })
    const open = (person: Person) => streamOf(hosted.sandbox.url, base, person)
    const [ofRemoved, ofLoggedOut, ofOwner] = await Promise.all(
      [removed, loggedOut, owner].map(open),
    )
    assert.ok(ofRemoved && ofLoggedOut && ofOwner)
    const members = await owner.page(`${base}/members`)
    const [, member = ''] =
      /name="member" value="([^"]+)"/.exec(members.slice(members.indexOf('removed@x.example'))) ??
      []
    assert.equal((await owner.post(`${base}/members/remove`, { member })).status, 303)
    await loggedOut.post('/account/log-out')
    t.mock.timers.tick(HEARTBEAT_MS)
    for (const reader of [ofRemoved, ofLoggedOut])
      for (let event = await reader.next(); event !== undefined;) event = await reader.next()
    await ofOwner.nextOf('*')
    await hosted.sandbox.sandcard.service.reset(await hosted.projectAt(base))
    await ofOwner.nextOf('*')
    ofOwner.close()
  })

  test('are refused to a user who has forty open, but to no other user', async (t) => {
    const hosted = await startHosted(database)
    t.after(() => hosted.sandbox.close())
    const [owner, other] = await Promise.all(
      ['owner@x.example', 'other@x.example'].map((email) => hosted.member(email)),
    )
    assert.ok(owner && other)
    const { url } = hosted.sandbox
    for (const base of [await owner.newProject('one'), await owner.newProject('two')])
      await Promise.all(Array.from({ length: 20 }, () => streamOf(url, base, owner)))
    const third = await owner.newProject('three')
    const { status, text } = await owner.get(`${third}/events`)
    assert.equal(status, 503)
    assert.match(text, /You have 40 pages with live updates open/)
    const reader = await streamOf(url, await other.newProject(), other)
    assert.equal(reader.answer.status, 200)
    reader.close()
  })
})
