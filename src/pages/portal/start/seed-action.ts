// Fills the project with sample data; Start then shows how much was added.

import { seedProject } from '../../../api/control/seed/seed-project.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import type { HtmlValue } from '../../../web/html/html.ts'
import { outcome } from '../../../web/html/components.ts'
import { doneNotice } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf } from '../shell/page.ts'
import type { ActionRoute, Onward, PageContext, View } from '../shell/screen.ts'

/** Why no sample data was added. */
export interface NotSeeded {
  readonly reason: string
}

const COUNTED = ['cardholders', 'cards', 'transfers', 'orders'] as const

export const seedAction = (
  startView: (context: PageContext, refusal: NotSeeded) => Promise<View | Onward | undefined>,
): ActionRoute =>
  action(seedProject, { path: '/seed', operation: 'seedFromPortal' }, async (perform, context) => {
    try {
      const seeded = await perform({ body: {} })
      const counts = COUNTED.map((name): [string, string] => [name, String(seeded[name])])
      const query = new URLSearchParams([['did', 'seed'], ...counts])
      return { location: `?${query.toString()}` }
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      const view = await startView(context, { reason: error.message })
      return view !== undefined && 'content' in view ? { ...view, status: 409 } : view
    }
  })

/** The notice after the action. */
export function seedNotice(context: PageContext, refusal?: NotSeeded): HtmlValue {
  const { query } = context
  if (refusal !== undefined) return outcome('declined', `No data was added. ${refusal.reason}`)
  if (query.get('did') !== 'seed') return undefined
  const [cardholders, cards, transfers, orders] = COUNTED.map((name) => countIn(query, name))
  return doneNotice(
    `Added ${cardholders} cardholders, ${cards} cards, ${transfers} transfers and ${orders} orders. The clock advanced by 7 days.`,
    callOf(seedProject, { body: {} }),
    callOptions(context),
  )
}

/** The URL can be edited, so only a number of up to four digits is shown. */
const countIn = (query: URLSearchParams, name: string): string =>
  /^\d{1,4}$/.exec(query.get(name) ?? '')?.[0] ?? 'several'
