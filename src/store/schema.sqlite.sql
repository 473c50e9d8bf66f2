-- The schema as SQLite holds it once every migration has run. Written by `npm run schema`; a test fails when it is stale.

CREATE TABLE account (
  project_id bigint not null,
  id bigint not null,
  kind text not null,
  currency integer not null,
  cardholder_id bigint,
  posted bigint not null check (posted between -9007199254740991 and 9007199254740991),
  held bigint not null check (held between 0 and 9007199254740991),
  primary key (project_id, id),
  foreign key (project_id, cardholder_id) references cardholder (project_id, id),
  check (kind <> 'customer' or posted - held >= 0)
) without rowid;

CREATE TABLE audit_entry (
project_number integer not null references project (number),
id text not null,
at bigint not null,
actor_id text,
actor text not null,
action text not null,
details text not null,
primary key (project_number, id)
  );

CREATE INDEX audit_entry_actor on audit_entry (actor_id) where actor_id is not null;

CREATE TABLE binding (
  project_id bigint not null,
  id text not null,
  client_id text not null,
  owner text not null,
  card text not null,
  active integer not null,
  recurrence text not null,
  order_id text not null,
  created_at bigint not null,
  last_charge_at bigint,
  primary key (project_id, id),
  unique (project_id, owner)
) without rowid;

CREATE INDEX binding_client on binding (project_id, client_id, created_at, id);

CREATE INDEX binding_created on binding (project_id, created_at, id);

CREATE TABLE callback (
  project_id bigint not null,
  id bigint not null,
  order_id text,
  order_number text,
  binding_id text,
  operation text not null,
  status integer not null check (status in (0, 1)),
  state text not null check (state in ('unaddressed', 'waiting', 'delivered', 'failed')),
  url text,
  origin text,
  message text not null,
  created_at bigint not null,
  previous_id bigint,
  attempt integer not null check (attempt >= 0),
  failures integer not null check (failures >= 0),
  first_at bigint,
  due_at bigint,
  lease_until bigint,
  attempts text not null, held_back integer not null default 0,
  primary key (project_id, id)
) without rowid;

CREATE INDEX callback_due on callback (project_id, due_at, id) where due_at is not null;

CREATE INDEX callback_failing on callback (project_id, (-id))
where state = 'failed' or (state = 'waiting' and failures > 0);

CREATE INDEX callback_inbox on callback
(project_id, (case when state <> 'waiting' then state when failures > 0 then 'retrying' else 'untried' end), (-id));

CREATE INDEX callback_order on callback (project_id, order_id, id) where order_id is not null;

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

CREATE INDEX card_status on card (project_id, status, id);

CREATE TABLE card_authorisation (
  project_id bigint not null,
  id bigint not null,
  card_id bigint not null,
  number_id bigint not null,
  account_id bigint not null,
  kind text not null,
  status text not null,
  currency integer not null,
  mcc integer not null,
  amount bigint not null check (amount >= 0),
  held bigint not null check (held >= 0),
  cleared bigint not null check (cleared >= 0),
  suspense bigint not null check (suspense >= 0),
  refunded bigint not null check (refunded >= 0),
  created_at bigint not null,
  due_at bigint,
  details text not null,
  legs text not null,
  primary key (project_id, id),
  foreign key (project_id, card_id) references card (project_id, id),
  foreign key (project_id, number_id) references card_number (project_id, id),
  foreign key (project_id, account_id) references account (project_id, id)
) without rowid;

CREATE INDEX card_authorisation_card on card_authorisation (project_id, card_id, id);

CREATE INDEX card_authorisation_due on card_authorisation (project_id, due_at, id)
  where due_at is not null;

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

CREATE UNIQUE INDEX card_number_current on card_number (project_id, card_id) where replaced is null;

CREATE INDEX card_number_last_four on card_number (project_id, substr(mask, 13, 4), card_id);

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
, kind text, ends_at bigint, old_secret_hash text, old_ends_at bigint, created_at bigint, last_used_at bigint) without rowid;

CREATE INDEX credential_project on credential (project_number);

CREATE TABLE dataset (
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
, clock_target bigint, work_at bigint, due_ran bigint not null default 0, stored_rows bigint not null default 0, staged_until bigint, draws bigint not null default 0, next_decision bigint not null default 1, stored_bytes bigint not null default 0);

