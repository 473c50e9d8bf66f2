// Declines by the project's own decision server, and by its fallback.

import { uncapitalised } from './decline-text.ts'

/** The explanation by who declined, and what would change the result. */
export const SERVER_DECLINES = {
  programme: {
    sentence: (reason: string) => `Your decision server declined: ${uncapitalised(reason)}.`,
    remedy: 'Let your decision server approve, or delete its URL.',
  },
  timeout: {
    sentence: () =>
      'Your decision server did not answer within its time limit, and onTimeout declines.',
    remedy: 'Answer within the time limit, raise it, or set onTimeout to approve.',
  },
  error: {
    sentence: () => 'Your decision server failed or sent an unusable answer, and onError declines.',
    remedy: 'Fix your server (its real-time decision shows the error), or set onError to approve.',
  },
} as const
