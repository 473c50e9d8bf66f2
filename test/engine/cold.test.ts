// The stories of every interface once more, through the front door, with nothing prefetched and nothing kept between batches: as after a
// restart before each call. What they say must not depend on it.

process.env['SANDCARD_TEST_ENGINE'] = 'cold'

await import('../stories/closed-loop.test.ts')
await import('../api/issuing-v1/operations.test.ts')
await import('../api/issuing-v2/story.test.ts')
await import('../api/issuing-v2/cards.test.ts')
await import('../api/gateway/payments.test.ts')
await import('../api/gateway/three-d-secure.test.ts')
