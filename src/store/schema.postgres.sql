-- The schema as PostgreSQL holds it once every migration has run. Written by `npm run schema`; a test fails when it is stale.

create table account (
  project_id bigint not null,
  id bigint not null,
  kind text not null,
  currency integer not null,
  cardholder_id bigint,
  posted bigint not null,
  held bigint not null,
  constraint account_held_check CHECK (((held >= 0) AND (held <= '9007199254740991'::bigint))),
  constraint account_check CHECK (((kind <> 'customer'::text) OR ((posted - held) >= 0))),
  constraint account_posted_check CHECK (((posted >= '-9007199254740991'::bigint) AND (posted <= '9007199254740991'::bigint))),
  constraint account_project_id_cardholder_id_fkey FOREIGN KEY (project_id, cardholder_id) REFERENCES cardholder(project_id, id),
  constraint account_pkey PRIMARY KEY (project_id, id),
) with (fillfactor=70);

create table audit_entry (
  project_number integer not null,
  id text not null,
  at bigint not null,
  actor_id text,
  actor text not null,
  action text not null,
  details text not null,
  constraint audit_entry_project_number_fkey FOREIGN KEY (project_number) REFERENCES project(number),
  constraint audit_entry_pkey PRIMARY KEY (project_number, id),
);
CREATE INDEX audit_entry_actor ON public.audit_entry USING btree (actor_id) WHERE (actor_id IS NOT NULL);

create table binding (
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
  constraint binding_pkey PRIMARY KEY (project_id, id),
  constraint binding_project_id_owner_key UNIQUE (project_id, owner),
);
CREATE INDEX binding_client ON public.binding USING btree (project_id, client_id, created_at, id);
CREATE INDEX binding_created ON public.binding USING btree (project_id, created_at, id);

