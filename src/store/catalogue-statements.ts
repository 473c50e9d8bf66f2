// The statements of the catalogue: projects, their credentials and current datasets.

import { FAULT_PLAN_ID } from '../fault-injection/fault-plan.ts'
import type { Dialect, Statement } from './store.ts'

export const findCredential: Statement = {
  name: 'find_credential',
  text: `select project_number, secret_hash, ends_at, old_secret_hash, old_ends_at
    from credential where hash = $1`,
}

export const insertCredential: Statement = {
  name: 'insert_credential',
  text: `insert into credential (hash, project_number, secret_hash, created_at)
    values ($1, $2, $3, $4) on conflict (hash) do nothing returning hash`,
}

/** Replaces the password of a login; the previous one stays valid for a while. */
export const replacePassword: Statement = {
  name: 'replace_password',
  text: `update credential set old_secret_hash = secret_hash, old_ends_at = $3, secret_hash = $2,
      created_at = $4, last_used_at = null
    where hash = $1`,
}

/** Several processes may store uses in any order. */
export const storeCredentialUse: Statement = {
  name: 'store_credential_use',
  text: `update credential set last_used_at = $2
    where hash = $1 and (last_used_at is null or last_used_at < $2)`,
}

export const findCredentialsOfProject: Statement = {
  name: 'find_credentials_of_project',
  text: `select hash, kind, ends_at, old_ends_at, created_at, last_used_at
    from credential where project_number = $1`,
}

/** Sets the expiry of a replaced key. */
export const endCredential: Statement = {
  name: 'end_credential',
  text: 'update credential set kind = $2, ends_at = $3 where hash = $1',
}

/** Only the last replaced key of a kind stays valid. */
export const deleteReplacedCredentials: Statement = {
  name: 'delete_replaced_credentials',
  text: 'delete from credential where project_number = $1 and kind = $2 and ends_at is not null',
}

/** Replaces the secrets if they have not changed since they were read; otherwise returns no row. */
export const replaceSecrets: Statement = {
  name: 'replace_secrets',
  text: 'update project set sealed = $3 where number = $1 and sealed = $2 returning number',
}

/** Inserts a project without a dataset; its first dataset id derives from the generated number. */
export const insertProject: Statement = {
  name: 'insert_project',
  text: `insert into project (id, name, dataset_id, generation, sealed, created_at)
    values ($1, $2, 0, 0, $3, $4) returning number`,
}

export const setDataset: Statement = {
  name: 'set_dataset',
  text: 'update project set dataset_id = $2, generation = $3 where number = $1',
}

export const renameProject: Statement = {
  name: 'rename_project',
  text: 'update project set name = $2 where number = $1',
}

/** Deletes everything that references a project, and then the project. */
export const removeProjectStatements: readonly Statement[] = [
  'credential',
  'project_member',
  'project_invitation',
  'audit_entry',
  'snapshot',
  'id_number',
]
  .map((table) => ({
    name: `remove_${table}_of_project`,
    text: `delete from ${table} where project_number = $1`,
  }))
  .concat({ name: 'remove_project', text: 'delete from project where number = $1' })

/** The encrypted private RSA keys of a project, with one column per use. */
export type ProjectKey = 'pin_key' | 'callback_key'

export const setProjectKey = (key: ProjectKey): Statement => ({
  name: `set_${key}`,
  text: `update project set ${key} = $2 where number = $1 and ${key} is null`,
})

/** Replaces keys if they have not changed since they were read; otherwise returns no row. */
export const replaceProjectKey = (key: ProjectKey): Statement => ({
  name: `replace_${key}`,
  text: `update project set ${key} = $3 where number = $1 and ${key} = $2 returning number`,
})

export const lockProject = (dialect: Dialect): Statement => ({
  name: 'lock_project',
  text: `select dataset_id, generation from project where number = $1${
    dialect === 'sqlite' ? '' : ' for update'
  }`,
})

export const findProject: Statement = {
  name: 'find_project',
  text: `select number, id, name, dataset_id, sealed, pin_key, callback_key, created_at
    from project where number = $1`,
}

/** The faults of a dataset; no row if none is active. */
export const findActiveFaults: Statement = {
  name: 'find_active_faults',
  isLookup: true,
  text: `select faults from fault_plan
    where project_id = $1 and id = ${FAULT_PLAN_ID} and active = 1`,
}

/** The projects with active faults. The range makes the planner use the partial index. */
export const findFaultedProjects: Statement = {
  name: 'find_faulted_projects',
  text: `select d.project_number as number, f.faults
    from fault_plan f join dataset d on d.project_id = f.project_id
    where f.active = 1 and f.project_id > 0 and d.retired = 0`,
}

/**
 * One statement per column with encrypted values. Each returns a row if a value matches the
 * pattern.
 */
export const findMarkedValues: readonly Statement[] = [
  ['project', 'sealed'],
  ['project', 'pin_key'],
  ['project', 'callback_key'],
  ['card_number', 'sealed'],
  ['idempotency', 'answer'],
].map(([table, column]) => ({
  name: `find_marked_${column}_of_${table}`,
  text: `select 1 as found from ${table} where ${column} like $1 limit 1`,
}))

export const findInstallation: Statement = {
  name: 'find_installation',
  text: 'select secret_fingerprint from installation',
}

export const insertInstallation: Statement = {
  name: 'insert_installation',
  text: `insert into installation (secret_fingerprint)
    select $1 where not exists (select 1 from installation)`,
}

/** Two writes that cancel out, because an update to the same value would not reach the disk. */
export const insertProbe: Statement = {
  name: 'insert_probe',
  text: "insert into installation (secret_fingerprint) values ('probe')",
}
export const deleteProbe: Statement = {
  name: 'delete_probe',
  text: "delete from installation where secret_fingerprint = 'probe'",
}

export const findDataset: Statement = {
  name: 'find_dataset',
  isLookup: true,
  text: 'select dataset_id from project where number = $1',
}
