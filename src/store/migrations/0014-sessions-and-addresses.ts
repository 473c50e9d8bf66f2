// The browser of a session as text, and the account whose email address a link changes.

export const sessionsAndAddresses = (): string[] => [
  "alter table user_session add column browser text not null default ''",
  'alter table mail_link add column user_id text references user_account (id)',
  'create index mail_link_user on mail_link (user_id) where user_id is not null',
]
