// The types of `eslint.purity.js`, which is JavaScript because editors run ESLint on whatever
// Node.js they have.

import type { Linter } from 'eslint'

export declare const purityRules: Linter.Config[]
