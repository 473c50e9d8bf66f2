// Built-in callback receivers, and a ring buffer of the requests to each.

export const receivers = (): string[] => [
  `create table receiver (
    project_id bigint not null,
    place bigint not null,
    id text,
    answers text not null,
    delay_ms bigint not null,
    played bigint not null,
    received bigint not null,
    created_at bigint not null,
    primary key (project_id, place)
  )`,
  `create table received_request (
    project_id bigint not null,
    slot bigint not null,
    receiver_id text not null,
    number bigint not null,
    at bigint not null,
    request text not null,
    answered_status bigint not null,
    primary key (project_id, slot)
  )`,
]