create table callback (
  project_id bigint not null,
  id bigint not null,
  order_id text,
  order_number text,
  binding_id text,
  operation text not null,
  status integer not null,
  state text not null,
  url text,
  origin text,
  message text not null,
  created_at bigint not null,
  previous_id bigint,
  attempt integer not null,
  failures integer not null,
  first_at bigint,
  due_at bigint,
  lease_until bigint,
  attempts text not null,
  held_back integer not null default 0,
  constraint callback_attempt_check CHECK ((attempt >= 0)),
  constraint callback_failures_check CHECK ((failures >= 0)),
  constraint callback_state_check CHECK ((state = ANY (ARRAY['unaddressed'::text, 'waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint callback_status_check CHECK ((status = ANY (ARRAY[0, 1]))),
  constraint callback_pkey PRIMARY KEY (project_id, id),
) with (fillfactor=70);
CREATE INDEX callback_due ON public.callback USING btree (project_id, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX callback_failing ON public.callback USING btree (project_id, ((- id))) WHERE ((state = 'failed'::text) OR ((state = 'waiting'::text) AND (failures > 0)));
CREATE INDEX callback_inbox ON public.callback USING btree (project_id, (
CASE
    WHEN (state <> 'waiting'::text) THEN state
    WHEN (failures > 0) THEN 'retrying'::text
    ELSE 'untried'::text
END), ((- id)));
CREATE INDEX callback_order ON public.callback USING btree (project_id, order_id, id) WHERE (order_id IS NOT NULL);

create table card (
  project_id bigint not null,
  id bigint not null,
  cardholder_id bigint not null,
  account_id bigint not null,
  status text not null,
  number_id bigint not null,
  product_type text not null,
  plastic_number integer not null,
  embossed_name text not null,
  limits text not null,
  pin_hash text,
  pin_denials integer not null,
  created_at bigint not null,
  blocked_at bigint,
  constraint card_status_check CHECK ((status = ANY (ARRAY['active'::text, 'blocked'::text, 'lost'::text, 'stolen'::text]))),
  constraint card_project_id_account_id_fkey FOREIGN KEY (project_id, account_id) REFERENCES account(project_id, id),
  constraint card_project_id_cardholder_id_fkey FOREIGN KEY (project_id, cardholder_id) REFERENCES cardholder(project_id, id),
  constraint card_pkey PRIMARY KEY (project_id, id),
);
CREATE INDEX card_account ON public.card USING btree (project_id, account_id);
CREATE INDEX card_cardholder ON public.card USING btree (project_id, cardholder_id);
CREATE INDEX card_status ON public.card USING btree (project_id, status, id);

create table card_authorisation (
  project_id bigint not null,
  id bigint not null,
  card_id bigint not null,
  number_id bigint not null,
  account_id bigint not null,
  kind text not null,
  status text not null,
  currency integer not null,
  mcc integer not null,
  amount bigint not null,
  held bigint not null,
  cleared bigint not null,
  suspense bigint not null,
  refunded bigint not null,
  created_at bigint not null,
  due_at bigint,
  details text not null,
  legs text not null,
  constraint card_authorisation_amount_check CHECK ((amount >= 0)),
  constraint card_authorisation_cleared_check CHECK ((cleared >= 0)),
  constraint card_authorisation_held_check CHECK ((held >= 0)),
  constraint card_authorisation_refunded_check CHECK ((refunded >= 0)),
  constraint card_authorisation_suspense_check CHECK ((suspense >= 0)),
  constraint card_authorisation_project_id_account_id_fkey FOREIGN KEY (project_id, account_id) REFERENCES account(project_id, id),
  constraint card_authorisation_project_id_card_id_fkey FOREIGN KEY (project_id, card_id) REFERENCES card(project_id, id),
  constraint card_authorisation_project_id_number_id_fkey FOREIGN KEY (project_id, number_id) REFERENCES card_number(project_id, id),
  constraint card_authorisation_pkey PRIMARY KEY (project_id, id),
) with (fillfactor=70);
CREATE INDEX card_authorisation_card ON public.card_authorisation USING btree (project_id, card_id, id);
CREATE INDEX card_authorisation_due ON public.card_authorisation USING btree (project_id, due_at, id) WHERE (due_at IS NOT NULL);

create table card_number (
  project_id bigint not null,
  id bigint not null,
  card_id bigint not null,
  hash text not null,
  sealed text not null,
  mask text not null,
  expiry integer not null,
  replaced text,
  created_at bigint not null,
  constraint card_number_project_id_card_id_fkey FOREIGN KEY (project_id, card_id) REFERENCES card(project_id, id),
  constraint card_number_pkey PRIMARY KEY (project_id, id),
  constraint card_number_project_id_hash_key UNIQUE (project_id, hash),
);
CREATE INDEX card_number_card ON public.card_number USING btree (project_id, card_id);
CREATE INDEX card_number_last_four ON public.card_number USING btree (project_id, substr(mask, 13, 4), card_id);
CREATE UNIQUE INDEX card_number_current ON public.card_number USING btree (project_id, card_id) WHERE (replaced IS NULL);

create table card_usage (
  project_id bigint not null,
  card_id bigint not null,
  usage text not null,
  constraint card_usage_project_id_card_id_fkey FOREIGN KEY (project_id, card_id) REFERENCES card(project_id, id),
  constraint card_usage_pkey PRIMARY KEY (project_id, card_id),
) with (fillfactor=70);

create table cardholder (
  project_id bigint not null,
  id bigint not null,
  customer_number text,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  profile text not null,
  account_id bigint not null,
  pool_cards integer not null,
  created_at bigint not null,
  constraint cardholder_pool_cards_check CHECK (((pool_cards >= 0) AND (pool_cards <= 1))),
  constraint cardholder_pkey PRIMARY KEY (project_id, id),
  constraint cardholder_project_id_customer_number_key UNIQUE (project_id, customer_number),
);

create table credential (
  hash text not null,
  project_number integer not null,
  secret_hash text,
  kind text,
  ends_at bigint,
  old_secret_hash text,
  old_ends_at bigint,
  created_at bigint,
  last_used_at bigint,
  constraint credential_project_number_fkey FOREIGN KEY (project_number) REFERENCES project(number),
  constraint credential_pkey PRIMARY KEY (hash),
);
CREATE INDEX credential_project ON public.credential USING btree (project_number);

create table dataset (
  project_id bigint not null,
  project_number integer not null,
  next_id bigint not null,
  next_card bigint not null,
  next_account bigint not null,
  next_utrnno bigint not null,
  next_stan integer not null,
  pool_used integer not null,
  offset_ms bigint not null,
  frozen_at bigint,
  last_at bigint not null,
  settings text not null,
  next_due_at bigint,
  retired integer not null,
  recent_batches text not null,
  clock_target bigint,
  work_at bigint,
  due_ran bigint not null default 0,
  stored_rows bigint not null default 0,
  staged_until bigint,
  draws bigint not null default 0,
  next_decision bigint not null default 1,
  stored_bytes bigint not null default 0,
  constraint dataset_next_stan_check CHECK (((next_stan >= 1) AND (next_stan <= 999999))),
  constraint dataset_pool_used_check CHECK ((pool_used >= 0)),
  constraint dataset_pkey PRIMARY KEY (project_id),
) with (fillfactor=70);
CREATE INDEX dataset_retired ON public.dataset USING btree (project_id) WHERE (retired = 1);
CREATE INDEX dataset_staged ON public.dataset USING btree (staged_until) WHERE (staged_until IS NOT NULL);
CREATE INDEX dataset_work ON public.dataset USING btree (work_at, project_id) WHERE (work_at IS NOT NULL);

create table decision (
  project_id bigint not null,
  first bigint not null,
  lines text not null,
  constraint decision_project_id_fkey FOREIGN KEY (project_id) REFERENCES dataset(project_id),
  constraint decision_pkey PRIMARY KEY (project_id, first),
);

create table external_id (
  project_id bigint not null,
  hash text not null,
  used_at bigint not null,
  constraint external_id_pkey PRIMARY KEY (project_id, hash),
);

create table fault_plan (
  project_id bigint not null,
  id bigint not null,
  seed text not null,
  faults text not null,
  active integer not null,
  constraint fault_plan_pkey PRIMARY KEY (project_id, id),
);
CREATE INDEX fault_plan_active ON public.fault_plan USING btree (project_id) WHERE (active = 1);

create table gateway_order (
  project_id bigint not null,
  id text not null,
  number text not null,
  status integer not null,
  two_stage integer not null,
  amount bigint not null,
  currency integer not null,
  approved_amount bigint not null,
  deposited_amount bigint not null,
  refunded_amount bigint not null,
  action_code integer not null,
  client_id text,
  created_at bigint not null,
  due_at bigint,
  request text not null,
  progress text not null,
  failed_attempts integer not null default 0,
  search text not null default ''::text,
  labels text not null default '[]'::text,
  search_trigrams bigint not null default '-1'::integer,
  constraint gateway_order_check CHECK (((deposited_amount >= 0) AND (deposited_amount <= approved_amount))),
  constraint gateway_order_check1 CHECK (((refunded_amount >= 0) AND ((deposited_amount + refunded_amount) <= approved_amount))),
  constraint gateway_order_status_check CHECK (((status >= 0) AND (status <= 6))),
  constraint gateway_order_amount_check CHECK ((amount >= 0)),
  constraint gateway_order_approved_amount_check CHECK ((approved_amount >= 0)),
  constraint gateway_order_pkey PRIMARY KEY (project_id, id),
  constraint gateway_order_project_id_number_key UNIQUE (project_id, number),
) with (fillfactor=70);
CREATE INDEX gateway_order_amount ON public.gateway_order USING btree (project_id, amount, id);
CREATE INDEX gateway_order_client ON public.gateway_order USING btree (project_id, client_id, created_at, id) WHERE (client_id IS NOT NULL);
CREATE INDEX gateway_order_created ON public.gateway_order USING btree (project_id, created_at, id, search_trigrams, search);
CREATE INDEX gateway_order_declined ON public.gateway_order USING btree (project_id, created_at, id) WHERE (failed_attempts > 0);
CREATE INDEX gateway_order_due ON public.gateway_order USING btree (project_id, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX gateway_order_expired ON public.gateway_order USING btree (project_id, created_at, id) WHERE ((action_code = ANY (ARRAY['-2007'::integer, '-2014'::integer, '-2009'::integer])) AND ((status + 0) = 6));
CREATE INDEX gateway_order_labelled ON public.gateway_order USING btree (project_id, created_at, id, labels) WHERE (labels <> '[]'::text);
CREATE INDEX gateway_order_status ON public.gateway_order USING btree (project_id, status, created_at, id);
CREATE INDEX gateway_order_withdrawn ON public.gateway_order USING btree (project_id, created_at, id) WHERE ((action_code = ANY (ARRAY[4005, 2012])) AND ((status + 0) = 6));

create table id_number (
  number bigint not null,
  project_number integer not null,
  constraint id_number_project_number_fkey FOREIGN KEY (project_number) REFERENCES project(number),
  constraint id_number_pkey PRIMARY KEY (number, project_number),
);
CREATE INDEX id_number_project ON public.id_number USING btree (project_number);

create table idempotency (
  project_id bigint not null,
  scope text not null,
  request text not null,
  answer text not null,
  stored_at bigint not null,
  constraint idempotency_pkey PRIMARY KEY (project_id, scope),
);

create table installation (
  secret_fingerprint text not null,
);

create table journal_entry (
  project_id bigint not null,
  id bigint not null,
  kind text not null,
  at bigint not null,
  utrnno bigint not null,
  stan integer not null,
  amount bigint not null,
  currency integer not null,
  debit_account_id bigint,
  credit_account_id bigint,
  source_number_id bigint,
  source_card_id bigint,
  destination_number_id bigint,
  destination_card_id bigint,
  approved integer not null,
  details text not null,
  order_id text,
  constraint journal_entry_check2 CHECK (((approved = 1) OR (debit_account_id IS NULL))),
  constraint journal_entry_check CHECK (((debit_account_id IS NULL) = (credit_account_id IS NULL))),
  constraint journal_entry_amount_check CHECK ((amount >= 0)),
  constraint journal_entry_check1 CHECK ((debit_account_id <> credit_account_id)),
  constraint journal_entry_pkey PRIMARY KEY (project_id, id),
);
CREATE INDEX journal_entry_credit ON public.journal_entry USING btree (project_id, credit_account_id, at, id) WHERE (credit_account_id < 0);
CREATE INDEX journal_entry_debit ON public.journal_entry USING btree (project_id, debit_account_id, at, id) WHERE (debit_account_id < 0);
CREATE INDEX journal_entry_destination ON public.journal_entry USING btree (project_id, destination_card_id, at, id);
CREATE INDEX journal_entry_order ON public.journal_entry USING btree (project_id, order_id, id) WHERE (order_id IS NOT NULL);
CREATE INDEX journal_entry_paid_order ON public.journal_entry USING btree (project_id, id) WHERE ((kind = 'purchase'::text) AND (order_id IS NOT NULL) AND (source_card_id IS NOT NULL));
CREATE INDEX journal_entry_source ON public.journal_entry USING btree (project_id, source_card_id, at, id);

create table mail_link (
  hash text not null,
  purpose text not null,
  email text not null,
  created_at bigint not null,
  ends_at bigint not null,
  user_id text,
  constraint mail_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint mail_link_pkey PRIMARY KEY (hash),
);
CREATE INDEX mail_link_email ON public.mail_link USING btree (email, purpose);
CREATE INDEX mail_link_end ON public.mail_link USING btree (ends_at);
CREATE INDEX mail_link_user ON public.mail_link USING btree (user_id) WHERE (user_id IS NOT NULL);

create table pin_nonce (
  project_id bigint not null,
  nonce text not null,
  used_at bigint not null,
  constraint pin_nonce_pkey PRIMARY KEY (project_id, nonce),
);

create table project (
  number integer not null generated by default as identity,
  id text not null,
  name text not null,
  dataset_id bigint not null,
  generation integer not null,
  sealed text not null,
  pin_key text,
  created_at bigint not null,
  callback_key text,
  constraint project_pkey PRIMARY KEY (number),
  constraint project_id_key UNIQUE (id),
);

create table project_invitation (
  project_number integer not null,
  email text not null,
  hash text not null,
  role text not null,
  invited_by text not null,
  created_at bigint not null,
  ends_at bigint not null,
  constraint project_invitation_project_number_fkey FOREIGN KEY (project_number) REFERENCES project(number),
  constraint project_invitation_pkey PRIMARY KEY (project_number, email),
  constraint project_invitation_hash_key UNIQUE (hash),
);
CREATE INDEX project_invitation_email ON public.project_invitation USING btree (email);

create table project_member (
  project_number integer not null,
  user_id text not null,
  role text not null,
  joined_at bigint not null,
  callback_alert_from bigint,
  constraint project_member_project_number_fkey FOREIGN KEY (project_number) REFERENCES project(number),
  constraint project_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint project_member_pkey PRIMARY KEY (project_number, user_id),
);
CREATE INDEX project_member_user ON public.project_member USING btree (user_id, project_number);

create table real_time_decision (
  project_id bigint not null,
  id bigint not null,
  card_id bigint not null,
  state text not null,
  decided_by text,
  subject text not null,
  held bigint not null,
  question text not null,
  deadline bigint not null,
  fallback text not null,
  created_at bigint not null,
  authorisation_id bigint,
  exchange text not null,
  late text not null,
  constraint real_time_decision_held_check CHECK ((held >= 0)),
  constraint real_time_decision_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text]))),
  constraint real_time_decision_pkey PRIMARY KEY (project_id, id),
);
CREATE INDEX real_time_decision_pending ON public.real_time_decision USING btree (project_id, deadline, id) WHERE (state = 'pending'::text);

create table received_request (
  project_id bigint not null,
  slot bigint not null,
  receiver_id text not null,
  number bigint not null,
  at bigint not null,
  request text not null,
  answered_status bigint not null,
  constraint received_request_pkey PRIMARY KEY (project_id, slot),
);

create table receiver (
  project_id bigint not null,
  place bigint not null,
  id text,
  answers text not null,
  delay_ms bigint not null,
  played bigint not null,
  received bigint not null,
  created_at bigint not null,
  constraint receiver_pkey PRIMARY KEY (project_id, place),
);

create table request_log (
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
  constraint request_log_pkey PRIMARY KEY (project_id, seq),
);

create table request_log_message (
  project_id bigint not null,
  seq bigint not null,
  detail text not null,
  constraint request_log_message_pkey PRIMARY KEY (project_id, seq),
);

create table retention (
  project_id bigint not null,
  marks text not null,
  constraint retention_pkey PRIMARY KEY (project_id),
);

create table schema_version (
  version integer not null,
  name text not null,
);

create table snapshot (
  project_number integer not null,
  name text not null,
  id text not null,
  dataset_id bigint not null,
  sealed text not null,
  taken_at bigint not null,
  clock_at bigint not null,
  frozen integer not null,
  row_count bigint not null,
  counts text not null,
  waiting_callbacks bigint not null,
  id_numbers text not null,
  constraint snapshot_project_number_fkey FOREIGN KEY (project_number) REFERENCES project(number),
  constraint snapshot_pkey PRIMARY KEY (project_number, name),
  constraint snapshot_id_key UNIQUE (id),
);
CREATE INDEX snapshot_name ON public.snapshot USING btree (name);

create table user_account (
  id text not null,
  email text not null,
  password_hash text,
  single_sign_on text,
  created_at bigint not null,
  constraint user_account_pkey PRIMARY KEY (id),
  constraint user_account_email_key UNIQUE (email),
  constraint user_account_single_sign_on_key UNIQUE (single_sign_on),
);

create table user_session (
  hash text not null,
  user_id text not null,
  created_at bigint not null,
  ends_at bigint not null,
  browser text not null default ''::text,
  constraint user_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint user_session_pkey PRIMARY KEY (hash),
);
CREATE INDEX user_session_end ON public.user_session USING btree (ends_at);
CREATE INDEX user_session_user ON public.user_session USING btree (user_id);

create table webhook (
  project_id bigint not null,
  id bigint not null,
  url text not null,
  events text not null,
  state text not null,
  secrets text not null,
  lanes text not null,
  created_at bigint not null,
  constraint webhook_state_check CHECK ((state = ANY (ARRAY['active'::text, 'gone'::text, 'deleted'::text]))),
  constraint webhook_pkey PRIMARY KEY (project_id, id),
) with (fillfactor=50);
CREATE INDEX webhook_listed ON public.webhook USING btree (project_id, ((- id))) WHERE (state <> 'deleted'::text);

create table webhook_event (
  project_id bigint not null,
  id bigint not null,
  webhook_id bigint not null,
  type text not null,
  body text not null,
  state text not null,
  url text not null,
  origin text not null,
  created_at bigint not null,
  previous_id bigint,
  attempt integer not null,
  failures integer not null,
  first_at bigint,
  due_at bigint,
  lease_until bigint,
  attempts text not null,
  held_back integer not null default 0,
  constraint webhook_event_attempt_check CHECK ((attempt >= 0)),
  constraint webhook_event_failures_check CHECK ((failures >= 0)),
  constraint webhook_event_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'stopped'::text]))),
  constraint webhook_event_pkey PRIMARY KEY (project_id, id),
) with (fillfactor=50);
CREATE INDEX webhook_event_due ON public.webhook_event USING btree (project_id, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_event_newest ON public.webhook_event USING btree (project_id, webhook_id, id);

