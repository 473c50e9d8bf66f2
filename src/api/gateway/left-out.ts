// Operations of the gateway family that the sandbox does not have. The error states the reason;
// `docs/clients.md` lists them.

const NO_REGISTER = 'The sandbox has no fiscal register, so there are no receipts to correct.'
const NO_LOYALTY = 'The sandbox has no loyalty programme: payments are in money only.'
const CARDS_ONLY =
  'The sandbox supports cards, bindings and four wallets, and no other payment method.'
const PAYMENT_OF_WALLET =
  'A wallet registers and pays in one call, payment.do. Pay a registered order by card or binding.'
const NO_LENDER =
  'The sandbox has no lender. Register the order with register.do and pay it by card.'
const NO_APP_3DS = 'The sandbox supports 3-D Secure for browsers, not for mobile libraries.'
const NO_ANONYMOUS_UNBINDING =
  'A payer cannot deactivate a binding without credentials; use unBindCard.do.'
const ONE_INSTALLATION = 'Only one installation of the gateway family has this operation.'
const OWN_PAGE = 'The payment page of the sandbox does not need this operation.'

/** Purchases on credit have their own prefix. */
export const CREDIT_PREFIX = '/sbercredit'

/** Operations by the path under `/payment/rest/`, `/payment/` or, for purchases on credit, `/`. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'processRawSumRefund.do': `${NO_REGISTER} Use refund.do for an amount.`,
  'processRawPositionRefund.do': `${NO_REGISTER} Use refund.do for an amount.`,
  'retryReceipt.do': NO_REGISTER,
  'sendReceipt.do': NO_REGISTER,
  'closeOfdReceipt.do': NO_REGISTER,
  'getLoyaltyBalance.do': NO_LOYALTY,
  'getAvailableLoyalty.do': NO_LOYALTY,
  'paymentotherway.do': CARDS_ONLY,
  'paymentSberPay.do': CARDS_ONLY,
  'yandex/payment.do': CARDS_ONLY,
  'samsungWeb/payment.do': 'Use samsung/payment.do; it accepts the same test tokens.',
  'applepay/paymentOrder.do': PAYMENT_OF_WALLET,
  'google/paymentOrder.do': PAYMENT_OF_WALLET,
  'token/payment.do': 'The sandbox has no network tokens. Pay with a wallet or a binding.',
  'industryPractice/paymentOrder.do':
    'The sandbox has no industry practice transactions; use paymentorder.do.',
  'finish3dsMethod.do': 'Use 3ds/continue.do after the method call.',
  'finish3dsVer2PaymentAnonymous.do': NO_APP_3DS,
  'unbindCardAnonymous.do': NO_ANONYMOUS_UNBINDING,
  'unbindcardanon.do': NO_ANONYMOUS_UNBINDING,
  'getPaymentSettings.do': NO_APP_3DS,
  'getFee.do': 'The sandbox charges payers no fee.',
  'se/keys.do': 'The sandbox has no encryption key. Send card data unencrypted.',
  'isMaestroCard.do': OWN_PAGE,
  'showErrors.do': OWN_PAGE,
  'updateBlackCardList.do': 'To decline a card, add an outcome rule to the project.',
  'cancel.do': ONE_INSTALLATION,
  'confirmOrder.do': ONE_INSTALLATION,
  'public/acknowledgeTransaction.do': `${ONE_INSTALLATION} getOrderStatus.do returns the same fields.`,
  'sbercredit/register.do': NO_LENDER,
  'sbercredit/getOrderStatusExtended.do': NO_LENDER,
  'recurrent/v1/task/create':
    'The sandbox has no scheduled charges. Charge a binding with recurrentPayment.do.',
}

const BY_PATH: ReadonlyMap<string, string> = new Map(
  Object.entries(LEFT_OUT).map(([path, reason]) => [path.toLowerCase(), reason]),
)

/** Why the sandbox lacks an operation; undefined if the family does not have it either. */
export function leftOutReason(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  return BY_PATH.get(path.replace(/\/(payment\/(rest\/)?)?/i, '').toLowerCase())
}
