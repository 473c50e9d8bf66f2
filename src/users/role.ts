// The permissions of members by role. Pages, forms and actions all use this table.

/** The roles, from the most to the fewest permissions. */
export const ROLES = ['owner', 'developer', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/**
 * `look`: see the project's data, without its secrets. `change`: see the credentials and do
 * everything that the interfaces offer. `own`: manage the members, and delete the project.
 */
export type Permission = 'look' | 'change' | 'own'

const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['look', 'change', 'own'],
  developer: ['look', 'change'],
  viewer: ['look'],
}

export const may = (role: Role, permission: Permission): boolean =>
  PERMISSIONS[role].includes(permission)

/** The role that a text names; undefined if it names none. */
export const roleOf = (text: string | null | undefined): Role | undefined =>
  ROLES.find((role) => role === text)
