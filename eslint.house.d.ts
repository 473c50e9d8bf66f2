// The types of `eslint.house.js`, which is JavaScript because editors run ESLint on whatever Node.js they have.

import type { Linter } from 'eslint'

export declare const houseRules: Linter.Config[]
