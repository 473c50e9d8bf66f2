// The wording for exchanges: their outcome and the caller.

import type { RequestAnswer } from '../../../api/control/requests/request-view.ts'
import { breakable } from '../../../web/html/breakable.ts'
import { badge, type Meaning } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'

type Outcome = RequestAnswer['outcome']
type Api = RequestAnswer['api']

const MEANINGS = {
  approved: 'approved',
  declined: 'declined',
  refused: 'declined',
  error: 'warning',
} as const satisfies Record<Outcome, Meaning>

/**
 * A callback or an event is either delivered or not. A request that only reads or creates something
 * succeeds; the operation does not show whether an issuer approved.
 */
const wordOf = ({ api, outcome }: Pick<RequestAnswer, 'api' | 'outcome'>): string => {
  if (api === 'callback' || api === 'webhook')
    return outcome === 'approved' ? 'delivered' : 'not delivered'
  return outcome === 'approved' ? 'succeeded' : outcome
}

export const outcomeBadge = (exchange: Pick<RequestAnswer, 'api' | 'outcome'>): Html =>
  badge(MEANINGS[exchange.outcome], wordOf(exchange))

/** Method and path. */
export const callOf = (
  { api, method }: Pick<RequestAnswer, 'api' | 'method'>,
  path: string,
): Html =>
  api === 'due-work'
    ? html`Orders, holds and decisions that became due`
    : html`<code class="activity-path">${method} ${breakable(path)}</code>`

/** The interface, or the service that called. */
export const API_LABELS = {
  A: 'Interface A',
  B: 'Interface B',
  C: 'Interface C',
  control: 'Control API',
  page: 'Payer’s page',
  callback: 'Callback',
  webhook: 'Webhook',
  'decision-server': 'Decision server',
  'due-work': 'Due work',
} as const satisfies Record<Api, string>
