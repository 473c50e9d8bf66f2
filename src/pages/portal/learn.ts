// The screens to learn from, in the order of the rail: each project has them, and so has `/`.

import type { LearnScreen } from './open-visit.ts'
import { reference } from './reference/screen.ts'

export const learn: readonly LearnScreen[] = [reference]
