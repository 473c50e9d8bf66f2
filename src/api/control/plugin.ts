// The control API: projects, settings, clock, reset, the books and the callbacks. All of its operations, in the order of
// the reference.

import { serve } from '../endpoint/serve.ts'
import { api } from './api.ts'
import { callbackKeyOperations } from './callback-keys.ts'
import { callbackOperations } from './callbacks.ts'
import { clockOperations } from './clock.ts'
import { credentialOperations } from './credentials.ts'
import { ledgerOperations } from './ledger.ts'
import { projectOperations } from './projects.ts'
import { walletTokenOperations } from './wallet-tokens.ts'

export const operations = [
  ...projectOperations,
  ...credentialOperations,
  ...clockOperations,
  ...ledgerOperations,
  ...callbackOperations,
  ...callbackKeyOperations,
  ...walletTokenOperations,
]

export const control = serve(api, operations)
