// Interface A: card management, version 1. All operations, in the order of the reference.

import { serve } from '../endpoint/serve.ts'
import { api } from './api.ts'
import { cardOperations } from './cards.ts'
import { customerOperations } from './customers.ts'
import { movementOperations } from './movements.ts'

export const operations = [...customerOperations, ...cardOperations, ...movementOperations]

export const issuingV1 = serve(api, operations)
