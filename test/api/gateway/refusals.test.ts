// The errors of interface C: their precedence, codes and texts, in both languages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cardForm,
  type Merchant,
  type Form,
  newMerchant,
  onGateway,
  orderForm,
} from '../../kit/merchant.ts'
import { serverTransIdOf } from '../../../src/payments/orders/gateway-id.ts'
import { TEST_CARDS, inGroups } from '../../kit/test-cards.ts'

interface RefusalCase {
  readonly title: string
  readonly operation: string
  /** Created when the case runs; `undefined` removes a field of a valid form. */
  readonly form: (merchant: Merchant) => Form | Promise<Form>
  readonly code: number
  readonly en: string
  readonly ru: string
}

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000001'
const wrong = { amount: 'ten' }

/**
 * A registration with changes. Each case adds an error; the first in the order of checks is
 * returned.
 */
const registration = (changes: Form) => (): Form => ({ ...orderForm, ...changes })
const everythingWrong: Form = { ...wrong, currency: 'EUR', features: 'NONE' }

const success = (merchant: Merchant, changes: Form = {}) => merchant.register(changes)

// prettier-ignore
const REFUSALS: readonly RefusalCase[] = [
  // Credentials come first.
  { title: 'a wrong password, before missing values', operation: 'register', form: () => ({ password: 'wrong' }), code: 5, en: 'Access denied', ru: 'Доступ запрещён' },
  { title: 'a request without credentials', operation: 'register', form: () => ({ userName: undefined, password: undefined }), code: 5, en: 'Access denied', ru: 'Доступ запрещён' },
  { title: 'a wrong token', operation: 'register', form: registration({ userName: undefined, password: undefined, token: 'x' }), code: 5, en: 'Access denied', ru: 'Доступ запрещён' },
  { title: 'the login of another merchant as merchantLogin', operation: 'register', form: registration({ merchantLogin: 'another' }), code: 5, en: 'Access denied', ru: 'Доступ запрещён' },
  // Missing values come before invalid ones.
  { title: 'a missing amount', operation: 'register', form: registration({ amount: undefined }), code: 4, en: 'Empty amount', ru: 'Отсутствует сумма' },
  { title: 'an empty amount', operation: 'register', form: registration({ amount: '' }), code: 4, en: 'Empty amount', ru: 'Отсутствует сумма' },
  { title: 'a missing return URL, before a wrong amount', operation: 'register', form: registration({ ...everythingWrong, returnUrl: undefined }), code: 4, en: 'Return URL cannot be empty', ru: 'URL возврата не может быть пуст' },
  { title: 'a relative return URL, which counts as missing', operation: 'register', form: registration({ ...everythingWrong, returnUrl: '/ok' }), code: 4, en: 'The return URL is invalid', ru: 'URL возврата неверен' },
  // Values come before the currency.
  { title: 'an amount in letters, before the currency', operation: 'register', form: registration(everythingWrong), code: 5, en: 'Amount is invalid', ru: 'Неверная сумма' },
  { title: 'an amount of zero', operation: 'register', form: registration({ amount: 0 }), code: 5, en: 'Amount is invalid', ru: 'Неверная сумма' },
  { title: 'a negative amount', operation: 'register', form: registration({ amount: -1 }), code: 5, en: 'Amount is invalid', ru: 'Неверная сумма' },
  { title: 'an amount with decimals', operation: 'register', form: registration({ amount: '10.50' }), code: 5, en: 'Amount is invalid', ru: 'Неверная сумма' },
  { title: 'an amount above 999999999999', operation: 'register', form: registration({ amount: '1000000000000' }), code: 5, en: 'Amount is invalid', ru: 'Неверная сумма' },
  { title: 'a scripting return URL', operation: 'register', form: registration({ returnUrl: 'javascript:alert(1)' }), code: 5, en: 'Invalid [returnUrl]: an absolute URL is expected, such as https://shop.example/return or myapp://done', ru: 'Неверный [returnUrl]: ожидается абсолютный URL, например https://shop.example/return или myapp://done' },
  { title: 'a return URL without a scheme', operation: 'register', form: registration({ returnUrl: 'localhost:3000' }), code: 5, en: 'Invalid [returnUrl]: an absolute URL is expected, such as https://shop.example/return or myapp://done', ru: 'Неверный [returnUrl]: ожидается абсолютный URL, например https://shop.example/return или myapp://done' },
  { title: 'markup in a description', operation: 'register', form: registration({ description: '<script>' }), code: 5, en: 'Invalid [description]: a text of at most 598 characters without markup is expected', ru: 'Неверный [description]: ожидается текст не длиннее 598 символов без разметки' },
  { title: 'an order number of 37 characters', operation: 'register', form: registration({ orderNumber: 'x'.repeat(37) }), code: 5, en: 'Invalid [orderNumber]: a text of at most 36 characters without markup is expected', ru: 'Неверный [orderNumber]: ожидается текст не длиннее 36 символов без разметки' },
  { title: 'jsonParams that are not JSON', operation: 'register', form: registration({ jsonParams: '{' }), code: 5, en: 'Invalid [jsonParams]', ru: '[jsonParams] неверен' },
  { title: 'an unreadable recurrence, if the project enforces it', operation: 'register', async form(merchant) { await merchant.changeSettings({ recurrence: 'enforce' }); return { ...orderForm, jsonParams: '{"recurringFrequency":"often"}' } }, code: 5, en: 'Invalid [jsonParams]', ru: 'Неверный [jsonParams]' },
  { title: 'a basket that is not a JSON object', operation: 'register', form: registration({ orderBundle: '[1]' }), code: 5, en: 'Invalid [orderBundle]', ru: '[orderBundle] неверен' },
  { title: 'a negative session length', operation: 'register', form: registration({ sessionTimeoutSecs: -1 }), code: 5, en: 'Invalid [sessionTimeoutSecs]: a number of seconds is expected', ru: 'Неверный [sessionTimeoutSecs]: ожидается число секунд' },
  { title: 'an invalid date', operation: 'register', form: registration({ expirationDate: '2031-02-30T00:00:00' }), code: 5, en: 'Invalid [expirationDate]: a time as yyyy-MM-ddTHH:mm:ss, UTC, is expected', ru: 'Неверный [expirationDate]: ожидается время в виде yyyy-MM-ddTHH:mm:ss, UTC' },
  { title: 'an expiration date that has passed', operation: 'register', form: registration({ expirationDate: '2031-01-01T00:00:00' }), code: 5, en: 'Invalid [expirationDate]', ru: 'Неверный [expirationDate]' },
  { title: 'a callback URL with a password', operation: 'register', form: registration({ dynamicCallbackUrl: 'https://user:word@shop.example/' }), code: 5, en: 'Invalid [dynamicCallbackUrl]: an http:// or https:// URL without user name and password is expected', ru: 'Неверный [dynamicCallbackUrl]: ожидается URL http:// или https:// без имени пользователя и пароля' },
  { title: 'capture and reversal dates of a hold together', operation: 'registerPreAuth', form: registration({ autocompletionDate: '2031-06-01T00:00:00', autoReverseDate: '2031-06-01T00:00:00' }), code: 5, en: 'Invalid [autoReverseDate]', ru: 'Неверный [autoReverseDate]' },
  // The currency comes before the number and the features.
  { title: 'a currency that is not in ISO 4217, before the features', operation: 'register', form: registration({ currency: '123', features: 'NONE' }), code: 3, en: 'Unknown currency', ru: 'Неизвестная валюта' },
  { title: 'a used order number, before the features', operation: 'register', async form(merchant) { await success(merchant, { orderNumber: 'twice' }).catch(() => ''); return { ...orderForm, orderNumber: 'twice', features: 'NONE' } }, code: 1, en: 'Order number is duplicated, order with given order number is processed already', ru: 'Заказ с таким номером уже обработан' },
  { title: 'an expiration date that has passed, before a used order number', operation: 'register', async form(merchant) { await success(merchant, { orderNumber: 'again' }).catch(() => ''); return { ...orderForm, orderNumber: 'again', expirationDate: '2031-01-01T00:00:00' } }, code: 5, en: 'Invalid [expirationDate]', ru: 'Неверный [expirationDate]' },
  { title: 'features that contradict each other', operation: 'register', form: registration({ features: ['AUTO_PAYMENT', 'FORCE_TDS'] }), code: 13, en: 'Features contradict each other', ru: 'Features противоречат друг другу' },
  { title: 'an unknown feature', operation: 'register', form: registration({ features: 'NONE' }), code: 14, en: 'Features are incorrect', ru: 'Features указаны некорректно' },
  { title: 'a binding without a client', operation: 'register', form: registration({ features: 'FORCE_CREATE_BINDING' }), code: 5, en: '[clientId] is empty', ru: '[clientId] не задан' },
  { title: 'an unknown binding of a client', operation: 'register', form: registration({ clientId: 'c', bindingId: UNKNOWN_ID }), code: 2, en: 'No binding found', ru: 'Связка не найдена' },
  // Status.
  { title: 'a request without order id and order number', operation: 'getOrderStatusExtended', form: () => ({}), code: 1, en: 'Expected [orderId] or [orderNumber]', ru: 'Ожидается [orderId] или [orderNumber]' },
  { title: 'an unknown id', operation: 'getOrderStatusExtended', form: () => ({ orderId: UNKNOWN_ID }), code: 6, en: 'Order not found', ru: 'Заказ не найден' },
  { title: 'an invalid id', operation: 'getOrderStatusExtended', form: () => ({ orderId: 'abc' }), code: 6, en: 'Order not found', ru: 'Заказ не найден' },
  { title: 'an unknown number', operation: 'getOrderStatusExtended', form: () => ({ orderNumber: 'nothing' }), code: 6, en: 'Order not found', ru: 'Заказ не найден' },
  { title: 'a request for the short status without an id', operation: 'getOrderStatus', form: () => ({}), code: 4, en: '[orderId] is empty', ru: '[orderId] не задан' },
  { title: 'a request for the short status with an unknown id', operation: 'getOrderStatus', form: () => ({ orderId: UNKNOWN_ID }), code: 6, en: 'Wrong order number', ru: 'Неверный номер заказа' },
  // Capture, refund, reversal.
  { title: 'a capture without an order', operation: 'deposit', form: () => ({ amount: 1 }), code: 4, en: '[orderId] is empty', ru: '[orderId] не задан' },
  { title: 'a capture with letters for an amount, without an order', operation: 'deposit', form: () => wrong, code: 4, en: '[orderId] is empty', ru: '[orderId] не задан' },
  { title: 'a capture without an amount', operation: 'deposit', form: () => ({ orderId: UNKNOWN_ID }), code: 4, en: 'Empty amount', ru: 'Отсутствует сумма' },
  { title: 'a capture with letters for an amount', operation: 'deposit', form: () => ({ orderId: UNKNOWN_ID, ...wrong }), code: 5, en: 'deposit amount is invalid', ru: 'Неверная сумма списания' },
  { title: 'a capture of an unknown order', operation: 'deposit', form: () => ({ orderId: UNKNOWN_ID, amount: 1 }), code: 6, en: 'No such order', ru: 'Заказ не найден' },
  { title: 'a capture of an unpaid order', operation: 'deposit', form: async (merchant) => ({ orderId: await merchant.registerPreAuth(), amount: 1 }), code: 7, en: 'Payment must be in approved state', ru: 'Платёж должен быть в корректном состоянии' },
  { title: 'a capture above the hold', operation: 'deposit', form: async (merchant) => ({ orderId: await merchant.heldOrder(), amount: 2001 }), code: 5, en: 'deposited amount is exceeding approved amount', ru: 'Сумма списания превышает сумму авторизации' },
  { title: 'a second capture', operation: 'deposit', async form(merchant) { const orderId = await merchant.heldOrder(); await merchant.callOk('deposit', { orderId, amount: 1 }); return { orderId, amount: 1 } }, code: 7, en: 'Payment must be in approved state', ru: 'Платёж должен быть в корректном состоянии' },
  { title: 'a refund with letters for an amount', operation: 'refund', form: () => ({ orderId: UNKNOWN_ID, ...wrong }), code: 5, en: 'Amount is invalid', ru: 'Неверная сумма' },
  { title: 'a refund of an unknown order', operation: 'refund', form: () => ({ orderId: UNKNOWN_ID, amount: 1 }), code: 6, en: 'No such order', ru: 'Заказ не найден' },
  { title: 'a refund of an unpaid order', operation: 'refund', form: async (merchant) => ({ orderId: await merchant.register(), amount: 1 }), code: 7, en: 'Refund is impossible for current transaction state', ru: 'Платёж должен быть в корректном состоянии' },
  { title: 'a refund of a hold', operation: 'refund', form: async (merchant) => ({ orderId: await merchant.heldOrder(), amount: 1 }), code: 7, en: 'Refund is impossible for current transaction state', ru: 'Платёж должен быть в корректном состоянии' },
  { title: 'a refund above what is deposited', operation: 'refund', form: async (merchant) => ({ orderId: await merchant.paidOrder(), amount: 2001 }), code: 7, en: 'Refund amount exceeds deposited amount', ru: 'Сумма возврата превышает сумму списания' },
  { title: 'a refund that expects another amount', operation: 'refund', form: async (merchant) => ({ orderId: await merchant.paidOrder(), amount: 1, expectedDepositedAmount: 1 }), code: 7, en: 'Deposited amount differs from [expectedDepositedAmount]', ru: 'Сумма списания отличается от [expectedDepositedAmount]' },
  { title: 'a partial reversal', operation: 'reverse', form: async (merchant) => ({ orderId: await merchant.heldOrder(), amount: 1 }), code: 5, en: 'Amount is invalid', ru: 'Неверная сумма' },
  { title: 'a reversal of a captured order', operation: 'reverse', form: async (merchant) => ({ orderId: await merchant.paidOrder() }), code: 7, en: 'Reversal is impossible for current transaction state', ru: 'Отмена невозможна в текущем состоянии платежа' },
  { title: 'a paid order', operation: 'decline', form: async (merchant) => ({ orderId: await merchant.paidOrder() }), code: 7, en: 'Decline is impossible for current order state', ru: 'Заказ нельзя отклонить в текущем состоянии' },
  { title: 'parameters that are not JSON', operation: 'addParams', form: async (merchant) => ({ orderId: await merchant.register(), params: 'a=b' }), code: 5, en: 'Invalid [params]', ru: '[params] неверен' },
  { title: 'parameters of an unknown order', operation: 'addParams', form: () => ({ orderId: UNKNOWN_ID, params: '{}' }), code: 6, en: 'No such order', ru: 'Заказ не найден' },
  // Payment by card.
  { title: 'a payment without a month, before a wrong number', operation: 'paymentorder', form: () => ({ ...cardForm(UNKNOWN_ID), $PAN: '4444555511113334', MM: undefined }), code: 4, en: '[MM] is empty', ru: '[MM] не задан' },
  { title: 'a payment without an order', operation: 'paymentorder', form: () => ({ ...cardForm(''), MDORDER: '' }), code: 4, en: '[MDORDER] is empty', ru: '[MDORDER] не задан' },
  { title: 'a payment without a number', operation: 'paymentorder', form: () => ({ ...cardForm(UNKNOWN_ID), $PAN: '' }), code: 4, en: 'Card number is not specified', ru: 'Не указан номер карты' },
  { title: 'a payment without a number, a binding or an expiry date', operation: 'paymentorder', form: () => ({ MDORDER: UNKNOWN_ID }), code: 4, en: 'Card number is not specified', ru: 'Не указан номер карты' },
  { title: 'a payment by an unknown binding', operation: 'paymentorder', form: async (client) => ({ MDORDER: await client.register({ clientId: 'c' }), bindingId: UNKNOWN_ID }), code: 2, en: 'No binding found', ru: 'Связка не найдена' },
  { title: 'a number with a wrong check digit, before the order', operation: 'paymentorder', form: () => cardForm(UNKNOWN_ID, '4111111111111112'), code: 5, en: 'Card number is invalid', ru: 'Некорректный номер карты.' },
  { title: 'a number with spaces', operation: 'paymentorder', form: () => cardForm(UNKNOWN_ID, inGroups(TEST_CARDS.frictionless)), code: 5, en: 'Card number is invalid', ru: 'Некорректный номер карты.' },
  { title: 'an invalid month', operation: 'paymentorder', form: () => ({ ...cardForm(UNKNOWN_ID), MM: '13' }), code: 5, en: 'Card validity period is invalid', ru: 'Неверный срок действия карты' },
  { title: 'an expiry date that has passed', operation: 'paymentorder', form: async (merchant) => ({ ...cardForm(await merchant.register()), YYYY: '2031', MM: '04' }), code: 5, en: 'Card validity period is invalid', ru: 'Неверный срок действия карты' },
  { title: 'a CVC of two digits', operation: 'paymentorder', form: async (merchant) => ({ ...cardForm(await merchant.register()), $CVC: '12' }), code: 5, en: 'CVC is invalid', ru: 'Неверный CVC' },
  { title: 'no CVC', operation: 'paymentorder', form: async (merchant) => ({ ...cardForm(await merchant.register()), $CVC: '' }), code: 5, en: 'CVC is empty', ru: 'Не указан CVC' },
  { title: 'a payment of an unknown order', operation: 'paymentorder', form: () => cardForm(UNKNOWN_ID), code: 2, en: 'No order found', ru: 'Заказ не найден' },
  { title: 'a second payment', operation: 'paymentorder', form: async (merchant) => cardForm(await merchant.paidOrder()), code: 1, en: 'Order is processed already', ru: 'Заказ уже обработан' },
  { title: 'a payment of an expired order', operation: 'paymentorder', async form(merchant) { const orderId = await merchant.register({ sessionTimeoutSecs: 1 }); await merchant.advanceClock(2000); return cardForm(orderId) }, code: 1, en: 'Order is processed already', ru: 'Заказ уже обработан' },
  { title: 'the transaction of another order', operation: 'paymentorder', form: async (merchant) => ({ ...cardForm(await merchant.register()), threeDSServerTransId: UNKNOWN_ID }), code: 5, en: 'Invalid [threeDSServerTransId]', ru: 'Неверный [threeDSServerTransId]' },
  // Payment by binding.
  { title: 'a binding payment without a binding', operation: 'paymentOrderBinding', form: () => ({ mdOrder: UNKNOWN_ID }), code: 4, en: '[bindingId] is empty', ru: '[bindingId] не задан' },
  { title: 'a binding payment of an unknown order', operation: 'paymentOrderBinding', form: () => ({ mdOrder: UNKNOWN_ID, bindingId: UNKNOWN_ID }), code: 2, en: 'No order found', ru: 'Заказ не найден' },
  { title: 'an unknown binding', operation: 'paymentOrderBinding', form: async (merchant) => ({ mdOrder: await merchant.register(), bindingId: UNKNOWN_ID }), code: 5, en: '[clientId] is empty', ru: '[clientId] не задан' },
  { title: 'an unknown binding', operation: 'paymentOrderBinding', form: async (merchant) => ({ mdOrder: await merchant.register({ clientId: 'c' }), bindingId: UNKNOWN_ID }), code: 2, en: 'No binding found', ru: 'Связка не найдена' },
  { title: 'the binding of another client', operation: 'paymentOrderBinding', form: async (merchant) => ({ mdOrder: await merchant.register({ clientId: 'other' }), bindingId: await bound(merchant) }), code: 1, en: 'Order cannot be paid with this binding', ru: 'Заказ нельзя оплатить этой связкой' },
  // 3-D Secure.
  { title: 'a forged PaRes', operation: 'finish3dsPayment', form: async (merchant) => ({ mdOrder: await challenged(merchant), paRes: 'eJwDAAAAAAE=' }), code: 7, en: '3-D Secure answer is not valid for this order', ru: 'Ответ 3-D Secure не подходит к заказу' },
  { title: 'a PaRes for an unknown order', operation: 'finish3dsPayment', form: () => ({ mdOrder: UNKNOWN_ID, paRes: 'x' }), code: 2, en: 'No order found', ru: 'Заказ не найден' },
  { title: 'a challenge of version 2 without a response', operation: 'finish3dsVer2Payment', form: async (merchant) => ({ threeDSServerTransId: serverTransIdOf(await challenged(merchant)) }), code: 7, en: '3-D Secure answer is not valid for this order', ru: 'Ответ 3-D Secure не подходит к заказу' },
  { title: 'the challenge of another order', operation: 'finish3dsVer2Payment', form: async (merchant) => ({ threeDSServerTransId: serverTransIdOf(await challenged(merchant)), threeDSVer2MdOrder: UNKNOWN_ID }), code: 5, en: 'Invalid [threeDSVer2MdOrder]', ru: 'Неверный [threeDSVer2MdOrder]' },
  // Bindings.
  { title: 'a list without a client', operation: 'getBindings', form: () => ({}), code: 4, en: '[clientId] is empty', ru: '[clientId] не задан' },
  { title: 'a client without bindings', operation: 'getBindings', form: () => ({ clientId: 'unknown' }), code: 2, en: 'Data not found', ru: 'Информация не найдена' },
  { title: 'a list without a card', operation: 'getBindingsByCardOrId', form: () => ({}), code: 4, en: '[pan] or [bindingId] is empty', ru: '[pan] or [bindingId] не задан' },
  { title: 'an unknown binding', operation: 'unBindCard', form: () => ({ bindingId: UNKNOWN_ID }), code: 2, en: 'No binding found', ru: 'Связка не найдена' },
  { title: 'a binding that is already inactive', operation: 'unBindCard', async form(merchant) { const bindingId = await bound(merchant); await merchant.callOk('unBindCard', { bindingId }); return { bindingId } }, code: 2, en: "Binding isn't active", ru: 'Неверное состояние связки' },
  { title: 'a binding that is already active', operation: 'bindCard', form: async (merchant) => ({ bindingId: await bound(merchant) }), code: 2, en: 'Binding is active', ru: 'Неверное состояние связки' },
  { title: 'an invalid new expiry date', operation: 'extendBinding', form: () => ({ bindingId: UNKNOWN_ID, newExpiry: '2034' }), code: 1, en: 'Invalid [newExpiry]', ru: 'Неверный [newExpiry]' },
  { title: 'a new expiry date that has passed', operation: 'extendBinding', form: async (merchant) => ({ bindingId: await bound(merchant), newExpiry: '203001' }), code: 1, en: 'Invalid [newExpiry]', ru: 'Неверный [newExpiry]' },
  { title: 'a list of all bindings without a client', operation: 'getAllBindings', form: () => ({}), code: 4, en: '[clientId] is empty', ru: '[clientId] не задан' },
  { title: 'a card without a client', operation: 'createBindingNoPayment', form: () => ({ pan: TEST_CARDS.approved, expiryDate: '203412' }), code: 4, en: '[clientId] is empty', ru: '[clientId] не задан' },
  { title: 'a card without its expiry date', operation: 'createBindingNoPayment', form: () => ({ clientId: 'c', pan: TEST_CARDS.approved }), code: 4, en: '[expiryDate] is empty', ru: '[expiryDate] не задан' },
  { title: 'an expired card', operation: 'createBindingNoPayment', form: () => ({ clientId: 'c', pan: TEST_CARDS.approved, expiryDate: '203001' }), code: 5, en: 'Card validity period is invalid', ru: 'Неверный срок действия карты' },
  { title: 'a card with an unknown binding strength', operation: 'createBindingNoPayment', form: () => ({ clientId: 'c', pan: TEST_CARDS.approved, expiryDate: '203412', bindingStrength: 'tds' }), code: 5, en: 'Invalid [bindingStrength]: one of TDS, SSL, TDS_SSL, NO_PAYMENT is expected', ru: 'Неверный [bindingStrength]: ожидается одно из: TDS, SSL, TDS_SSL, NO_PAYMENT' },
  // Amounts and points, receipts, lists.
  { title: 'a list with an invalid start time', operation: 'getLastOrdersForMerchants', form: () => ({ from: '2031-05-10', to: '20310511000000', size: 5, transactionStates: 'CREATED' }), code: 5, en: 'Invalid [from]: a time as yyyyMMddHHmmss, UTC, is expected', ru: 'Неверный [from]: ожидается время в виде yyyyMMddHHmmss, UTC' },
  { title: 'a list of unknown states', operation: 'getLastOrdersForMerchants', form: () => ({ from: '20310510000000', to: '20310511000000', size: 5, transactionStates: 'PAID' }), code: 5, en: 'Invalid [transactionStates]: a comma-separated list of CREATED, APPROVED, DEPOSITED, REVERSED, REFUNDED, DECLINED, PENDING, MULTIPLE_INTERMEDIATE_DEPOSITED is expected', ru: 'Неверный [transactionStates]: ожидается список через запятую из CREATED, APPROVED, DEPOSITED, REVERSED, REFUNDED, DECLINED, PENDING, MULTIPLE_INTERMEDIATE_DEPOSITED' },
  { title: 'a payer with an invalid IP address', operation: 'register', form: registration({ ip: 'localhost' }), code: 5, en: 'Invalid [ip]: an IP address is expected', ru: 'Неверный [ip]: ожидается IP-адрес' },
  { title: 'a capture in points without an amount', operation: 'autoCompletion', form: () => ({ orderId: UNKNOWN_ID }), code: 4, en: 'Empty amount', ru: 'Отсутствует сумма' },
  { title: 'a capture in points with letters for an amount', operation: 'autoCompletion', form: () => ({ orderId: UNKNOWN_ID, compositeCompletionAmount: 'ten' }), code: 5, en: 'deposit amount is invalid', ru: 'Неверная сумма списания' },
  { title: 'a capture in points of an unpaid order', operation: 'autoCompletion', form: async (merchant) => ({ orderId: await merchant.registerPreAuth(), compositeCompletionAmount: 1 }), code: 7, en: 'Payment must be in approved state', ru: 'Платёж должен быть в корректном состоянии' },
  { title: 'a refund in points without an amount', operation: 'autoRefund', form: () => ({ orderId: UNKNOWN_ID }), code: 4, en: 'Empty amount', ru: 'Отсутствует сумма' },
  { title: 'a refund in points above what is deposited', operation: 'autoRefund', form: async (merchant) => ({ orderId: await merchant.paidOrder(), compositeRefundAmount: 2001 }), code: 7, en: 'Refund amount exceeds deposited amount', ru: 'Сумма возврата превышает сумму списания' },
  { title: 'receipts without an order', operation: 'getReceiptStatus', form: () => ({}), code: 4, en: '[orderId] is empty', ru: '[orderId] не задан' },
  { title: 'receipts of an unknown order', operation: 'getReceiptStatus', form: () => ({ orderId: UNKNOWN_ID }), code: 6, en: 'Order not found', ru: 'Заказ не найден' },
  { title: 'a receipt by its own id', operation: 'getReceiptStatus', form: () => ({ uuid: 'x' }), code: 2, en: 'Data not found', ru: 'Информация не найдена' },
  { title: 'a request without an order', operation: 'updateSSLCardList', form: () => ({}), code: 4, en: '[mdorder] is empty', ru: '[mdorder] не задан' },
  { title: 'an unknown order', operation: 'updateSSLCardList', form: () => ({ mdorder: UNKNOWN_ID }), code: 6, en: 'No such order', ru: 'Заказ не найден' },
  { title: 'an order without a payment', operation: 'updateSSLCardList', form: async (merchant) => ({ mdorder: await merchant.register() }), code: 7, en: 'No card was used for this order', ru: 'Для заказа не использовалась карта' },
  { title: 'listing a card twice', operation: 'updateSSLCardList', async form(merchant) { await merchant.changeSettings({ sslCards: ['444455**3333'] }); return { mdorder: await merchant.paidOrder() } }, code: 6, en: 'The card is already in the list', ru: 'Карта уже есть в списке' },
  // Payouts.
  { title: 'an instant refund without an amount', operation: 'instantRefund', form: () => ({ pan: TEST_CARDS.approved, expiry: '203412' }), code: 4, en: 'Empty amount', ru: 'Отсутствует сумма' },
  { title: 'an instant refund of zero', operation: 'instantRefund', form: () => ({ pan: TEST_CARDS.approved, expiry: '203412', amount: 0 }), code: 5, en: 'Amount is invalid', ru: 'Неверная сумма' },
  { title: 'an instant refund without a card', operation: 'instantRefund', form: () => ({ amount: 1 }), code: 4, en: 'Card number is not specified', ru: 'Не указан номер карты' },
  { title: 'an instant refund to an expired card', operation: 'instantRefund', form: () => ({ pan: TEST_CARDS.approved, expiry: '203001', amount: 1 }), code: 5, en: 'Card validity period is invalid', ru: 'Неверный срок действия карты' },
  { title: 'an instant refund to an unknown binding', operation: 'instantRefund', form: () => ({ bindingId: UNKNOWN_ID, amount: 1 }), code: 2, en: 'No binding found', ru: 'Связка не найдена' },
  { title: 'an instant refund in an unknown currency', operation: 'instantRefund', form: () => ({ pan: TEST_CARDS.approved, expiry: '203412', amount: 1, currency: '123' }), code: 3, en: 'Unknown currency', ru: 'Неизвестная валюта' },
  { title: 'an instant refund with a used order number', operation: 'instantRefund', async form(merchant) { await success(merchant, { orderNumber: 'paid-out' }).catch(() => ''); return { pan: TEST_CARDS.approved, expiry: '203412', amount: 1, orderNumber: 'paid-out' } }, code: 1, en: 'Order number is duplicated, order with given order number is processed already', ru: 'Заказ с таким номером уже обработан' },
  // Continued 3-D Secure.
  { title: 'a request without an order', operation: '3ds/continue', form: () => ({}), code: 4, en: '[mdOrder] is empty', ru: '[mdOrder] не задан' },
  { title: 'an unknown order', operation: '3ds/continue', form: () => ({ mdOrder: UNKNOWN_ID }), code: 2, en: 'No order found', ru: 'Заказ не найден' },
  { title: 'a challenge of version 1', operation: '3ds/continue', form: async (merchant) => ({ mdOrder: await challenged(merchant) }), code: 7, en: '3-D Secure answer is not valid for this order', ru: 'Ответ 3-D Secure не подходит к заказу' },
  { title: 'continuing a paid order', operation: '3ds/continue', form: async (merchant) => ({ mdOrder: await merchant.paidOrder() }), code: 1, en: 'Order is processed already', ru: 'Заказ уже обработан' },
  // Registration and payment in one request.
  { title: 'an instant payment without an expiry date, before a wrong amount', operation: 'instantPayment', form: registration({ ...wrong, pan: TEST_CARDS.approved, cvc: '123' }), code: 4, en: '[expiry] is empty', ru: '[expiry] не задан' },
  { title: 'an instant payment without a card', operation: 'instantPayment', form: registration({}), code: 4, en: 'Card number is not specified', ru: 'Не указан номер карты' },
  { title: 'a card check without CVC', operation: 'verifyCard', form: () => ({ pan: TEST_CARDS.approved, expiry: '203412' }), code: 5, en: 'CVC is empty', ru: 'Не указан CVC' },
  { title: 'a telephone order with an expired card', operation: 'motoPayment', form: () => ({ amount: 1, pan: TEST_CARDS.approved, expiry: '203001' }), code: 5, en: 'Card validity period is invalid', ru: 'Неверный срок действия карты' },
  { title: 'a telephone order without an expiry date, even with a binding', operation: 'motoPayment', form: () => ({ amount: 1, pan: TEST_CARDS.approved, bindingId: UNKNOWN_ID }), code: 5, en: 'Card validity period is invalid', ru: 'Неверный срок действия карты' },
  { title: 'a list without a start time', operation: 'getLastOrdersForMerchants', form: () => ({ to: '20310101000000' }), code: 4, en: '[from] is empty', ru: '[from] не задан' },
]

