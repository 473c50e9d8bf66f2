// Interface B: card management, version 2. All operations, in the order of the reference.

import { serve } from '../endpoint/serve.ts'
import { api } from './api.ts'
import { cardOperations } from './cards.ts'
import { cardholderOperations } from './cardholders.ts'
import { movementOperations } from './movements.ts'

export const operations = [...cardholderOperations, ...cardOperations, ...movementOperations]

export const issuingV2 = serve(api, operations)
