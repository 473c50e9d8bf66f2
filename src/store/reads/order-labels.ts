// The labels of orders, counted along the partial index that lists labelled orders.

import type { Queryable, Statement } from '../store.ts'

/** Number of labelled orders that are counted, newest first. */
export const LABELLED_COUNTED_MAX = 5000

const statement: Statement = {
  name: 'count_order_labels',
  text: `select labels, count(*) as orders from (select o.labels from gateway_order o
      where o.project_id = $1 and o.labels <> '[]' and o.created_at >= 0
      order by o.created_at desc limit ${LABELLED_COUNTED_MAX}) newest
    group by labels`,
}

interface LabelCount {
  readonly label: string
  readonly orders: number
}

/** The labels of the newest labelled orders, the most frequent first. */
export async function orderLabelCounts(
  reads: Queryable,
  datasetId: number,
): Promise<readonly LabelCount[]> {
  const counts = new Map<string, number>()
  for (const { labels, orders } of await reads.query(statement, [datasetId]))
    for (const label of JSON.parse(String(labels)) as string[])
      counts.set(label, (counts.get(label) ?? 0) + Number(orders))
  return [...counts]
    .map(([label, orders]) => ({ label, orders }))
    .sort((a, b) => b.orders - a.orders || (a.label < b.label ? -1 : 1))
}
