// The accounts of hosted mode: users, sessions, email links, members and the audit log. Sessions
// and links are stored as keyed hashes.

export const users = (): string[] => [
  `create table user_account (
    id text not null primary key,
    email text not null unique,
    password_hash text,
    single_sign_on text unique,
    created_at bigint not null
  )`,
  `create table user_session (
    hash text not null primary key,
    user_id text not null references user_account (id),
    created_at bigint not null,
    ends_at bigint not null
  )`,
  'create index user_session_user on user_session (user_id)',
  'create index user_session_end on user_session (ends_at)',
  `create table mail_link (
    hash text not null primary key,
    purpose text not null,
    email text not null,
    created_at bigint not null,
    ends_at bigint not null
  )`,
  'create index mail_link_email on mail_link (email, purpose)',
  'create index mail_link_end on mail_link (ends_at)',
  `create table project_member (
    project_number integer not null references project (number),
    user_id text not null references user_account (id),
    role text not null,
    joined_at bigint not null,
    primary key (project_number, user_id)
  )`,
  'create index project_member_user on project_member (user_id, project_number)',
  `create table project_invitation (
    project_number integer not null references project (number),
    email text not null,
    hash text not null unique,
    role text not null,
    invited_by text not null,
    created_at bigint not null,
    ends_at bigint not null,
    primary key (project_number, email)
  )`,
  'create index project_invitation_email on project_invitation (email)',
  `create table audit_entry (
    project_number integer not null references project (number),
    id text not null,
    at bigint not null,
    actor_id text,
    actor text not null,
    action text not null,
    details text not null,
    primary key (project_number, id)
  )`,
  'create index audit_entry_actor on audit_entry (actor_id) where actor_id is not null',
]
