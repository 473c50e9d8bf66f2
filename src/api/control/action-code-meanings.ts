// The meaning of action codes in plain English, where the text of interface C is terse. That text
// stays as it is, because clients compare it.

import { actionCode } from '../../payments/authorisation/action-code.ts'

// prettier-ignore
const MEANINGS: Readonly<Record<number, string>> = {
  [-30001]: 'The bank has not answered the inquiry yet',
  [-20010]: 'A limit of the issuer blocks the payment',
  [-3101]:  'The payer does not allow payments with this binding',
  [-3100]:  'The binding was deactivated',
  [-3003]:  'The result of the payment is unknown',
  [-2200]:  'The cryptogram of the wallet token is missing',
  [-2102]:  'The merchant blocks this passenger name',
  [-2101]:  'The merchant blocks this email address',
  [-2024]:  'The merchant does not accept 3-D Secure without a challenge',
  [-2020]:  'The electronic commerce indicator (ECI) of 3-D Secure is wrong',
  [-2017]:  'The order demands full authentication, and the payer was not fully authenticated',
  [-2016]:  'The directory does not know whether the card is enrolled in 3-D Secure',
  [-2013]:  'All allowed payment attempts of the order have failed',
  [-2011]:  'The issuer could not authenticate the payer',
  [-2010]:  'The transaction ids (XID) of 3-D Secure differ',
  [-2009]:  'The order expired while the payer was at the issuer’s page',
  [-2005]:  'The signature of the issuer’s 3-D Secure response is invalid',
  [-2003]:  'The merchant blocks this port',
  [-2002]:  'The amount is above the payment limit of the merchant',
  [-2001]:  'The merchant blocks this IP address',
  [-2000]:  'The merchant blocks this card',
  [-301]:   'The payment token is invalid',
  [-102]:   'The payment agent cancelled the payment',
  [-1]:     'The processing did not respond',
  1:        'The issuer wants to check the identity of the payer',
  5:        'The card network or the issuer declined without a reason',
  53:       'The processing does not know the card',
  57:       'The issuer does not allow this type of operation',
  62:       'The issuer has restricted the card',
  109:      'The merchant or terminal is not registered with the acquirer',
  110:      'The amount or the currency is not accepted',
  111:      'The card number does not exist',
  121:      'The payment is above a spending limit of the card',
  123:      'The card was used more often than allowed',
  1112:     'The card was tried too often with this expiry date',
  1113:     'The card was tried too often',
  1114:     'The binding was tried too often',
  1115:     'The order was tried too often',
  1116:     'The terminal was used too often',
  1117:     'The merchant was used too often',
  1118:     'The amount was tried too often',
  1434:     'The issuer requires 3-D Secure',
  2014:     'A payment rule of the merchant is invalid',
  2015:     'A rule of the terminal is invalid',
  2016:     'The merchant may not use 3-D Secure',
  4005:     'The merchant cancelled the order',
  4032:     '3-D Secure ended with an attempt, not with an authentication',
  71015:    'The card data is wrong',
  151017:   'The 3-D Secure server does not respond',
  151018:   'The processing timed out before the request was sent',
  151019:   'The processing timed out without a response',
  341014:   'The gateway declined the payment',
}

/** One sentence about a code. */
export const meaningOf = (code: number): string =>
  MEANINGS[code] ?? actionCode(code)?.texts.en ?? ''
