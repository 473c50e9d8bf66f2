// The lint rules and type checks: `oxlint` runs both over one program. Purity is in
// `lint/purity.ts`, the allowed imports between folders are in `.dependency-cruiser.js`.

import { defineConfig } from 'oxlint'
import { purityRules } from './lint/purity.ts'

// node:test reports failures, so awaiting every test declaration is unnecessary.
const testDeclarations = ['test', 'describe', 'it', 'suite']

// A page's script handles untrusted text, so it must not create markup or code from text and must
// not send anything.
const BROWSER_SCRIPTS = 'src/web/assets/*.js'
const markupOfText = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe', 'write']
const waysOut = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']
const timers = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval']

const errors = <Name extends string>(...names: readonly Name[]): Record<Name, 'error'> =>
  Object.fromEntries(names.map((name) => [name, 'error'])) as Record<Name, 'error'>

/** Type-aware rules: values of type any, unhandled promises, wrong operands. */
const TYPED_RULES = [
  'typescript/await-thenable',
  'typescript/dot-notation',
  'typescript/no-array-delete',
  'typescript/no-base-to-string',
  'typescript/no-duplicate-type-constituents',
  'typescript/no-floating-promises',
  'typescript/no-for-in-array',
  'typescript/no-implied-eval',
  'typescript/no-meaningless-void-operator',
  'typescript/no-misused-promises',
  'typescript/no-redundant-type-constituents',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/no-unsafe-unary-minus',
  'typescript/non-nullable-type-assertion-style',
  'typescript/only-throw-error',
  'typescript/prefer-find',
  'typescript/prefer-includes',
  'typescript/prefer-nullish-coalescing',
  'typescript/prefer-optional-chain',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-regexp-exec',
  'typescript/prefer-string-starts-ends-with',
  'typescript/restrict-plus-operands',
  'typescript/restrict-template-expressions',
  'typescript/return-await',
  'typescript/switch-exhaustiveness-check',
  'typescript/unbound-method',
] as const

const UNTYPED_RULES = [
  'eqeqeq',
  'no-array-constructor',
  'no-duplicate-imports',
  'no-empty',
  'no-empty-function',
  'no-unused-expressions',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'typescript/adjacent-overload-signatures',
  'typescript/array-type',
  'typescript/ban-ts-comment',
  'typescript/ban-tslint-comment',
  'typescript/class-literal-property-style',
  'typescript/consistent-generic-constructors',
  'typescript/consistent-indexed-object-style',
  'typescript/consistent-type-assertions',
  'typescript/consistent-type-imports',
  'typescript/no-confusing-non-null-assertion',
  'typescript/no-duplicate-enum-values',
  'typescript/no-explicit-any',
  'typescript/no-extra-non-null-assertion',
  'typescript/no-inferrable-types',
  'typescript/no-misused-new',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-optional-chain',
  'typescript/no-non-null-assertion',
  'typescript/no-require-imports',
  'typescript/no-this-alias',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unsafe-declaration-merging',
  'typescript/no-unsafe-function-type',
  'typescript/no-wrapper-object-types',
  'typescript/prefer-as-const',
  'typescript/prefer-for-of',
  'typescript/prefer-function-type',
  'typescript/prefer-namespace-keyword',
  'typescript/triple-slash-reference',
] as const

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: ['./lint/eslint-rules.ts', { name: 'regexp-js', specifier: 'eslint-plugin-regexp' }],
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  env: { builtin: true, node: true },
  // The programs in scripts/fragments use their names in code that a guide adds.
  ignorePatterns: [
    ...['dist/', 'data/', 'coverage/', 'src/client/operations.ts'],
    'scripts/fragments/',
  ],
  categories: { correctness: 'error' },
  rules: {
    ...errors(...UNTYPED_RULES, ...TYPED_RULES),
    'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: testDeclarations }],
      },
    ],
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/return-await': ['error', 'in-try-catch'],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    // The subjects extend these interfaces.
    'typescript/no-empty-object-type': [
      'error',
      { allowWithName: '^(Rows|Lookups|Settings|DecisionFacts|DecisionSubjects)$' },
    ],
    // Playwright reads the fixtures of a test from this pattern.
    'no-empty-pattern': 'off',
    // Two of these are a matter of taste; the third rejects a long number that a test sends on
    // purpose.
    'typescript/no-misused-spread': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'no-loss-of-precision': 'off',
    // Sorting strings needs no comparison function; numbers are only compared in tests.
    'typescript/require-array-sort-compare': 'off',
    'eslint-js/reasoned-directive': 'error',
  },
  overrides: [
    {
      // Callers choose the text, so an expression that is slower than linear lets one request block
      // the process.
      files: ['src/**/*.{ts,js}'],
      rules: {
        'regexp-js/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp-js/no-super-linear-move': ['error', { report: 'potential' }],
      },
    },
    {
      // A test suite that fakes its process's timers must not stop the service.
      files: ['src/**/*.ts'],
      excludeFiles: ['src/time.ts', 'src/client/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          ...timers.map((name) => ({ name, message: 'Use the timers of src/time.ts.' })),
        ],
        'no-restricted-imports': [
          'error',
          ...['node:timers', 'node:timers/promises'].map((name) => ({
            name,
            message: 'Use the timers of src/time.ts.',
          })),
          {
            name: 'typebox',
            allowTypeImports: true,
            message: 'Use src/web/http/schemas/type.ts.',
          },
        ],
      },
    },
    ...purityRules,
    {
      files: ['test/**/*.ts'],
      excludeFiles: ['test/kit/property.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          { name: 'fast-check', message: 'test/kit/property.ts has it, with one seed for all.' },
        ],
      },
    },
    {
      // JavaScript without types: scripts that run before the packages are installed.
      files: ['**/*.js', '**/*.mjs'],
      excludeFiles: [BROWSER_SCRIPTS],
      rules: Object.fromEntries(TYPED_RULES.map((name) => [name, 'off'])),
    },
    {
      files: [BROWSER_SCRIPTS],
      rules: {
        'eslint-js/strict': ['error', 'global'],
        // The rule ignores the type comment on the result of JSON.parse.
        'typescript/no-unsafe-assignment': 'off',
        'no-eval': 'error',
        'no-restricted-globals': ['error', ...waysOut],
        'no-restricted-properties': [
          'error',
          ...markupOfText.map((property) => ({ property, message: 'Set textContent.' })),
          {
            object: 'navigator',
            property: 'sendBeacon',
            message: 'A page sends no requests in the background.',
          },
        ],
      },
    },
    {
      // These scripts reload their own page; the page's policy restricts them to this service.
      files: ['callback-settings', 'live', 'search', 'send'].map(
        (name) => `src/web/assets/${name}.js`,
      ),
      rules: { 'no-restricted-globals': 'off' },
    },
  ],
})
