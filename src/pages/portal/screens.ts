// Every screen of a project in the order of the rail. A screen that is not here does not exist: neither its link nor its addresses.

import { callbacks } from './callbacks/screen.ts'
import { cards } from './cards/screen.ts'
import { orders } from './orders/screen.ts'
import type { Screen } from './screen.ts'

export const screens: readonly Screen[] = [callbacks, orders, cards]

/** Where `/p/{project}` leads to. */
export const HOME = '/orders'
