// Registers the routes of this interface.

import type { Interface } from '../http/plugin.ts'

export const cardsV1: Interface = () => Promise.resolve()
