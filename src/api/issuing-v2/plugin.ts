// Interface B: the version 2 REST api of card management. All of its operations, in the order of the reference.

import { serve } from '../endpoint/serve.ts'
import { api } from './api.ts'
import { cardOperations } from './cards.ts'
import { cardholderOperations } from './cardholders.ts'
import { movementOperations } from './movements.ts'

export const operations = [...cardholderOperations, ...cardOperations, ...movementOperations]

export const issuingV2 = serve(api, operations)
