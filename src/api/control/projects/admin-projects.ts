// Operations of the operator: create and list projects, and assign owners.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import type { Service } from '../../../service.ts'
import { projectNumberById } from '../../../store/reads/projects.ts'
import { projectsWithOwners, type ProjectWithOwners } from '../../../store/reads/project-owners.ts'
import { PROJECTS_MAX, TooManyProjects } from '../../../engine/catalogue.ts'
import type { Project } from '../../../engine/directory.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { CreationKey } from '../../../engine/credential-hashes.ts'
import { ADMIN_ACTOR, noteAction } from '../../../users/audit.ts'
import * as members from '../../../users/members.ts'
import { findUser } from '../../../users/stored-user.ts'
import { emailOf, EMAIL_LENGTH, type User } from '../../../users/user.ts'
import { keyIn } from '../../endpoint/idempotency.ts'
import type { SentRequest } from '../../endpoint/operation.ts'
import { RepeatedAnswer } from '../../endpoint/repeated-answer.ts'
import { adminOperation, adminOrProjectOperation } from '../api.ts'
import { listAnswer, listQuery } from '../list.ts'
import { problem, unacceptable } from '../problems.ts'
import {
  NewProjectBody,
  NO_CONTROL_CHARACTERS,
  ProjectAnswer,
  shownProject,
} from './project-view.ts'
import { iso, Moment } from '../schemas.ts'
import { forkOf, snapshotNamed } from '../snapshots/snapshot-access.ts'

const DEFAULT_PROJECT_NAME = 'project'
const PROJECTS_PAGE_SIZE = 50

const Owner = Type.String({
  minLength: 3,
  maxLength: EMAIL_LENGTH,
  pattern: NO_CONTROL_CHARACTERS,
  description: 'Email address of a user account; hosted mode only',
})

const ProjectLineSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: Moment,
  owners: Type.Array(Type.String(), {
    description:
      'Email addresses of the owners; empty for a project without an owner, as in local mode',
  }),
})

const CreationHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        '1 to 255 visible ASCII characters. As long as the new project exists, a repeated request with the same key and body returns it.',
    }),
  ),
})

const createProject = adminOrProjectOperation({
  name: 'createProject',
  method: 'POST',
  path: '/projects',
  repeats: 'nothing',
  summary: 'Create a project',
  description:
    'Creates a sandbox with its own credentials and product data. Create one per test. Hosted mode requires the admin token as a bearer token. In hosted mode, `owner` names the user account that owns the project. A project without an owner does not appear in the portal. With `snapshot`, the project is a copy of a snapshot: send the id of the snapshot, or its name and the API key of its project as `X-API-KEY`. With `seed`, the same requests give the same ids and card numbers in every new project with this seed.',
  headers: CreationHeaders,
  body: NewProjectBody,
  examples: [{ name: 'my test' }],
  status: 201,
  answer: ProjectAnswer,
  errors: ['snapshot-ambiguous', 'snapshot-not-found'],
  async handle({ body, headers, ...call }) {
    const { service } = call
    const asked = 'project' in call ? call.project : undefined
    const creation = creationKey(headers, [asked?.id, body])
    const before = creation && (await createdBefore(service, creation))
    if (before !== undefined) return before
    const owner = body?.owner === undefined ? undefined : await accountOf(service, body.owner)
    const project = await newProject(service, body, { asked, ownerId: owner?.id })
    if (creation && !(await service.directory.creations.add(project.number, creation))) {
      // A simultaneous request with the same key was faster.
      await service.directory.remove(project.number)
      const other = await createdBefore(service, creation)
      if (other === undefined) throw new Fault('unavailable', 'The project was deleted.')
      return other
    }
    if (owner !== undefined) await noteAsAdmin(service, project.number, 'createProject', owner)
    return shownProject(service, project)
  },
})

const listProjects = adminOperation({
  name: 'listProjects',
  method: 'GET',
  path: '/projects',
  summary: 'List the projects',
  description:
    'Lists all projects with their owners, newest first. Hosted mode requires the admin token.',
  query: listQuery({
    owner: Type.Optional({ ...Owner, examples: ['ada@example.com'] }),
    ownerless: Type.Optional(
      Type.Enum(['true'], { description: 'Only projects without an owner' }),
    ),
  }),
  answer: listAnswer(ProjectLineSchema),
  errors: ['cursor-invalid'],
  async handle({ service, query: { limit, cursor, owner, ownerless } }) {
    const count = Number(limit ?? PROJECTS_PAGE_SIZE)
    const before = cursor === undefined ? undefined : await placeOf(service, cursor)
    const filter = {
      ...(owner !== undefined && { owner: owner.trim().toLowerCase() }),
      isOwnerless: ownerless === 'true',
    }
    const { items, hasMore } = await service.readCatalogue((reads) =>
      projectsWithOwners(reads, { before, limit: count, ...filter }),
    )
    return {
      items: items.map(lineView),
      nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null,
    }
  },
})

