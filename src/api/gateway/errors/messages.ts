// Every message of the interface in English and Russian, with its error code. The texts are those
// that clients of the gateway family know; `%` is replaced by the name of the parameter.

import type { MessageLanguage } from '../../../payments/authorisation/action-code.ts'
import type { Expectation } from '../parameters/parameter-types.ts'

export interface Message<C extends number = number> {
  readonly code: C
  readonly en: string
  readonly ru: string
}

/** The code keeps its literal type, so that responses with it are checked by the compiler. */
const message = <C extends number>(code: C, en: string, ru: string): Message<C> => ({
  code,
  en,
  ru,
})

// prettier-ignore
export const MESSAGES = {
  'success':                message(0, 'Success', 'Успешно'),
  // Invalid requests.
  'access-denied':          message(5, 'Access denied', 'Доступ запрещён'),
  'form-expected':          message(5, 'Access denied: the body is not a form (application/x-www-form-urlencoded)', 'Доступ запрещён: тело запроса не является формой (application/x-www-form-urlencoded)'),
  'charset-unknown':        message(5, 'The charset of the form is not supported: use UTF-8 or windows-1251', 'Кодировка формы не поддерживается: используйте UTF-8 или windows-1251'),
  'demo-from-another-site': message(5, 'Access denied: another website may not use the demo credentials', 'Доступ запрещён: чужой сайт не может пользоваться демонстрационными данными'),
  'parameter-empty':        message(4, '[%] is empty', '[%] не задан'),
  'amount-empty':           message(4, 'Empty amount', 'Отсутствует сумма'),
  'return-url-empty':       message(4, 'Return URL cannot be empty', 'URL возврата не может быть пуст'),
  'return-url-relative':    message(4, 'The return URL is invalid', 'URL возврата неверен'),
  'card-number-empty':      message(4, 'Card number is not specified', 'Не указан номер карты'),
  'order-expected':         message(1, 'Expected [orderId] or [orderNumber]', 'Ожидается [orderId] или [orderNumber]'),
  'parameter-invalid':      message(5, 'Invalid [%]', 'Неверный [%]'),
  'json-invalid':           message(5, 'Invalid [%]', '[%] неверен'),
  'amount-wrong':           message(5, 'Amount is invalid', 'Неверная сумма'),
  'language-invalid':       message(5, 'Invalid merchant language', "Неправильный параметр 'Язык'"),
  'card-encrypted':         message(5, 'Encrypted card data [seToken] is not supported: send number, expiry and CVC unencrypted', 'Зашифрованные данные карты [seToken] здесь не читаются: передайте номер, срок действия и CVC как есть'),
  'card-number-invalid':    message(5, 'Card number is invalid', 'Некорректный номер карты.'),
  'expiry-invalid':         message(5, 'Card validity period is invalid', 'Неверный срок действия карты'),
  'cvc-invalid':            message(5, 'CVC is invalid', 'Неверный CVC'),
  'cvc-empty':              message(5, 'CVC is empty', 'Не указан CVC'),
  'currency-unknown':       message(3, 'Unknown currency', 'Неизвестная валюта'),
  'new-expiry-invalid':     message(1, 'Invalid [newExpiry]', 'Неверный [newExpiry]'),
  // Refused by an operation.
  'number-duplicate':       message(1, 'Order number is duplicated, order with given order number is processed already', 'Заказ с таким номером уже обработан'),
  'number-registered':      message(10, 'Order with this number is already registered in the system.', 'Заказ с таким номером уже зарегистрирован в системе.'),
  'features-conflict':      message(13, 'Features contradict each other', 'Features противоречат друг другу'),
  'features-unknown':       message(14, 'Features are incorrect', 'Features указаны некорректно'),
  'value-invalid':          message(5, 'Invalid value of one of the parameters', 'Неверное значение одного из параметров'),
  'order-not-found':        message(6, 'Order not found', 'Заказ не найден'),
  'no-such-order':          message(6, 'No such order', 'Заказ не найден'),
  'number-wrong':           message(6, 'Wrong order number', 'Неверный номер заказа'),
  'no-order-found':         message(2, 'No order found', 'Заказ не найден'),
  'order-processed':        message(1, 'Order is processed already', 'Заказ уже обработан'),
  'order-being-decided':    message(7, 'This transaction is being processed. Please try again later', 'Операция обрабатывается. Повторите попытку позже'),
  'deposit-amount-wrong':   message(5, 'deposit amount is invalid', 'Неверная сумма списания'),
  'deposit-above-approved': message(5, 'deposited amount is exceeding approved amount', 'Сумма списания превышает сумму авторизации'),
  'state-not-approved':     message(7, 'Payment must be in approved state', 'Платёж должен быть в корректном состоянии'),
  'state-no-reversal':      message(7, 'Reversal is impossible for current transaction state', 'Отмена невозможна в текущем состоянии платежа'),
  'state-no-refund':        message(7, 'Refund is impossible for current transaction state', 'Платёж должен быть в корректном состоянии'),
  'state-no-decline':       message(7, 'Decline is impossible for current order state', 'Заказ нельзя отклонить в текущем состоянии'),
  'refund-above-deposited': message(7, 'Refund amount exceeds deposited amount', 'Сумма возврата превышает сумму списания'),
  'expected-differs':       message(7, 'Deposited amount differs from [expectedDepositedAmount]', 'Сумма списания отличается от [expectedDepositedAmount]'),
  'account-full':           message(7, 'Account full', 'Счёт переполнен'),
  'binding-none':           message(2, 'No binding found', 'Связка не найдена'),
  'binding-foreign':        message(1, 'Order cannot be paid with this binding', 'Заказ нельзя оплатить этой связкой'),
  'binding-inactive':       message(2, "Binding isn't active", 'Неверное состояние связки'),
  'binding-active':         message(2, 'Binding is active', 'Неверное состояние связки'),
  'data-not-found':         message(2, 'Data not found', 'Информация не найдена'),
  'wallet-token-encrypted': message(10, 'This is a real wallet token, which a sandbox cannot decrypt: send a test token, base64 of {"pan","expiry","amount"}', 'Это настоящий токен кошелька, песочница не может его расшифровать: передайте тестовый токен, base64 от {"pan","expiry","amount"}'),
  'wallet-token-merchantless': message(5, 'Access denied: without credentials, a test token must contain a merchantToken; create one with POST /control/v1/wallet-tokens', 'Доступ запрещён: без логина и пароля тестовый токен называет магазин через merchantToken; его создаёт POST /control/v1/wallet-tokens'),
  'wallet-token-malformed': message(10, 'This is not a wallet token: send a test token, base64 of {"pan","expiry","amount"}', 'Это не токен кошелька: передайте тестовый токен, base64 от {"pan","expiry","amount"}'),
  'wallet-amount-differs':  message(5, 'The amount differs from that of the wallet token', 'Сумма отличается от суммы в токене кошелька'),
  'card-declined':          message(7, 'The card was declined', 'Карта отклонена'),
  'card-none':              message(7, 'No card was used for this order', 'Для заказа не использовалась карта'),
  'ssl-card-listed':        message(6, 'The card is already in the list', 'Карта уже есть в списке'),
  'ssl-cards-full':         message(7, 'The list of cards is full', 'Список карт заполнен'),
  'project-full':           message(7, 'The project has reached its row limit or byte limit: reset it', 'Проект хранит столько, сколько ему разрешено: сбросьте его'),
  'client-missing':         message(5, '[clientId] is empty', '[clientId] не задан'),
  'challenge-invalid':      message(7, '3-D Secure answer is not valid for this order', 'Ответ 3-D Secure не подходит к заказу'),
  'rate-limited':           message(7, 'Too many requests. Wait for the number of seconds in Retry-After', 'Слишком много запросов. Повторите через число секунд в заголовке Retry-After'),
  'system-error':           message(7, 'System error', 'Системная ошибка'),
} as const satisfies Record<string, Message>

/** Messages that describe a valid value. All others must match the known texts exactly. */
const MESSAGES_WITH_EXPECTED: readonly (keyof typeof MESSAGES)[] = ['parameter-invalid']

/** The text of a message. */
export function messageText(
  name: keyof typeof MESSAGES,
  language: MessageLanguage,
  parameter = '',
  expected?: Expectation,
): string {
  const text = MESSAGES[name][language].replace('%', parameter)
  return expected !== undefined && MESSAGES_WITH_EXPECTED.includes(name)
    ? `${text}: ${expected[language]}`
    : text
}
