// The examples of the reference. Ids and issuer responses are random; these are samples.

/** An order that `paymentorder.do` pays. */
export const order = {
  orderNumber: 'shop-1001',
  amount: '2000',
  currency: '978',
  returnUrl: 'https://shop.example/return',
  description: 'A pair of shoes',
  clientId: 'client-1',
  language: 'en',
} as const

export const recurringOrder = {
  orderNumber: 'shop-1002',
  amount: '1500',
  currency: '978',
  returnUrl: 'https://shop.example/return',
  clientId: 'client-1',
  jsonParams: '{"recurringFrequency":"28","recurringExpiry":"20991231"}',
  language: 'en',
} as const

export const ORDER_ID = '019b2d4e-5c7a-7b21-8f3d-9a5e00000001'
/** `threeDSServerTransId` of that order. */
export const SERVER_TRANS_ID = '019b2d4e-5c7a-8b21-8f3d-9a5e00000001'
export const BINDING_ID = '019b2d4e-6d8b-7c32-9a4e-8b6f00000001'
const RETURN_ADDRESS = `https://shop.example/return?orderId=${ORDER_ID}&lang=en`

export const registered = {
  orderId: ORDER_ID,
  formUrl: `http://127.0.0.1:8583/payment/merchants/demo/payment_en.html?mdOrder=${ORDER_ID}`,
}

export const ofOrder = { orderId: ORDER_ID } as const
export const ofBinding = { bindingId: BINDING_ID } as const

export const success = { errorCode: '0', errorMessage: 'Success' }

export const paid = {
  redirect: RETURN_ADDRESS,
  info: 'Your order is proceeded, redirecting...',
  errorCode: 0,
}

/** A card, with the field names of the operations that register and pay in one call. */
export const card = {
  pan: '4444555511113333',
  cvc: '123',
  expiry: '203412',
  cardholderName: 'ANN DOE',
} as const

/** A placeholder for the signed response of the issuer's page. */
export const PA_RES = 'eJzVWdmyo0iS'

export const status = {
  errorCode: '0',
  errorMessage: 'Success',
  orderNumber: 'shop-1001',
  orderStatus: 2,
  actionCode: 0,
  actionCodeDescription: '',
  displayErrorMessage: '',
  amount: 2000,
  currency: '978',
  date: 1_785_000_000_000,
  depositedDate: 1_785_000_060_000,
  orderDescription: 'A pair of shoes',
  ip: '203.0.113.7',
  merchantOrderParams: [],
  transactionAttributes: [],
  attributes: [{ name: 'mdOrder', value: ORDER_ID }],
  cardAuthInfo: {
    maskedPan: '444455**3333',
    expiration: '203412',
    cardholderName: 'ANN DOE',
    approvalCode: '600000',
    pan: '444455**3333',
    paymentSystem: 'VISA',
    secureAuthInfo: { eci: 7, threeDsType: 'SSL' },
  },
  bindingInfo: { clientId: 'client-1', bindingId: BINDING_ID },
  authDateTime: 1_785_000_060_000,
  terminalId: '12345678',
  authRefNum: '000001600000',
  paymentAmountInfo: {
    paymentState: 'DEPOSITED',
    approvedAmount: 2000,
    depositedAmount: 2000,
    refundedAmount: 0,
    feeAmount: 0,
    totalAmount: 2000,
  },
  bankInfo: { bankCountryCode: 'UNKNOWN', bankCountryName: '<Unknown>' },
  chargeback: false,
  paymentWay: 'CARD',
}

export const shortStatus = {
  expiration: '203412',
  cardholderName: 'ANN DOE',
  depositAmount: 2000,
  currency: '978',
  approvalCode: '600000',
  authCode: 2,
  ErrorCode: '0',
  ErrorMessage: 'Success',
  OrderStatus: 2,
  OrderNumber: 'shop-1001',
  Pan: '444455**3333',
  Amount: 2000,
  Ip: '203.0.113.7',
}

export const bindings = {
  ...success,
  bindings: [
    {
      bindingId: BINDING_ID,
      maskedPan: '444455**3333',
      expiryDate: '203412',
      clientId: 'client-1',
      paymentWay: 'CARD_BINDING',
      paymentSystem: 'VISA',
      displayLabel: 'XXXXXXXXXXXX3333',
      bindingCategory: 'COMMON',
    },
  ],
}
