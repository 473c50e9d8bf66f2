// The statements of members, invitations and audit logs of projects.

import { projectColumns } from './project-line.ts'
import type { Dialect, Statement } from './store.ts'

export const findRole: Statement = {
  name: 'find_role',
  text: 'select role from project_member where project_number = $1 and user_id = $2',
}

/** The members of a project, in the order in which they joined. */
export const listMembers: Statement = {
  name: 'list_members',
  text: `select m.user_id, u.email, m.role, m.joined_at, m.callback_alert_from from project_member m
    join user_account u on u.id = m.user_id
    where m.project_number = $1 order by m.joined_at, m.user_id`,
}

/** A person's projects, newest first, after the last number of the previous page. */
export const listProjectsOfUser: Statement = {
  name: 'list_projects_of_user',
  text: `select ${projectColumns}, m.role from project p
    join project_member m on m.project_number = p.number
    where m.user_id = $1 and m.project_number < $2
    order by m.project_number desc limit $3`,
}

export const countProjectsOfUser: Statement = {
  name: 'count_projects_of_user',
  text: 'select count(*) as projects from project_member where user_id = $1',
}

/** The projects that have no other owner, each with its other members; null if there are none. */
export const listOwnedAlone: Statement = {
  name: 'list_owned_alone',
  text: `select p.number, p.id, p.name, o.user_id, u.email from project_member m
    join project p on p.number = m.project_number
    left join project_member o on o.project_number = m.project_number and o.user_id <> m.user_id
    left join user_account u on u.id = o.user_id
    where m.user_id = $1 and m.role = 'owner' and not exists (
      select 1 from project_member a
      where a.project_number = m.project_number and a.role = 'owner' and a.user_id <> m.user_id)
    order by p.number, o.joined_at, o.user_id`,
}

/**
 * Held until the transaction ends, so that changes of a project's members run one after the other.
 */
export const lockMembers = (dialect: Dialect): Statement => ({
  name: 'lock_members',
  text: `select user_id, role from project_member where project_number = $1${
    dialect === 'sqlite' ? '' : ' for update'
  }`,
})

export const insertMember: Statement = {
  name: 'insert_member',
  text: `insert into project_member (project_number, user_id, role, joined_at) values ($1, $2, $3, $4)
    on conflict (project_number, user_id) do nothing returning role`,
}

export const setRole: Statement = {
  name: 'set_role',
  text: 'update project_member set role = $3 where project_number = $1 and user_id = $2 returning role',
}

/** Turns emails about failing callbacks on; null turns them off. */
export const setCallbackAlert: Statement = {
  name: 'set_callback_alert',
  text: `update project_member set callback_alert_from = $3
    where project_number = $1 and user_id = $2 returning user_id`,
}

/**
 * The members to email now. The time of their next email is moved, so that only one process sends
 * it.
 */
export const takeCallbackAlerts: Statement = {
  name: 'take_callback_alerts',
  text: `update project_member set callback_alert_from = $3
    where project_number = $1 and callback_alert_from <= $2
    returning (select u.email from user_account u where u.id = project_member.user_id) as email`,
}

export const deleteMember: Statement = {
  name: 'delete_member',
  text: 'delete from project_member where project_number = $1 and user_id = $2 returning role',
}

export const deleteMembershipsOf: Statement = {
  name: 'delete_memberships_of',
  text: 'delete from project_member where user_id = $1',
}

export const listInvitations: Statement = {
  name: 'list_invitations',
  text: `select email, role, invited_by, created_at, ends_at from project_invitation
    where project_number = $1 and ends_at > $2 order by created_at, email`,
}

/** Replaces an earlier invitation of the same address. */
export const insertInvitation: Statement = {
  name: 'insert_invitation',
  text: `insert into project_invitation
      (project_number, email, hash, role, invited_by, created_at, ends_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (project_number, email) do update set
      hash = excluded.hash, role = excluded.role, invited_by = excluded.invited_by,
      created_at = excluded.created_at, ends_at = excluded.ends_at`,
}

export const findInvitation: Statement = {
  name: 'find_invitation',
  text: `select i.project_number, i.email, i.role, i.invited_by, p.id, p.name
    from project_invitation i join project p on p.number = i.project_number
    where i.hash = $1 and i.ends_at > $2`,
}

export const takeInvitation: Statement = {
  name: 'take_invitation',
  text: `delete from project_invitation where hash = $1 and ends_at > $2
    returning project_number, email, role`,
}

export const deleteInvitation: Statement = {
  name: 'delete_invitation',
  text: 'delete from project_invitation where project_number = $1 and email = $2 returning role',
}

/** The invitations sent to an address. */
export const deleteInvitationsTo: Statement = {
  name: 'delete_invitations_to',
  text: 'delete from project_invitation where email = $1',
}

/** The invitations sent by a person, in all projects. */
export const deleteInvitationsBy: Statement = {
  name: 'delete_invitations_by',
  text: 'delete from project_invitation where invited_by = $1',
}

export const deleteInvitationsOfMember: Statement = {
  name: 'delete_invitations_of_member',
  text: 'delete from project_invitation where project_number = $1 and invited_by = $2',
}

/** After a change of the inviter's address. */
export const renameInviter: Statement = {
  name: 'rename_inviter',
  text: 'update project_invitation set invited_by = $2 where invited_by = $1',
}

/** Keeps a project's newest entries. */
export const trimAuditEntries: Statement = {
  name: 'trim_audit_entries',
  text: `delete from audit_entry where project_number = $1 and id <= (
    select id from audit_entry where project_number = $1 order by id desc limit 1 offset $2)`,
}

export const insertAuditEntry: Statement = {
  name: 'insert_audit_entry',
  text: `insert into audit_entry (project_number, id, at, actor_id, actor, action, details)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

/** Newest first, between two ids; the texts are patterns of `containing`. */
export const listAuditEntries: Statement = {
  name: 'list_audit_entries',
  text: `select id, at, actor, action, details from audit_entry
    where project_number = $1 and id < $2 and id >= $3
      and (lower(actor) like lower($4) escape '!' or lower(details) like lower($4) escape '!'
        or lower(action) like lower($5) escape '!')
    order by id desc limit $6`,
}

/** Entries of a deleted account are kept without the name. */
export const forgetActor: Statement = {
  name: 'forget_actor',
  text: `update audit_entry set actor_id = null, actor = 'deleted account' where actor_id = $1`,
}
