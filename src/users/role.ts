// What a member may do in a project, by role: the one table that pages, forms and actions ask.

/** From the one who may do everything to the one who may only look. */
export const ROLES = ['owner', 'developer', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/**
 * `look`: see what the project holds, without its secrets. `change`: see its credentials and do everything that its interfaces do.
 * `own`: say who its members are, and end it.
 */
export type Permission = 'look' | 'change' | 'own'

const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['look', 'change', 'own'],
  developer: ['look', 'change'],
  viewer: ['look'],
}

export const may = (role: Role, permission: Permission): boolean =>
  PERMISSIONS[role].includes(permission)

/** The role that a text names; undefined where it names none. */
export const roleOf = (text: string | null | undefined): Role | undefined =>
  ROLES.find((role) => role === text)
