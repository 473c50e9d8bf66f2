// The lint rules for style sheets, which oxlint does not read.

import css from '@eslint/css'
import { defineConfig, globalIgnores } from 'eslint/config'

// Optional features that a browser may ignore.
const comforts = [
  'accent-color',
  'field-sizing',
  'forced-color-adjust',
  'scroll-initial-target',
  'scrollbar-width',
  'text-size-adjust',
  'text-wrap',
  'user-select',
]

export default defineConfig(
  globalIgnores(['node_modules/', 'dist/', 'data/', 'coverage/', '**/*.{js,mjs,ts}']),
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
