// A fake of the Citus extension, which no package registry contains: functions and tables with the
// documented names, which record calls and reject what Citus rejects. All rows stay on one server.

import { runSql } from '../kit/sql.ts'

/** Shards of each table. */
const SHARDS = 4

const FAKE = `
  set allow_system_table_mods = on;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 16000, 'citus', oid, 'pg_catalog'::regnamespace, false, '12.1-1'
    from pg_roles where rolname = current_user;
  reset allow_system_table_mods;

  create table pg_dist_partition
    (logicalrelid regclass, partmethod "char", partkey text, colocationid integer);
  create table pg_dist_shard (logicalrelid regclass, shardid bigint);
  create table pg_dist_placement (shardid bigint, shardstate integer);
  create table pg_dist_node
    (nodename text, nodeport integer, isactive boolean, shouldhaveshards boolean,
      is_up boolean default true);
  insert into pg_dist_node values ('worker-1', 5432, true, true), ('worker-2', 5432, true, true);
  create table fake_citus_call (number integer generated always as identity, call text);

  create function fake_citus_references(of regclass) returns setof text language sql as $$
    select conname::text from pg_constraint where contype = 'f' and of in (conrelid, confrelid)
      and not (select count(*) = 2 from pg_dist_partition
        where logicalrelid in (conrelid, confrelid) and logicalrelid <> of
          or logicalrelid = of)
  $$;

  create function create_distributed_table(
    table_name regclass, distribution_column text, distribution_type text default 'hash',
    colocate_with text default 'default', shard_count integer default null
  ) returns void language plpgsql as $$
  declare
    group_id integer;
  begin
    if current_setting('citus.multi_shard_modify_mode', true) is distinct from 'sequential' then
      raise 'cannot see the rows of other connections';
    end if;
    if exists (select 1 from pg_dist_partition where logicalrelid = table_name) then
      raise 'table "%" is already distributed', table_name;
    end if;
    if exists (select 1 from fake_citus_references(table_name)) then
      raise 'table "%" has references to tables that are not distributed', table_name;
    end if;
    if exists (
      select 1 from pg_index i where i.indrelid = table_name and i.indisunique and not exists (
        select 1 from pg_attribute a where a.attrelid = table_name
          and a.attname = distribution_column and a.attnum = any(i.indkey::int2[]))
    ) then
      raise 'cannot create constraint on "%"', table_name
        using detail = 'UNIQUE and PRIMARY KEY constraints must include the partition column';
    end if;
    if colocate_with = 'none' then
      select coalesce(max(colocationid), 0) + 1 into group_id from pg_dist_partition;
    else
      select colocationid into strict group_id from pg_dist_partition
        where logicalrelid = colocate_with::regclass;
    end if;
    insert into pg_dist_partition values (table_name, 'h', distribution_column, group_id);
    insert into pg_dist_shard
      select table_name, table_name::oid::bigint * 100 + n from generate_series(0, ${SHARDS - 1}) n;
    insert into pg_dist_placement
      select shardid, 1 from pg_dist_shard where logicalrelid = table_name;
    insert into fake_citus_call (call)
      values (format('%s by %s with %s', table_name, distribution_column, colocate_with));
  end $$;

  create function truncate_local_data_after_distributing_table(function_name regclass)
  returns void language plpgsql as $$
  begin
    if not exists (select 1 from pg_dist_partition where logicalrelid = function_name) then
      raise 'supplied parameter is not a distributed table';
    end if;
    insert into fake_citus_call (call) values (format('truncate %s', function_name));
  end $$;

  create function citus_check_cluster_node_health() returns table (from_nodename text,
    from_nodeport integer, to_nodename text, to_nodeport integer, result boolean) language sql as $$
    select 'coordinator', 5432, nodename, nodeport, is_up from pg_dist_node
      union all select nodename, nodeport, 'coordinator', 5432, nullif(is_up, false)
        from pg_dist_node
  $$;

  create function column_to_column_name(table_name regclass, column_var_text text)
  returns text language sql as $$ select column_var_text $$;

  create function get_shard_id_for_distribution_column(
    table_name regclass, distribution_value bigint default null
  ) returns bigint language sql as $$
    select table_name::oid::bigint * 100 + distribution_value % 7 % ${SHARDS}
  $$;
`

/** Splits the shards of the fake. */
export async function splitShards(url: string): Promise<void> {
  await runSql({ kind: 'postgres', url }, SPLIT)
}

// prose-ignore
const SPLIT = `
    create or replace function get_shard_id_for_distribution_column(
      table_name regclass, distribution_value bigint default null
    ) returns bigint language sql as $$
      select table_name::oid::bigint * 100 + ${SHARDS} + distribution_value % 7
    $$`

export const shardAfterSplit = (datasetId: number): number => SHARDS + (datasetId % 7)

/** The number of a dataset's shard, counted from 0. */
export const shardOf = (datasetId: number): number => (datasetId % 7) % SHARDS

/** Adds the fake to a database of PostgreSQL. */
export const addCitus = async (url: string): Promise<void> => {
  await runSql({ kind: 'postgres', url }, FAKE)
}

/** The calls since the last time. */
export async function takeCalls(url: string): Promise<readonly string[]> {
  const rows = await runSql(
    { kind: 'postgres', url },
    'with taken as (delete from fake_citus_call returning *) select call from taken order by number',
  )
  return rows.map(({ call }) => String(call))
}
