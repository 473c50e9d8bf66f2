// The pages of the access-control server in English.

import type { Messages } from './message-catalogue.ts'

export const en: Messages = {
  issuers: { own: 'Sandcard Bank', test: 'Test issuer' },
  title: 'Confirm your payment',
  explanation: 'Enter the one-time code that your bank has sent you.',
  merchant: 'Merchant',
  amount: 'Amount',
  card: 'Card',
  codeLabel: 'One-time code',
  confirm: 'Confirm payment',
  resend: 'Send a new code',
  cancel: 'Cancel payment',
  triesLeft: (count) => (count === 1 ? '1 try left' : `${String(count)} tries left`),
  notices: {
    codeMissing: 'Enter the code to go on.',
    codeWrong: 'The code is wrong.',
    resent: 'A new code is on its way.',
  },
  testerTitle: 'For the tester',
  testerCode: 'In this sandbox the code is',
  testerExplanation: 'Or end the challenge with an outcome of your choice:',
  outcomes: {
    Y: 'Authenticated',
    A: 'Attempted',
    N: 'Failed',
    U: 'Unavailable',
    R: 'Rejected',
  },
  gone: {
    title: 'Nothing to confirm',
    text: 'This confirmation was already answered, ran out of time or was replaced by a newer one. Return to the shop.',
  },
  failed: {
    title: 'Try again in a moment',
    text: 'The service could not answer just now. Nothing was changed.',
  },
  method: {
    title: 'Browser noted',
    text: 'There is nothing to do on this page.',
  },
  back: 'Back to the shop',
  returning: 'Going back to the shop',
}
