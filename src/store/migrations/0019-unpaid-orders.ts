// The indexes of orders that ended unpaid contain their whole condition, so that a count only reads
// the index. They exclude orders that were paid after a cancelled attempt, and replace the indexes
// of the same names. The status is an expression, as in the condition of the lists.

export const unpaidOrders = (): string[] => [
  'drop index gateway_order_expired',
  `create index gateway_order_expired on gateway_order (project_id, created_at, id)
    where action_code in (-2007, -2014, -2009) and status + 0 = 6`,
  'drop index gateway_order_withdrawn',
  `create index gateway_order_withdrawn on gateway_order (project_id, created_at, id)
    where action_code in (4005, 2012) and status + 0 = 6`,
]
