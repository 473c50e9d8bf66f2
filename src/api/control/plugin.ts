// The control API: projects, settings, clock, reset, lists of records, ledger and callbacks. The
// operations are in the order of the reference.

import { serve } from '../endpoint/serve.ts'
import { accountOperations } from './accounts.ts'
import { listActionCodes } from './action-codes.ts'
import { adminProjectOperations } from './admin-projects.ts'
import { api } from './api.ts'
import { bindingOperations } from './bindings.ts'
import { callbackKeyOperations } from './callback-keys.ts'
import { callbackTrialOperations } from './callback-trials.ts'
import { callbackOperations } from './callbacks.ts'
import { failNextPayment } from './card-failure.ts'
import { cardTransactionOperations } from './card-transactions.ts'
import { cardholderOperations } from './cardholders.ts'
import { cardOperations } from './cards.ts'
import { clockOperations } from './clock.ts'
import { credentialOperations } from './credentials.ts'
import { previewOutcomeRules } from './rule-preview.ts'
import { rsaKeyOperations } from './rsa-keys.ts'
import { entryOperations } from './entries.ts'
import { importOperations } from './imports.ts'
import { issueCard } from './issue-card.ts'
import { ledgerOperations } from './ledger.ts'
import { memberOperations } from './members.ts'
import { orderOperations } from './orders.ts'
import { getOverview } from './overview.ts'
import { projectEndOperations } from './project-end.ts'
import { projectOperations } from './projects.ts'
import { ruleOperations } from './rule-operations.ts'
import { search } from './search.ts'
import { seedProject } from './seed/seed-project.ts'
import { listTestCards } from './test-cards.ts'
import { walletTokenOperations } from './wallet-tokens.ts'

export const operations = [
  ...adminProjectOperations,
  seedProject,
  ...projectOperations,
  ...credentialOperations,
  ...clockOperations,
  getOverview,
  search,
  ...cardholderOperations,
  ...cardOperations,
  issueCard,
  ...importOperations,
  ...cardTransactionOperations,
  failNextPayment,
  ...orderOperations,
  ...bindingOperations,
  ...ruleOperations,
  previewOutcomeRules,
  listActionCodes,
  listTestCards,
  ...ledgerOperations,
  ...accountOperations,
  ...entryOperations,
  ...callbackOperations,
  ...callbackTrialOperations,
  ...callbackKeyOperations,
  ...rsaKeyOperations,
  ...walletTokenOperations,
  ...memberOperations,
  ...projectEndOperations,
]

export const control = serve(api, operations)
