// Where code may read the clock, random bytes and the environment, and which subjects must be pure.
// The import rules are in `.dependency-cruiser.js`.

import type { OxlintOverride } from 'oxlint'

const SUBJECTS = [
  ...['kernel', 'fault-injection', 'receivers', 'callbacks', 'projects', 'ledger', 'issuing'],
  ...['three-d-secure', 'real-time', 'payments', 'authorisations', 'webhooks'],
].map((folder) => `src/${folder}/**/*.ts`)

const MAX_LINES = 400

interface Restriction {
  readonly selector: string
  readonly message: string
}

const each = (message: string, ...selectors: readonly string[]): readonly Restriction[] =>
  selectors.map((selector) => ({ selector, message }))

const IMPURE = [
  ...each(
    'A subject is synchronous: what it needs was loaded before.',
    ':function[async=true]',
    'AwaitExpression, ForOfStatement[await=true]',
  ),
  ...each(
    'A subject is pure: it decides, and others act.',
    'CallExpression[callee.name=/^(fetch|setTimeout|setInterval|setImmediate|queueMicrotask)$/]',
  ),
]
const RANDOM = each(
  'Random bytes come in as arguments.',
  'ImportSpecifier[imported.name=/^(getRandomValues|random[A-Z])/]',
  'MemberExpression[property.name=/^(getRandomValues|random[A-Z]\\w*)$/]',
)
const MATH_RANDOM = each(
  'Its values can be guessed: src/random.ts has random bytes.',
  'MemberExpression[object.name="Math"][property.name="random"]',
)
const ENVIRONMENT = each(
  'Only src/config.ts reads the environment.',
  'MemberExpression[object.name="process"][property.name="env"]',
  'MemberExpression[object.name="process"][property.value="env"]',
  'VariableDeclarator[init.name="process"] Property[key.name="env"]',
  'MemberExpression[object.name="globalThis"][property.name="process"]',
  'ImportDeclaration[source.value=/^(node:)?process$/]',
)
const CLOCK = each(
  'Only src/time.ts reads the clock; everything else receives the time.',
  'MemberExpression[object.name="Date"][property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.name="Date"]',
  'VariableDeclarator[init.name="Date"] Property[key.name="now"]',
  'MemberExpression[object.name="Temporal"][property.name="Now"]',
  'MemberExpression[object.name="performance"]',
  'VariableDeclarator[init.name="performance"]',
)
const DYNAMIC_IMPORT = each('Import at the top of the file.', 'ImportExpression, TSImportType')
const DOUBLE_ASSERTION = each(
  'Parse or narrow the value instead of asserting twice.',
  'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
)

/** A later entry replaces the rule of an earlier one, so each repeats the general rules. */
const syntax = (
  ...selectors: readonly (readonly Restriction[])[]
): NonNullable<OxlintOverride['rules']> => ({
  'eslint-js/no-restricted-syntax': ['error', ...DOUBLE_ASSERTION, ...selectors.flat()],
})

export const purityRules: readonly OxlintOverride[] = [
  { files: ['**/*.ts', '**/*.js', '**/*.mjs'], rules: syntax() },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines': ['error', MAX_LINES],
      ...syntax(MATH_RANDOM, DYNAMIC_IMPORT, ENVIRONMENT, CLOCK),
    },
  },
  {
    files: SUBJECTS,
    rules: syntax(MATH_RANDOM, DYNAMIC_IMPORT, ENVIRONMENT, CLOCK, IMPURE, RANDOM),
  },
  // A runtime without AES-GCM-SIV needs a random initialisation vector.
  {
    files: ['src/projects/vault.ts'],
    rules: syntax(MATH_RANDOM, DYNAMIC_IMPORT, ENVIRONMENT, CLOCK, IMPURE),
  },
  // The command prepares the process before anything is loaded; the other files load modules that
  // most services never need.
  {
    files: [
      'src/main.ts',
      'src/server.ts',
      'src/cli/call.ts',
      'src/cli/completion.ts',
      'src/cli/mcp.ts',
      'src/api/control/fixtures/fixtures.ts',
      'src/api/reference/document.ts',
      'src/cli/rules.ts',
      'src/store/inspection.ts',
      'src/store/open.ts',
      'src/users/mailer.ts',
      'src/users/single-sign-on.ts',
    ],
    rules: syntax(MATH_RANDOM, ENVIRONMENT, CLOCK),
  },
  { files: ['src/config.ts'], rules: syntax(MATH_RANDOM, DYNAMIC_IMPORT, CLOCK) },
  { files: ['src/time.ts'], rules: syntax(MATH_RANDOM, DYNAMIC_IMPORT, ENVIRONMENT) },
]
