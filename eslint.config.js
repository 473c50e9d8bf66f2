// The lint rules: typescript-eslint's typed rules, purity, and rules for the pages' scripts and
// style sheets.

import comments from '@eslint-community/eslint-plugin-eslint-comments/configs'
import css from '@eslint/css'
import { defineConfig, globalIgnores } from 'eslint/config'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'
import { purityRules } from './eslint.purity.js'

// node:test reports failures; awaiting every declaration of a test is unnecessary.
const testDeclarations = ['test', 'describe', 'it', 'suite']

// A page's script handles untrusted text: it creates no markup or code from text and sends nothing.
const BROWSER_SCRIPTS = 'src/web/assets/*.js'
const markupOfText = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe', 'write']
const waysOut = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']
// Optional features that a browser may ignore.
const comforts = [
  'accent-color',
  'field-sizing',
  'forced-color-adjust',
  'scrollbar-width',
  'text-size-adjust',
  'text-wrap',
  'user-select',
]

export default defineConfig(
  globalIgnores(['node_modules/', 'dist/', 'data/', 'coverage/', 'src/client/operations.ts']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,js,mjs}'],
    extends: [comments.recommended],
    // A directive needs a reason: `// eslint-disable-next-line some-rule -- the reason`.
    rules: { '@eslint-community/eslint-comments/require-description': 'error' },
  },
  {
    files: ['**/*.{ts,js,mjs}'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
  },
  {
    files: ['**/*.ts', BROWSER_SCRIPTS],
    languageOptions: {
      parserOptions: { project: ['./tsconfig.json', './src/web/assets/tsconfig.json'] },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: testDeclarations },
          ],
        },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Route handlers are async so that a throw becomes a rejection.
      '@typescript-eslint/require-await': 'off',
      // Interfaces are for documented shapes, types for unions and rows.
      '@typescript-eslint/consistent-type-definitions': 'off',
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-empty': 'error',
      // The subjects extend these interfaces.
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowWithName: '^(Rows|Lookups|Settings|DecisionFacts|DecisionSubjects)$' },
      ],
    },
  },
  {
    // Callers choose the text: an expression slower than linear lets one request block the process.
    files: ['src/**/*.{ts,js}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // A test suite that fakes the timers of its process must not stop the service.
    files: ['src/**/*.ts'],
    ignores: ['src/time.ts', 'src/client/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval'].map(
          (name) => ({ name, message: 'Use the timers of src/time.ts.' }),
        ),
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
  purityRules,
  {
    files: ['test/**/*.ts'],
    ignores: ['test/kit/property.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'fast-check', message: 'test/kit/property.ts has it, with one seed for all.' },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    ignores: [BROWSER_SCRIPTS],
    extends: [tseslint.configs.disableTypeChecked],
  },
  {
    files: [BROWSER_SCRIPTS],
    languageOptions: { sourceType: 'script' },
    rules: {
      strict: ['error', 'global'],
      // The rule ignores the type comment on the result of JSON.parse.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      'no-eval': 'error',
      '@typescript-eslint/no-implied-eval': 'error',
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
  {
    files: ['**/*.css'],
    plugins: { css },
    language: 'css/css',
    extends: [css.configs.recommended],
    rules: {
      // The tokens are defined in another file; a test compares them.
      'css/no-invalid-properties': ['error', { allowUnknownVariables: true }],
      'css/use-baseline': [
        'error',
        {
          available: 2024,
          allowProperties: comforts,
          allowPropertyValues: { 'font-family': ['ui-sans-serif'] },
          allowSelectors: ['selection'],
        },
      ],
      // Two places need it: reduced motion, and a third-party style sheet.
      'css/no-important': 'off',
    },
  },
)