const giveProject = adminOperation({
  name: 'giveProject',
  method: 'POST',
  path: '/projects/:id/owners',
  repeats: 'nothing',
  summary: 'Add an owner to a project',
  description:
    'Gives a user account the role owner, even if it had another role. Existing owners stay. Adds an entry to the audit log. Hosted mode only.',
  params: Type.Object({
    id: Type.String({ description: 'Id of the project', examples: ['prj_aaaaaaaaaaaaaaaa'] }),
  }),
  body: Type.Object({ owner: Owner }, { additionalProperties: false }),
  examples: [{ owner: 'ada@example.com' }],
  status: 201,
  answer: ProjectLineSchema,
  errors: ['project-not-found'],
  async handle({ service, params: { id }, body }) {
    const owner = await accountOf(service, body.owner)
    const number = await service.readCatalogue((reads) => projectNumberById(reads, id))
    const given =
      service.accounts && number !== undefined
        ? await members.giveProject(service.accounts, number, owner)
        : 'gone'
    if (given === 'too-many-projects') throw tooManyProjects()
    const line =
      given === 'given' && number !== undefined ? await lineOf(service, number) : undefined
    // If the project was deleted in the meantime, the list returns the previous one.
    if (line?.id !== id) throw problem('project-not-found', 'There is no project with this id.')
    return lineView(line)
  },
})

export const adminProjectOperations = [createProject, listProjects, giveProject]

async function newProject(
  service: Service,
  body: Static<typeof NewProjectBody>,
  { asked, ownerId }: { readonly asked: Project | undefined; readonly ownerId: string | undefined },
): Promise<Project> {
  const { name = DEFAULT_PROJECT_NAME, seed, snapshot } = body ?? {}
  if (seed !== undefined && snapshot !== undefined)
    throw unacceptable(
      '/seed',
      'cannot be combined with snapshot, because a copy keeps the snapshot’s sequence',
    )
  const made =
    seed !== undefined
      ? service.directory.createSeeded(name, String(seed), ownerId)
      : snapshot === undefined
        ? service.directory.create(name, ownerId)
        : forkOf(service, await snapshotNamed(service, asked, snapshot), { name, ownerId })
  return made.catch((error: unknown) => {
    throw error instanceof TooManyProjects ? tooManyProjects() : error
  })
}

/** The key of a request to create a project, and what identifies the request. */
function creationKey(headers: SentRequest['headers'], sent: unknown): CreationKey | undefined {
  const key = keyIn(headers, (detail) => problem('invalid-idempotency-key', detail))
  return key === undefined ? undefined : { key, request: JSON.stringify(sent) }
}

/** The project that an earlier request with the same key created. */
async function createdBefore(service: Service, creation: CreationKey) {
  const number = await service.directory.creations.projectNumber(creation)
  const project = number === undefined ? undefined : await service.directory.byNumber(number)
  return project && new RepeatedAnswer(await shownProject(service, project))
}

async function lineOf(service: Service, number: number): Promise<ProjectWithOwners | undefined> {
  const { items } = await service.readCatalogue((reads) =>
    projectsWithOwners(reads, { before: number + 1, limit: 1, isOwnerless: false }),
  )
  return items[0]
}

/** Finds the account with an email address. The operator may learn which accounts exist. */
async function accountOf({ accounts }: Service, typed: string): Promise<User> {
  if (accounts === undefined)
    throw unacceptable('/owner', 'is for hosted mode; local mode has no accounts')
  const email = emailOf(typed)
  const user = email === undefined ? undefined : await findUser(accounts, email)
  if (user === undefined) throw unacceptable('/owner', 'must be the email address of an account')
  return user
}

const tooManyProjects = () =>
  unacceptable('/owner', `already has ${PROJECTS_MAX} projects, which is the maximum`)

async function noteAsAdmin(
  { accounts }: Service,
  number: number,
  action: string,
  { email }: User,
): Promise<void> {
  if (accounts !== undefined)
    await noteAction(accounts, number, ADMIN_ACTOR, { action, details: { owner: email } })
}

/** A cursor is the id of the last project of the previous page. */
async function placeOf(service: Service, cursor: string): Promise<number> {
  const number = await service.readCatalogue((reads) => projectNumberById(reads, cursor))
  if (number !== undefined) return number
  throw problem('cursor-invalid', 'Send a nextCursor that this list returned, unchanged.')
}

const lineView = ({
  id,
  name,
  createdAt,
  owners,
}: ProjectWithOwners): Static<typeof ProjectLineSchema> => ({
  id,
  name,
  createdAt: iso(createdAt),
  owners: [...owners],
})
