// Every page outside the portal, in every state.

import { describeStates } from '../kit/page-states.ts'
import { PUBLIC_STATES } from '../kit/public-states.ts'

describeStates('Every page and state', PUBLIC_STATES)
