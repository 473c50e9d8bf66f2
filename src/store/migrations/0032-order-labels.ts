// Labels that testers put on orders, as a JSON list. The partial index only lists labelled orders
// and contains the labels, so that a filter and the counts only read the index.

export const orderLabels = (): string[] => [
  `alter table gateway_order add column labels text not null default '[]'`,
  `create index gateway_order_labelled on gateway_order (project_id, created_at, id, labels)
    where labels <> '[]'`,
]
