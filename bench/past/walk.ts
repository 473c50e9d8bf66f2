// Reads a list to its end as a client does, with the cursor of each page.

import { median } from '../rounds.ts'

/** The maximum page size. */
const PAGE = 200
/** Number of pages at the end of the list for the median. */
const LAST_PAGES = 5

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

/** The times of the first page and of the last pages. */
export async function timesOfWalk(url: string, apiKey: string): Promise<string> {
  const times: number[] = []
  let items = 0
  for (let cursor: string | null = ''; cursor !== null;) {
    const began = performance.now()
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const answer = await fetch(`${url}?limit=${PAGE}${after}`, { headers: { 'x-api-key': apiKey } })
    if (!answer.ok) throw new Error(`${url} returned ${answer.status}`)
    const page = (await answer.json()) as Page
    times.push(performance.now() - began)
    items += page.items.length
    cursor = page.nextCursor
  }
  const [first = 0] = times
  const slowest = Math.max(...times)
  return (
    `${times.length} pages with ${items} items: first ${first.toFixed(1)} ms, ` +
    `last ${median(times.slice(-LAST_PAGES)).toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`
  )
}
