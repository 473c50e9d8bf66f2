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
  fillCode: 'Fill it in',
  ways: {
    challenge: 'challenge, the issuer asks for a code',
    frictionless: 'frictionless, without a question',
  },
  testerExplanation: 'Or end the challenge with an outcome of your choice:',
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
      answered: 'This payment already has an answer. Return to the shop.',
      expired: 'The time to pay has run out and nothing was charged. Return to the shop.',
      replaced:
        'A newer attempt to pay has taken the place of this one. Go on there, or return to the shop.',
      withdrawn: 'The shop has withdrawn the order and nothing was charged.',
      unknown: 'No payment waits for a confirmation at this address.',
      unreadable: 'The message of the shop cannot be read, or belongs to another payment.',
      address: 'Nothing opens at this address by itself: the form of a payment leads here.',
    },
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
