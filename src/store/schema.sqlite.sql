-- The schema as SQLite holds it once every migration has run. Written by `npm run schema`; a test fails when it is stale.

CREATE TABLE account (
  project_id bigint not null,
  id bigint not null,
  kind text not null,
  currency integer not null,
  cardholder_id bigint,
  posted bigint not null,
  held bigint not null check (held >= 0),
  primary key (project_id, id),
  foreign key (project_id, cardholder_id) references cardholder (project_id, id),
  check (kind <> 'customer' or posted - held >= 0)
) without rowid;

CREATE TABLE card (
  project_id bigint not null,
  id bigint not null,
  cardholder_id bigint not null,
  account_id bigint not null,
  status text not null check (status in ('active', 'blocked', 'lost', 'stolen')),
  number_id bigint not null,
  product_type text not null,
  plastic_number integer not null,
  embossed_name text not null,
  limits text not null,
  pin_hash text,
  pin_denials integer not null,
  created_at bigint not null,
  blocked_at bigint,
  primary key (project_id, id),
  foreign key (project_id, cardholder_id) references cardholder (project_id, id),
  foreign key (project_id, account_id) references account (project_id, id)
) without rowid;

CREATE INDEX card_account on card (project_id, account_id);

CREATE INDEX card_cardholder on card (project_id, cardholder_id);

CREATE TABLE card_number (
  project_id bigint not null,
  id bigint not null,
  card_id bigint not null,
  hash text not null,
  sealed text not null,
  mask text not null,
  expiry integer not null,
  replaced text,
  created_at bigint not null,
  primary key (project_id, id),
  unique (project_id, hash),
  foreign key (project_id, card_id) references card (project_id, id)
) without rowid;

CREATE INDEX card_number_card on card_number (project_id, card_id);

CREATE TABLE card_usage (
  project_id bigint not null,
  card_id bigint not null,
  usage text not null,
  primary key (project_id, card_id),
  foreign key (project_id, card_id) references card (project_id, id)
) without rowid;

CREATE TABLE cardholder (
  project_id bigint not null,
  id bigint not null,
  customer_number text,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  profile text not null,
  account_id bigint not null,
  pool_cards integer not null check (pool_cards between 0 and 1),
  created_at bigint not null,
  primary key (project_id, id),
  unique (project_id, customer_number)
) without rowid;

CREATE TABLE credential (
  hash text not null primary key,
  project_number integer not null references project (number),
  secret_hash text
) without rowid;

CREATE INDEX credential_project on credential (project_number);

CREATE TABLE idempotency (
  project_id bigint not null,
  scope text not null,
  request text not null,
  answer text not null,
  stored_at bigint not null,
  primary key (project_id, scope)
) without rowid;

CREATE TABLE installation (
  secret_fingerprint text not null
);

CREATE TABLE operation (
  project_id bigint not null,
  id bigint not null,
  kind text not null,
  at bigint not null,
  utrnno bigint not null,
  stan integer not null,
  amount bigint not null check (amount >= 0),
  currency integer not null,
  debit_account_id bigint,
  credit_account_id bigint,
  source_number_id bigint,
  source_card_id bigint,
  destination_number_id bigint,
  destination_card_id bigint,
  approved integer not null,
  details text not null,
  primary key (project_id, id),
  check ((debit_account_id is null) = (credit_account_id is null)),
  check (debit_account_id <> credit_account_id),
  check (approved = 1 or debit_account_id is null)
) without rowid;

CREATE INDEX operation_destination on operation (project_id, destination_card_id, at, id);

CREATE INDEX operation_source on operation (project_id, source_card_id, at, id);

CREATE TABLE pin_nonce (
  project_id bigint not null,
  nonce text not null,
  used_at bigint not null,
  primary key (project_id, nonce)
) without rowid;

CREATE TABLE project (
  number integer primary key autoincrement,
  id text not null unique,
  name text not null,
  space_id bigint not null,
  generation integer not null,
  sealed text not null,
  pin_key text,
  created_at bigint not null
);

CREATE TABLE schema_version (version integer not null, name text not null);

CREATE TABLE space (
  project_id bigint not null primary key,
  project_number integer not null,
  next_id bigint not null,
  next_card bigint not null,
  next_account bigint not null,
  next_utrnno bigint not null,
  next_stan integer not null check (next_stan between 1 and 999999),
  pool_used integer not null check (pool_used >= 0),
  offset_ms bigint not null,
  frozen_at bigint,
  last_at bigint not null,
  settings text not null,
  next_due_at bigint,
  retired integer not null,
  recent_batches text not null
);

CREATE INDEX space_retired on space (project_id) where retired = 1;