/** The binding of client `c`. */
async function bound(merchant: Merchant): Promise<string> {
  const status = await merchant.status(await merchant.paidOrder({ clientId: 'c' }))
  const { bindingId } = status['bindingInfo'] as { bindingId: string }
  await merchant.callOk('bindCard', { bindingId })
  return bindingId
}

async function challenged(merchant: Merchant): Promise<string> {
  const orderId = await merchant.register()
  await merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV1 })
  return orderId
}

onGateway('Refusals of interface C', (at) => {
  for (const { title, operation, form, code, en, ru } of REFUSALS)
    test(`${operation} refuses ${title}`, async () => {
      const good = await form(at.merchant)
      for (const [language, text] of [
        ['en', en],
        ['RU', ru],
        // A language without its own messages.
        ['fr', en],
      ] as const) {
        const body = await at.merchant.callOk(operation, { ...good, language })
        assert.equal(Number(body['errorCode'] ?? body['ErrorCode']), code, JSON.stringify(body))
        assert.equal(body['errorMessage'] ?? body['ErrorMessage'], text)
      }
    })

  test('an invalid language is refused, in English', async () => {
    const body = await at.merchant.callOk('register', { ...orderForm, language: 'russian' })
    assert.deepEqual(body, { errorCode: '5', errorMessage: 'Invalid merchant language' })
  })

  test('an order of another merchant is reported as unknown', async () => {
    const other = await newMerchant(at.sandbox)
    const orderId = await other.paidOrder()
    assert.equal((await at.merchant.status(orderId))['errorCode'], '6')
    for (const [operation, code] of [
      ['refund', '6'],
      ['paymentorder', 2],
    ] as const) {
      const form = { orderId, amount: 1, ...cardForm(orderId) }
      assert.equal((await at.merchant.callOk(operation, form))['errorCode'], code, operation)
    }
    assert.equal((await other.status(orderId))['orderStatus'], 2)
  })

  test('invalid input leaves the order unchanged, including its action code', async () => {
    const orderId = await at.merchant.register()
    const before = await at.merchant.status(orderId)
    for (const changes of [{ $PAN: '1' }, { YYYY: '2020' }, { $CVC: '' }, { MM: '0' }])
      assert.notEqual((await at.merchant.pay(orderId, changes))['errorCode'], 0)
    assert.deepEqual(await at.merchant.status(orderId), before)
  })
})
