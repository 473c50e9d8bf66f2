// Automatic changes of an order, with their time.

import type { ListedOrder } from './order-labels.ts'

const DUE_LABELS = {
  expire: 'Expires',
  capture: 'Is captured',
  release: 'Hold is released',
} as const

export function dueLabel({
  due,
  dueAt,
}: Pick<ListedOrder, 'due' | 'dueAt'>): { readonly at: number; readonly what: string } | undefined {
  return due === null || dueAt === null
    ? undefined
    : { at: Date.parse(dueAt), what: DUE_LABELS[due] }
}
