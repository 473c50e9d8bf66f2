// The control API: projects, settings, clock, reset, lists of records, ledger and callbacks. The
// operations have the same order as in the reference.

import type { Interface } from '../../web/http/plugin.ts'
import { serve } from '../endpoint/serve.ts'
import { accountOperations } from './ledger/accounts.ts'
import { listActionCodes } from './orders/action-codes.ts'
import { adminProjectOperations } from './projects/admin-projects.ts'
import { api } from './api.ts'
import { bindingOperations } from './cards/bindings.ts'
import { callbackKeyOperations } from './callbacks/callback-keys.ts'
import { callbackTrialOperations } from './callbacks/callback-trials.ts'
import { callbackOperations } from './callbacks/callbacks.ts'
import { faultOperations } from './faults/fault-operations.ts'
import { failNextPayment } from './cards/card-failure.ts'
import { cardTransactionOperations } from './cards/card-transactions.ts'
import { cardholderOperations } from './cards/cardholders.ts'
import { cardOperations } from './cards/cards.ts'
import { countOperations } from './counts.ts'
import { clockOperations } from './projects/clock.ts'
import { credentialOperations } from './projects/credentials.ts'
import { previewOutcomeRules } from './rules/rule-preview.ts'
import { receiverOperations } from './receivers/receivers.ts'
import { decisionOperations } from './decisions/decisions.ts'
import { rsaKeyOperations } from './projects/rsa-keys.ts'
import { expect } from './waiting/expect.ts'
import { entryOperations } from './ledger/entries.ts'
import { importOperations } from './cards/imports.ts'
import { authorisationOperations } from './simulations/authorisations.ts'
import { rateOperations } from './simulations/rates.ts'
import { refundOperations } from './simulations/refunds.ts'
import { scenarioOperations } from './simulations/scenarios.ts'
import { simulationOperations } from './simulations/simulations.ts'
import { issueCard } from './cards/issue-card.ts'
import { ledgerOperations } from './ledger/ledger.ts'
import { memberOperations } from './projects/members.ts'
import { orderOperations } from './orders/orders.ts'
import { getOverview } from './overview.ts'
import { projectEndOperations } from './projects/project-end.ts'
import { projectOperations } from './projects/projects.ts'
import { ruleOperations } from './rules/rule-operations.ts'
import { search } from './search.ts'
import { seedProject } from './seed/seed-project.ts'
import { applyFixtures, fixturesSchema } from './fixtures/fixtures.ts'
import { snapshotOperations } from './snapshots/snapshots.ts'
import { requestOperations } from './requests/requests.ts'
import { listTestCards } from './orders/test-cards.ts'
import { realTimeOperations } from './real-time/real-time-decisions.ts'
import { webhookOperations } from './webhooks/webhooks.ts'
import { walletTokenOperations } from './orders/wallet-tokens.ts'

export const operations = [
  ...adminProjectOperations,
  seedProject,
  ...projectOperations,
  ...credentialOperations,
  ...clockOperations,
  ...snapshotOperations,
  applyFixtures,
  getOverview,
  search,
  ...cardholderOperations,
  ...cardOperations,
  issueCard,
  ...importOperations,
  ...cardTransactionOperations,
  ...authorisationOperations,
  ...simulationOperations,
  ...refundOperations,
  ...scenarioOperations,
  ...rateOperations,
  failNextPayment,
  ...orderOperations,
  ...bindingOperations,
  ...ruleOperations,
  previewOutcomeRules,
  ...faultOperations,
  ...decisionOperations,
  listActionCodes,
  listTestCards,
  ...ledgerOperations,
  ...accountOperations,
  ...countOperations,
  ...entryOperations,
  ...requestOperations,
  ...callbackOperations,
  ...callbackTrialOperations,
  expect,
  ...webhookOperations,
  ...receiverOperations,
  ...realTimeOperations,
  ...callbackKeyOperations,
  ...rsaKeyOperations,
  ...walletTokenOperations,
  ...memberOperations,
  ...projectEndOperations,
]

export const control = serve(api, operations)

const FIXTURES_SCHEMA_PATH = '/schemas/sandcard.config.json'

/** The schemas of files, for code editors, which send no credentials. */
export const fileSchemas: Interface = (app) => {
  app.get(
    FIXTURES_SCHEMA_PATH,
    { schema: { hide: true }, config: { api: 'operations', operation: 'fixturesSchema' } },
    (_request, reply) =>
      reply.type('application/schema+json').send(fixturesSchema(FIXTURES_SCHEMA_PATH)),
  )
  return Promise.resolve()
}
