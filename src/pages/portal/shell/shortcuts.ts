// The keys that open a project's screens; `shortcuts.js` handles them.

/** The key that opens a screen after `g`, by the path of its link. */
// prettier-ignore
const SHORTCUTS: Readonly<Record<string, string>> = {
  '':              's',
  '/activity':     'v',
  '/callbacks':    'b',
  '/orders':       'o',
  '/cards':        'c',
  '/cardholders':  'h',
  '/authorisations': 'z',
  '/ledger':       'l',
  '/try':          't',
  '/simulate':     'i',
  '/rules':        'r',
  '/faults':       'f',
  '/clock':        'k',
  '/snapshots':    'n',
  '/docs':         'd',
  '/guides':       'g',
  '/test-cards':   'e',
  '/action-codes': 'a',
  '/keys':         'y',
  '/settings':     ',',
  '/members':      'm',
  '/audit':        'u',
}

export const shortcutOf = (path: string): string | undefined => SHORTCUTS[path]
