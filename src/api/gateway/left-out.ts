// Operations of the gateway family that the sandbox does not have. The error gives the reason;
// `docs/clients.md` lists them.

const NO_REGISTER = 'The sandbox has no fiscal register, so there are no receipts to correct.'
const NO_LOYALTY = 'The sandbox has no loyalty programme: all of a payment is money.'
const CARDS_ONLY =
  'Orders are paid by cards, stored cards and the four wallets; there is no other way.'
const PAYMENT_OF_WALLET =
  'A wallet registers and pays in one, by payment.do; what is registered is paid by card or binding.'
const NO_LENDER =
  'There is no lender behind the sandbox: register.do takes the order, a card pays it.'
const NO_APP_3DS =
  '3-D Secure is spoken as browsers speak it, not as the libraries of mobile apps do.'
const NOBODY_UNBINDS = 'A payer without credentials switches nothing off; unBindCard.do does.'
const OTHER_DIALECT = 'This is a call of a single installation, not of the family.'
const OWN_PAGE = 'The payment page of the sandbox does not need it: it is drawn by the service.'

/** Purchases on credit have their own prefix. */
export const CREDIT_PREFIX = '/sbercredit'

/** By the path below `/payment/rest/`, `/payment/` or, for purchases on credit, `/`. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'processRawSumRefund.do': `${NO_REGISTER} refund.do returns an amount.`,
  'processRawPositionRefund.do': `${NO_REGISTER} refund.do returns an amount.`,
  'retryReceipt.do': NO_REGISTER,
  'sendReceipt.do': NO_REGISTER,
  'closeOfdReceipt.do': NO_REGISTER,
  'getLoyaltyBalance.do': NO_LOYALTY,
  'getAvailableLoyalty.do': NO_LOYALTY,
  'paymentotherway.do': CARDS_ONLY,
  'paymentSberPay.do': CARDS_ONLY,
  'yandex/payment.do': CARDS_ONLY,
  'samsungWeb/payment.do': 'samsung/payment.do takes the same test tokens.',
  'applepay/paymentOrder.do': PAYMENT_OF_WALLET,
  'google/paymentOrder.do': PAYMENT_OF_WALLET,
  'token/payment.do': 'No network gives the sandbox tokens of cards; a wallet or a binding pays.',
  'industryPractice/paymentOrder.do':
    'The sandbox does not settle industry practice; use paymentorder.do.',
  'finish3dsMethod.do': '3ds/continue.do continues after the method call.',
  'finish3dsVer2PaymentAnonymous.do': NO_APP_3DS,
  'unbindCardAnonymous.do': NOBODY_UNBINDS,
  'unbindcardanon.do': NOBODY_UNBINDS,
  'getPaymentSettings.do': NO_APP_3DS,
  'getFee.do': 'The sandbox takes no fee of its payers.',
  'se/keys.do': 'Card data is sent as it is: the sandbox has no key to encrypt it for.',
  'isMaestroCard.do': OWN_PAGE,
  'showErrors.do': OWN_PAGE,
  'updateBlackCardList.do': 'An outcome rule of the project declines a card.',
  'cancel.do': OTHER_DIALECT,
  'confirmOrder.do': OTHER_DIALECT,
  'public/acknowledgeTransaction.do': `${OTHER_DIALECT} getOrderStatus.do has the same form.`,
  'sbercredit/register.do': NO_LENDER,
  'sbercredit/getOrderStatusExtended.do': NO_LENDER,
  'recurrent/v1/task/create':
    'The sandbox has no schedule of charges; recurrentPayment.do charges a binding.',
}

const BY_PATH: ReadonlyMap<string, string> = new Map(
  Object.entries(LEFT_OUT).map(([path, reason]) => [path.toLowerCase(), reason]),
)

/** Why the sandbox lacks an operation; undefined if the family does not have it either. */
export function leftOutReason(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  return BY_PATH.get(path.replace(/\/(payment\/(rest\/)?)?/i, '').toLowerCase())
}
