// The number of rows in a dataset: counted once here, then by every writer.

const COUNTED = [
  'cardholder',
  'account',
  'card',
  'card_number',
  'card_usage',
  'journal_entry',
  'gateway_order',
  'binding',
  'callback',
  'pin_nonce',
  'external_id',
]

export const storedRows = (): string[] => [
  'alter table dataset add column stored_rows bigint not null default 0',
  `update dataset set stored_rows = ${COUNTED.map(
    (table) => `(select count(*) from ${table} t where t.project_id = dataset.project_id)`,
  ).join(' + ')}`,
]
