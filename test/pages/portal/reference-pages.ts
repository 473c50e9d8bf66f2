// Reads the pages of the reference for its tests.

import { plain } from '../../kit/checkout.ts'
import type { ListedOperation } from '../../api/reference/examples.ts'

export const LANGUAGES = ['curl', 'JavaScript', 'PHP', 'Python'] as const

export const addressOf = ({ operation }: ListedOperation): string =>
  `/docs/${operation.tags?.[0]?.replace('Interface ', '').toLowerCase()}/${operation.operationId}`

/** The text of the first code block with this label. */
export const blockOf = (page: string, label: string): string =>
  plain(
    (new RegExp(`aria-label="${label}"><code>([^]*?)</code>`).exec(page)?.[1] ?? '').replaceAll(
      /<[^>]*>/g,
      '',
    ),
  )

/** The response that the page shows. */
export const answerOf = (page: string): { status: number; text: string } => ({
  status: Number(/class="answer-head">[^]*?<\/svg>(\d{3})/.exec(page)?.[1]),
  text: blockOf(page, 'response'),
})
