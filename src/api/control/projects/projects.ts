// A project: read, change settings, reset.

import { Type } from '../../../web/http/schemas/type.ts'
import { storageLimitsOf } from '../../../storage-limits.ts'
import { callbackUrlFault } from '../../../delivery/address.ts'
import type { Project } from '../../../engine/directory.ts'
import { Fault } from '../../../kernel/fault.ts'
import { currencyByNumeric } from '../../../ledger/currency.ts'
import { RETENTION_SETTINGS, retentionOf } from '../../../projects/retention.ts'
import type { CommandInput } from '../../../registry/commands.ts'
import type { Service } from '../../../service.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { operation } from '../api.ts'
import { outcomeRules } from '../rules/outcome-rules.ts'
import { isLegibleUnderWhite, logoOf } from '../../../payments/merchant-look.ts'
import { unacceptable } from '../problems.ts'
import {
  ProjectAnswer,
  ProjectName,
  projectView,
  shownProject,
  type SettingsChange,
  SettingsChangeBody,
} from './project-view.ts'

export const getProject = operation({
  name: 'getProject',
  method: 'GET',
  path: '/project',
  summary: 'Read the project',
  description: 'Returns its credentials for every interface, its product data and its settings.',
  answer: ProjectAnswer,
  handle: ({ service, project }) => shownProject(service, project),
})

const Days = Type.Union([Type.Integer(), Type.Null()])

export const getStorage = operation({
  name: 'getStorage',
  method: 'GET',
  path: '/storage',
  summary: 'Read how much the project stores',
  description:
    'Returns the number of rows and their estimated size. Each cardholder, account, card, order, journal entry and callback uses one or more rows. Retention deletes orders and callbacks; a reset deletes everything.',
  answer: Type.Object({
    rows: Type.Integer(),
    limit: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Row limit; above it, requests that add rows fail with `quota-exceeded`. Null if there is no limit',
    }),
    bytes: Type.Integer({ description: 'Estimated size of the rows with their indexes' }),
    byteLimit: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Byte limit; above it, requests that add rows fail with `quota-exceeded`. Null if there is no limit',
    }),
    retention: Type.Object(
      { orders: Days, callbacks: Days, requestLog: Days, serviceMax: Days },
      {
        title: 'Retention',
        description:
          'How many days of real time each kind of data is kept, and the most that the service allows; null: forever',
      },
    ),
  }),
  async handle({ service, read }) {
    const { storedRows, storedBytes, settings } = await read(datasetById)
    const { rows, bytes } = storageLimitsOf(service.config)
    const { retentionDays } = service.config
    return {
      rows: storedRows,
      limit: rows || null,
      bytes: storedBytes,
      byteLimit: bytes || null,
      retention: { ...retentionOf(settings, retentionDays), serviceMax: retentionDays || null },
    }
  },
})

export const updateProject = operation({
  name: 'updateProject',
  isAudited: true,
  method: 'PATCH',
  path: '/project',
  summary: "Change the project's settings",
  description:
    'Changes the settings in the request; the others stay the same. A reset restores the defaults.',
  body: SettingsChangeBody,
  examples: [
    {
      cardPool: 100,
      callbackUrl: 'https://shop.example.com/callback',
      callbackOperations: ['deposited', 'refunded'],
      callbackParameters: ['amount', 'currency'],
    },
    {
      merchantName: 'Corner shop',
      mcc: 5411,
      gatewayCurrencies: ['978', '840'],
      outcomeRules: [
        { match: { panSuffix: '0002', amountFrom: 100_000 }, outcome: { actionCode: 116 } },
      ],
    },
  ],
  answer: ProjectAnswer,
  async handle({ service, project, body, command }) {
    const changed = await command('changeSettings', settingsChange(body, project, service))
    return projectView(project, changed, service.config.mode)
  },
})

export const resetProject = operation({
  name: 'resetProject',
  isAudited: true,
  method: 'POST',
  path: '/reset',
  summary: 'Reset the project',
  description:
    'Deletes all data and restores the default clock and settings. Credentials and product data are kept.',
  answer: ProjectAnswer,
  async handle({ service, project: before }) {
    await service.reset(before)
    const project = await service.directory.byNumber(before.number)
    if (project === undefined) throw new Error('the project is missing after its reset')
    return shownProject(service, project)
  },
})

export const renameProject = operation({
  name: 'renameProject',
  isAudited: true,
  auditedMembers: ['name'],
  method: 'PUT',
  path: '/project/name',
  summary: 'Rename the project',
  description:
    'Changes only the name; the id, the credentials and the data stay the same. Several projects can have the same name.',
  body: Type.Object({ name: ProjectName }, { additionalProperties: false }),
  examples: [{ name: 'checkout' }],
  answer: ProjectAnswer,
  async handle({ service, project: { number }, body: { name } }) {
    const project = await service.directory.rename(number, name)
    if (project === undefined) throw new Fault('unavailable', 'The project was deleted.')
    return shownProject(service, project)
  },
})

export const projectOperations = [
  getProject,
  getStorage,
  updateProject,
  renameProject,
  resetProject,
]

/** The callback key is a secret and is stored encrypted. */
export function settingsChange(
  change: SettingsChange,
  project: Project,
  service: Service,
): CommandInput<'changeSettings'> {
  const { callbackKey, outcomeRules: rules, ...plain } = change
  const { callbackUrl, gatewayCurrencies, merchantLogo, merchantColour } = plain
  const { retentionDays } = service.config
  const fault =
    typeof callbackUrl === 'string' ? callbackUrlFault(callbackUrl, service.config) : undefined
  if (fault !== undefined) throw unacceptable('/callbackUrl', fault)
  if (typeof merchantLogo === 'string' && logoOf(merchantLogo) === undefined)
    throw unacceptable('/merchantLogo', 'must be a PNG, JPEG or WebP image of up to 8,192 bytes')
  if (typeof merchantColour === 'string' && !isLegibleUnderWhite(merchantColour))
    throw unacceptable('/merchantColour', 'must have a contrast of at least 4.5:1 to white text')
  for (const name of Object.values(RETENTION_SETTINGS))
    if (retentionDays > 0 && (plain[name] ?? 0) > retentionDays)
      throw unacceptable(
        `/${name}`,
        `must be at most ${retentionDays}, the maximum that this service allows`,
      )
  const unknown =
    gatewayCurrencies?.findIndex((code) => currencyByNumeric(code) === undefined) ?? -1
  if (unknown >= 0) throw unacceptable(`/gatewayCurrencies/${unknown}`, 'must be a currency')
  const settings = { ...plain, ...(rules && { outcomeRules: outcomeRules(rules) }) }
  return callbackKey === undefined
    ? { settings }
    : { settings, callbackKey: project.vault.seal(callbackKey) }
}
