// Registers the routes of this interface.

import type { Interface } from '../http/plugin.ts'

export const cardsV2: Interface = () => Promise.resolve()
