/**
 * Every colour, size and duration of the pages, in one table: light first, dark second. Pairs of text
 * and ground meet WCAG AA in both themes; a test computes it.
 */
export const COLOURS = {
  background: ['#faf8f5', '#131210'],
  surface: ['#ffffff', '#1b1a17'],
  sunken: ['#f4f1ec', '#100f0d'],
  line: ['#e7e2d9', '#302d28'],
  'line-strong': ['#8d8577', '#7b7468'],
  text: ['#1d1b18', '#f1eee8'],
  muted: ['#665f54', '#a8a194'],
  sand: ['#b5761d', '#e0a548'],
  action: ['#0c5a61', '#5fc4c0'],
  'action-hover': ['#0a494f', '#7bd3cf'],
  'on-action': ['#ffffff', '#06201f'],
  issuer: ['#1d3a5f', '#1a2f4a'],
  'issuer-action': ['#1f4a80', '#93bbf0'],
  'issuer-hover': ['#183b66', '#abcaf5'],
  'on-issuer': ['#ffffff', '#eef3fa'],
  focus: ['#0c7f88', '#7bd3cf'],
  approved: ['#136c3f', '#6fcf97'],
  'approved-ground': ['#e7f4ec', '#142a1e'],
  declined: ['#ae1f17', '#ff948a'],
  'declined-ground': ['#fdecea', '#331714'],
  pending: ['#26578f', '#8dbdf3'],
  'pending-ground': ['#e9f0f9', '#152435'],
  warning: ['#7d5200', '#eabf5c'],
  'warning-ground': ['#fbf0d9', '#2d230e'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

const SCHEME = { light: 0, dark: 1 } as const

function colours(scheme: keyof typeof SCHEME): string {
  const lines = Object.entries(COLOURS).map(([name, pair]) => `--${name}:${pair[SCHEME[scheme]]}`)
  return [`color-scheme:${scheme}`, ...lines].join(';')
}

export const tokens = `
:root {
  --text-font: ui-sans-serif, -apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, 'Noto Sans', 'Liberation Sans', system-ui, sans-serif;
  --code-font: ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
  --small: 0.8125rem;
  --radius: 8px;
  --quick: 120ms ease-out;
}
:root { ${colours('light')} }
@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${colours('dark')} } }
:root[data-theme='dark'] { ${colours('dark')} }
`
