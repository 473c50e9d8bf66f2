// The pages of the access-control server in English.

import type { Messages } from './message-catalogue.ts'

export const en: Messages = {
  issuers: { own: 'Sandcard Bank', test: 'Test issuer' },
  title: 'Confirm your payment',
  explanation: 'Enter the one-time code that your bank sent you.',
  merchant: 'Merchant',
  amount: 'Amount',
  card: 'Card',
  codeLabel: 'One-time code',
  confirm: 'Confirm payment',
  resend: 'Send a new code',
  cancel: 'Cancel payment',
  triesLeft: (count) => (count === 1 ? '1 try left' : `${String(count)} tries left`),
  notices: {
    codeMissing: 'Enter the code to continue.',
    codeWrong: 'The code is incorrect.',
    resent: 'A new code has been sent.',
  },
  testerTitle: 'For testers',
  testerCode: 'The code in this sandbox is',
  fillCode: 'Fill in the code',
  ways: {
    challenge: 'challenge, the issuer asks for a code',
    frictionless: 'frictionless, without a code',
  },
  testerExplanation: 'Or choose the challenge’s outcome:',
  outcomes: {
    Y: 'Authenticated',
    A: 'Attempted',
    N: 'Failed',
    U: 'Unavailable',
    R: 'Rejected',
  },
  nothing: {
    title: 'Nothing to confirm',
    reasons: {
      answered: 'This payment was already confirmed or rejected. Return to the shop.',
      expired: 'The order was not paid in time. Nothing was charged. Return to the shop.',
      replaced: 'A newer payment attempt replaced this one. Continue there, or return to the shop.',
      withdrawn: 'The shop cancelled the order. Nothing was charged.',
      unknown: 'There is no payment to confirm at this URL.',
      unreadable: 'The shop sent an invalid request, or one that belongs to another payment.',
      direct: 'This page is part of a payment and cannot be opened directly.',
    },
  },
  failed: {
    title: 'Try again in a moment',
    text: 'The service is temporarily unavailable. Reload this page to try again.',
  },
  method: {
    title: 'Browser check complete',
    text: 'There is nothing to do on this page.',
  },
  back: 'Back to the shop',
  returning: 'Returning to the shop',
}
