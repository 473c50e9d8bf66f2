// The stories of every interface again over HTTP, without prefetching and without rows cached
// between batches, as if the service restarted before each call. The responses must be the same.

process.env['SANDCARD_TEST_ENGINE'] = 'cold'

await import('../stories/closed-loop.test.ts')
await import('../api/issuing-v1/operations.test.ts')
await import('../api/issuing-v2/story.test.ts')
await import('../api/issuing-v2/cards.test.ts')
await import('../api/gateway/payments.test.ts')
await import('../api/gateway/three-d-secure.test.ts')