CREATE INDEX dataset_retired on dataset (project_id) where retired = 1;

CREATE INDEX dataset_staged on dataset (staged_until) where staged_until is not null;

CREATE INDEX dataset_work on dataset (work_at, project_id) where work_at is not null;

CREATE TABLE decision (
project_id bigint not null references dataset (project_id),
first bigint not null,
lines text not null,
primary key (project_id, first)
  );

CREATE TABLE external_id (
project_id bigint not null,
hash text not null,
used_at bigint not null,
primary key (project_id, hash)
  ) without rowid;

CREATE TABLE fault_plan (
project_id bigint not null,
id bigint not null,
seed text not null,
faults text not null,
active integer not null,
primary key (project_id, id)
  );

CREATE INDEX fault_plan_active on fault_plan (project_id) where active = 1;

CREATE TABLE gateway_order (
  project_id bigint not null,
  id text not null,
  number text not null,
  status integer not null check (status between 0 and 6),
  two_stage integer not null,
  amount bigint not null check (amount >= 0),
  currency integer not null,
  approved_amount bigint not null check (approved_amount >= 0),
  deposited_amount bigint not null check (deposited_amount between 0 and approved_amount),
  refunded_amount bigint not null
    check (refunded_amount >= 0 and deposited_amount + refunded_amount <= approved_amount),
  action_code integer not null,
  client_id text,
  created_at bigint not null,
  due_at bigint,
  request text not null,
  progress text not null, failed_attempts integer not null default 0, search text not null default '', labels text not null default '[]', search_trigrams bigint not null default -1,
  primary key (project_id, id),
  unique (project_id, number)
) without rowid;

CREATE INDEX gateway_order_amount on gateway_order (project_id, amount, id);

CREATE INDEX gateway_order_client on gateway_order (project_id, client_id, created_at, id) where client_id is not null;

CREATE INDEX gateway_order_created
on gateway_order (project_id, created_at, id, search_trigrams, search);

CREATE INDEX gateway_order_declined on gateway_order (project_id, created_at, id) where failed_attempts > 0;

CREATE INDEX gateway_order_due on gateway_order (project_id, due_at, id) where due_at is not null;

CREATE INDEX gateway_order_expired on gateway_order (project_id, created_at, id)
where action_code in (-2007, -2014, -2009) and status + 0 = 6;

CREATE INDEX gateway_order_labelled on gateway_order (project_id, created_at, id, labels)
where labels <> '[]';

CREATE INDEX gateway_order_status on gateway_order (project_id, status, created_at, id);

CREATE INDEX gateway_order_withdrawn on gateway_order (project_id, created_at, id)
where action_code in (4005, 2012) and status + 0 = 6;

CREATE TABLE id_number (
number bigint not null,
project_number integer not null references project (number),
primary key (number, project_number)
  );

CREATE INDEX id_number_project on id_number (project_number);

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

CREATE TABLE journal_entry (
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
  details text not null, order_id text,
  primary key (project_id, id),
  check ((debit_account_id is null) = (credit_account_id is null)),
  check (debit_account_id <> credit_account_id),
  check (approved = 1 or debit_account_id is null)
) without rowid;

CREATE INDEX journal_entry_credit on journal_entry (project_id, credit_account_id, at, id) where credit_account_id < 0;

CREATE INDEX journal_entry_debit on journal_entry (project_id, debit_account_id, at, id) where debit_account_id < 0;

CREATE INDEX journal_entry_destination on journal_entry (project_id, destination_card_id, at, id);

CREATE INDEX journal_entry_order on journal_entry (project_id, order_id, id) where order_id is not null;

CREATE INDEX journal_entry_paid_order on journal_entry (project_id, id)
  where kind = 'purchase' and order_id is not null and source_card_id is not null;

CREATE INDEX journal_entry_source on journal_entry (project_id, source_card_id, at, id);

CREATE TABLE mail_link (
hash text not null primary key,
purpose text not null,
email text not null,
created_at bigint not null,
ends_at bigint not null
  , user_id text references user_account (id));

CREATE INDEX mail_link_email on mail_link (email, purpose);

CREATE INDEX mail_link_end on mail_link (ends_at);

CREATE INDEX mail_link_user on mail_link (user_id) where user_id is not null;

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
  dataset_id bigint not null,
  generation integer not null,
  sealed text not null,
  pin_key text,
  created_at bigint not null
