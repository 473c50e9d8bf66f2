// The size and age of project data: the bytes of a dataset, estimated once here and counted by
// every writer, and the marks by which retention finds rows of a certain age.

/** About the size of an average row with its indexes. */
const BYTES_PER_ROW = 500

export const retention = (): string[] => [
  'alter table dataset add column stored_bytes bigint not null default 0',
  `update dataset set stored_bytes = stored_rows * ${BYTES_PER_ROW}`,
  `create table retention (
    project_id bigint not null,
    marks text not null,
    primary key (project_id)
  )`,
]