, callback_key text);

CREATE TABLE project_invitation (
project_number integer not null references project (number),
email text not null,
hash text not null unique,
role text not null,
invited_by text not null,
created_at bigint not null,
ends_at bigint not null,
primary key (project_number, email)
  );

CREATE INDEX project_invitation_email on project_invitation (email);

CREATE TABLE project_member (
project_number integer not null references project (number),
user_id text not null references user_account (id),
role text not null,
joined_at bigint not null, callback_alert_from bigint,
primary key (project_number, user_id)
  );

CREATE INDEX project_member_user on project_member (user_id, project_number);

CREATE TABLE real_time_decision (
  project_id bigint not null,
  id bigint not null,
  card_id bigint not null,
  state text not null check (state in ('pending', 'approved', 'declined')),
  decided_by text,
  subject text not null,
  held bigint not null check (held >= 0),
  question text not null,
  deadline bigint not null,
  fallback text not null,
  created_at bigint not null,
  authorisation_id bigint,
  exchange text not null,
  late text not null,
  primary key (project_id, id)
) without rowid;

CREATE INDEX real_time_decision_pending on real_time_decision (project_id, deadline, id)
  where state = 'pending';

CREATE TABLE received_request (
project_id bigint not null,
slot bigint not null,
receiver_id text not null,
number bigint not null,
at bigint not null,
request text not null,
answered_status bigint not null,
primary key (project_id, slot)
  );

CREATE TABLE receiver (
project_id bigint not null,
place bigint not null,
id text,
answers text not null,
delay_ms bigint not null,
played bigint not null,
received bigint not null,
created_at bigint not null,
primary key (project_id, place)
  );

CREATE TABLE request_log (
project_id bigint not null,
seq bigint not null,
kind text not null,
at bigint not null,
request_id text not null,
api text not null,
operation text not null,
method text not null,
path text not null,
status integer,
error_code text,
outcome text not null,
duration_us bigint not null,
is_decision integer not null,
ids text not null,
search text not null,
primary key (project_id, seq)
  ) without rowid;

CREATE TABLE request_log_message (
project_id bigint not null,
seq bigint not null,
detail text not null,
primary key (project_id, seq)
  );

CREATE TABLE retention (
project_id bigint not null,
marks text not null,
primary key (project_id)
  );

CREATE TABLE schema_version (version integer not null, name text not null);

CREATE TABLE snapshot (
project_number integer not null references project (number),
name text not null,
id text not null unique,
dataset_id bigint not null,
sealed text not null,
taken_at bigint not null,
clock_at bigint not null,
frozen integer not null,
row_count bigint not null,
counts text not null,
waiting_callbacks bigint not null,
id_numbers text not null,
primary key (project_number, name)
  );

CREATE INDEX snapshot_name on snapshot (name);

CREATE TABLE user_account (
id text not null primary key,
email text not null unique,
password_hash text,
single_sign_on text unique,
created_at bigint not null
  );

CREATE TABLE user_session (
hash text not null primary key,
user_id text not null references user_account (id),
created_at bigint not null,
ends_at bigint not null
  , browser text not null default '');

CREATE INDEX user_session_end on user_session (ends_at);

CREATE INDEX user_session_user on user_session (user_id);

CREATE TABLE webhook (
  project_id bigint not null,
  id bigint not null,
  url text not null,
  events text not null,
  state text not null check (state in ('active', 'gone', 'deleted')),
  secrets text not null,
  lanes text not null,
  created_at bigint not null,
  primary key (project_id, id)
) without rowid;

CREATE INDEX webhook_listed on webhook (project_id, (-id)) where state <> 'deleted';

CREATE TABLE webhook_event (
  project_id bigint not null,
  id bigint not null,
  webhook_id bigint not null,
  type text not null,
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'stopped')),
  url text not null,
  origin text not null,
  created_at bigint not null,
  previous_id bigint,
  attempt integer not null check (attempt >= 0),
  failures integer not null check (failures >= 0),
  first_at bigint,
  due_at bigint,
  lease_until bigint,
  attempts text not null, held_back integer not null default 0,
  primary key (project_id, id)
) without rowid;

CREATE INDEX webhook_event_due on webhook_event (project_id, due_at, id)
  where due_at is not null;

CREATE INDEX webhook_event_newest on webhook_event (project_id, webhook_id, id);
