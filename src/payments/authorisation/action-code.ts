// Action codes: the result of a payment as reported by the processor, the issuer or 3-D Secure. The
// numbers are the gateway family's.

import { type Decline, DECLINES } from '../../ledger/decline.ts'

/** The languages of messages; any other language gets English. */
export type MessageLanguage = 'en' | 'ru'

type Texts = Readonly<Record<MessageLanguage, string>>

/**
 * The message for a payer. Many codes share a message, so that it reveals nothing about the card.
 */
export type PayerMessage =
  | 'approved'
  | 'check-data'
  | 'contact-issuer'
  | 'contact-merchant'
  | 'no-connection'
  | 'no-answer'
  | 'time-expired'
  | 'not-authenticated'

export const APPROVED_ACTION_CODE = 0
export const NO_ATTEMPT = -100

// prettier-ignore
const ACTION_CODE_ROWS: readonly (readonly [code: number, payer: PayerMessage, en: string, ru: string])[] = [
  [-30001, 'no-answer',         'Inquiry at the bank is pending',                          'Ожидается ответ банка на запрос'],
  [-20010, 'contact-issuer',    'Blocked by an issuer limit',                              'Операция заблокирована лимитом эмитента'],
  [-9000,  'no-answer',         'Transaction started',                                     'Операция начата'],
  [-3101,  'contact-merchant',  'The payer has forbidden operations with this binding',    'Плательщик запретил операции по связке'],
  [-3100,  'contact-merchant',  'The binding is deactivated',                              'Связка деактивирована'],
  [-3003,  'contact-merchant',  'Unknown result',                                          'Неизвестный результат'],
  [-2200,  'contact-issuer',    'Token cryptogram could not be obtained',                  'Не удалось получить криптограмму токена'],
  [-2102,  'contact-merchant',  'Blocked by passenger name',                               'Заблокировано по имени пассажира'],
  // prose-ignore: a known text of the gateway family
  [-2101,  'contact-merchant',  'Blocked by e-mail address',                               'Заблокировано по адресу электронной почты'],
  [-2025,  'contact-issuer',    'The issuer declined after the 3-D Secure challenge',      'Эмитент отказал по итогам проверки 3-D Secure'],
  [-2024,  'contact-merchant',  'Frictionless authentication is not allowed here',         'Аутентификация без участия плательщика не разрешена'],
  [-2023,  'contact-issuer',    'The issuer could not perform 3-D Secure',                 'Эмитент не смог выполнить проверку 3-D Secure'],
  [-2022,  'contact-issuer',    '3-D Secure cannot be performed',                          'Невозможно выполнить операцию 3-D Secure'],
  [-2020,  'contact-issuer',    'Wrong electronic commerce indicator (ECI)',               'Получен неверный ECI'],
  [-2019,  'contact-issuer',    'The issuer rejected the format of the payer request',     'В PARes получен iReq'],
  [-2018,  'contact-issuer',    'The directory server is not available',                   'Недоступен сервер каталога 3-D Secure'],
  [-2017,  'contact-merchant',  'Full authentication is required and was not given',       'Статус PARes отличен от Y'],
  [-2016,  'contact-issuer',    'It is unknown whether the card is enrolled',              'Статус VERes неизвестен'],
  [-2015,  'contact-issuer',    'The issuer rejected the format of the enrolment request', 'В VERes получен iReq'],
  [-2014,  'time-expired',      'The payer did not attempt to pay in time',                'Попытки оплаты не было, срок заказа истёк'],
  [-2013,  'check-data',        'Payment attempts are exhausted',                          'Исчерпаны попытки оплаты'],
  [-2012,  'contact-merchant',  'The operation is not supported',                          'Операция не поддерживается'],
  [-2011,  'contact-issuer',    'The result of authentication is unknown',                 'Статус PARes неизвестен'],
  [-2010,  'contact-issuer',    'Transaction identifiers (XID) do not match',              'Несовпадение XID'],
  [-2009,  'time-expired',      'The payer did not return from the issuer',                'Плательщик не вернулся со страницы эмитента'],
  [-2008,  'contact-merchant',  'Unsupported wallet',                                      'Неверный кошелёк'],
  [-2007,  'time-expired',      'The time to pay has expired',                             'Истекло время оплаты'],
  [-2006,  'not-authenticated', 'The issuer rejected the authentication',                  'Эмитент отклонил аутентификацию'],
  [-2005,  'contact-issuer',    'The signature of the issuer is not valid',                'Неверная подпись эмитента'],
  [-2003,  'contact-merchant',  'Blocked by port',                                         'Заблокировано по порту'],
  [-2002,  'contact-merchant',  'Above the payment limit of the merchant',                 'Превышен лимит платежа магазина'],
  [-2001,  'contact-merchant',  'The IP address is on the black list',                     'IP-адрес в чёрном списке'],
  [-2000,  'contact-merchant',  'The card is on the black list',                           'Карта в чёрном списке'],
  [-301,   'contact-merchant',  'Wrong payment token',                                     'Неверный платёжный токен'],
  [-102,   'contact-merchant',  'Cancelled by the payment agent',                          'Отменено платёжным агентом'],
  [-100,   'no-answer',         'No payment attempts yet',                                 'Попыток оплаты не было'],
  [-1,     'no-answer',         'The processor did not respond',                           'Процессинг не ответил'],
  [0,      'approved',          'Approved',                                                'Одобрено'],
  [1,      'contact-issuer',    'The identity of the payer must be checked',               'Требуется проверка личности плательщика'],
  [4,      'contact-issuer',    'The card is blocked',                                     'Карта заблокирована'],
  [5,      'contact-issuer',    'Declined by the network',                                 'Отказ сети'],
  [15,     'contact-issuer',    'The issuer was not found',                                'Эмитент не найден'],
  [20,     'check-data',        'Insufficient funds',                                      'Недостаточно средств'],
  [53,     'contact-issuer',    'The processor does not know the card',                    'Карта отсутствует в процессинге'],
  [57,     'contact-issuer',    'This type of operation is not allowed',                   'Тип операции не разрешён'],
  [62,     'contact-issuer',    'The card is restricted',                                  'Ограничения по карте'],
  [63,     'contact-issuer',    'Security violation',                                      'Нарушение безопасности'],
  [72,     'contact-issuer',    'The card of the sender is not allowed',                   'Карта отправителя не разрешена'],
  [73,     'check-data',        'Wrong expiry date',                                       'Неверный срок действия карты'],
  [78,     'contact-issuer',    'Wrong account',                                           'Неверный счёт'],
  [82,     'check-data',        'Wrong CVC',                                               'Неверный CVC'],
  [88,     'contact-issuer',    'Cryptographic failure',                                   'Криптографическая ошибка'],
  [90,     'contact-issuer',    'Unknown processor status',                                'Неизвестный статус процессинга'],
  [100,    'contact-issuer',    'The card must not be used for internet payments',         'Эмитент запретил интернет-платежи по карте'],
  [101,    'check-data',        'The card has expired or the expiry date is wrong',        'Истёк или неверно указан срок действия карты'],
  [103,    'contact-issuer',    'Call the issuer',                                         'Свяжитесь с эмитентом'],
  [104,    'contact-issuer',    'The account is restricted',                               'Ограничения по счёту'],
  [106,    'contact-issuer',    'PIN tries exceeded, the card is blocked for a time',      'Превышены попытки ввода ПИН, карта временно заблокирована'],
  [107,    'contact-issuer',    'Call the issuer',                                         'Свяжитесь с эмитентом'],
  [109,    'contact-merchant',  'Wrong merchant or terminal',                              'Неверный магазин или терминал'],
  [110,    'contact-merchant',  'Wrong amount or currency',                                'Неверная сумма или валюта'],
  [111,    'contact-issuer',    'Wrong card number',                                       'Неверный номер карты'],
  [116,    'check-data',        'Insufficient funds',                                      'Недостаточно средств'],
  [117,    'check-data',        'Wrong PIN',                                               'Неверный ПИН'],
  [118,    'contact-issuer',    'The issuer does not allow the service',                   'Услуга не разрешена эмитентом'],
  [119,    'contact-issuer',    'Security violation',                                      'Нарушение безопасности'],
  [120,    'contact-issuer',    'The issuer does not allow the operation',                 'Операция не разрешена эмитентом'],
  [121,    'contact-issuer',    'Above a spending limit of the card',                      'Превышен лимит расходов по карте'],
  [123,    'contact-issuer',    'Above the number of operations allowed',                  'Превышен лимит числа операций'],
  [124,    'contact-merchant',  'Technical error of a reversal or refund',                 'Техническая ошибка отмены или возврата'],
  [125,    'check-data',        'The card number is no longer valid',                      'Номер карты недействителен'],
  [151,    'contact-issuer',    'Declined by the fraud monitoring of the issuer',          'Отказ фрод-мониторинга эмитента'],
  [181,    'contact-issuer',    'The service is forbidden',                                'Услуга запрещена'],
  [203,    'contact-merchant',  'The merchant should retain the card',                     'Карта подлежит изъятию'],
  [204,    'contact-merchant',  'The card is restricted and must be withheld',             'Карта ограничена и подлежит изъятию'],
  [208,    'contact-merchant',  'The card is lost or stolen',                              'Карта утеряна или украдена'],
  [209,    'contact-merchant',  'Limitations of the card are exceeded',                    'Превышены ограничения по карте'],
  [212,    'contact-issuer',    'The participant is blocked',                              'Участник заблокирован'],
  [239,    'contact-issuer',    'The subscription must be terminated',                     'Подписка должна быть прекращена'],
  [240,    'contact-issuer',    'The holder has stopped recurring payments',               'Держатель остановил регулярные платежи'],
  [400,    'contact-merchant',  'The reversal was processed',                              'Отмена выполнена'],
  [555,    'contact-issuer',    'Online payments are forbidden',                           'Онлайн-платежи запрещены'],
  [814,    'contact-issuer',    'Above the number of operations allowed',                  'Превышен лимит числа операций'],
  [823,    'contact-issuer',    'The card is stolen',                                      'Карта украдена'],
  [902,    'contact-issuer',    'The card is not allowed to do this operation',            'Операция недоступна для карты'],
  [903,    'contact-issuer',    'Above a limit of the issuer',                             'Превышен лимит эмитента'],
  [904,    'contact-issuer',    'The issuer did not accept the message format',            'Эмитент не принял формат сообщения'],
  [906,    'check-data',        'The card has expired',                                    'Истёк срок действия карты'],
  [907,    'no-connection',     'The issuer is not available',                             'Нет связи с эмитентом'],
  [909,    'contact-issuer',    'General failure of the system',                           'Общий сбой системы'],
  [910,    'no-connection',     'The issuer is not available',                             'Эмитент недоступен'],
  [911,    'contact-merchant',  'Declined, contact the merchant',                          'Отказ, обратитесь в магазин'],
  [912,    'no-connection',     'The issuer is not available',                             'Эмитент недоступен'],
  [913,    'contact-issuer',    'The network did not accept the message format',           'Сеть не приняла формат сообщения'],
  [914,    'contact-merchant',  'The original transaction was not found',                  'Исходная операция не найдена'],
  [916,    'contact-issuer',    'The payment could not be processed',                      'Не удалось обработать платёж'],
  [920,    'contact-issuer',    'Restrictions of the card',                                'Ограничения по карте'],
  [941,    'contact-merchant',  'Wrong merchant identifier',                               'Неверный идентификатор магазина'],
  [950,    'contact-merchant',  'Reconciliation error',                                    'Ошибка сверки'],
  [968,    'contact-merchant',  'Wrong amount of the original operation',                  'Неверная сумма исходной операции'],
  [998,    'no-answer',         'The operation timed out',                                 'Истекло время ожидания операции'],
  [999,    'contact-merchant',  'Declined: suspected fraud or a 3-D Secure error',         'Отказ: подозрение на мошенничество или ошибка 3-D Secure'],
  [1001,   'no-answer',         'Registered, card data not entered yet',                   'Зарегистрировано, данные карты ещё не введены'],
  [1004,   'no-answer',         'First stage of authorisation',                            'Первая стадия авторизации'],
  [1005,   'no-answer',         'Second stage of authorisation',                           'Вторая стадия авторизации'],
  [1112,   'contact-issuer',    'Retry limit of the card and expiry date',                 'Лимит повторов по карте и сроку действия'],
  [1113,   'contact-issuer',    'Retry limit of the card',                                 'Лимит повторов по карте'],
  [1114,   'contact-issuer',    'Retry limit of the binding',                              'Лимит повторов по связке'],
  [1115,   'contact-merchant',  'Retry limit of the order',                                'Лимит повторов по заказу'],
  [1116,   'contact-merchant',  'Retry limit of the terminal',                             'Лимит повторов по терминалу'],
  [1117,   'contact-merchant',  'Retry limit of the merchant',                             'Лимит повторов по магазину'],
  [1118,   'contact-merchant',  'Retry limit of the amount',                               'Лимит повторов по сумме'],
  [1120,   'no-answer',         'A refund is in progress',                                 'Возврат выполняется'],
  [1434,   'contact-issuer',    'The issuer demands 3-D Secure',                           'Эмитент требует 3-D Secure'],
  [2001,   'contact-merchant',  'Declined by fraud monitoring',                            'Отказ фрод-мониторинга'],
  [2002,   'contact-merchant',  'Wrong operation for the state of the order',              'Операция недопустима в текущем состоянии заказа'],
  [2003,   'contact-merchant',  'Payments without 3-D Secure are forbidden',               'Платежи без 3-D Secure запрещены'],
  [2004,   'contact-merchant',  'Payments without CVC are forbidden',                      'Платежи без CVC запрещены'],
  [2005,   'contact-merchant',  'A 3-D Secure rule failed',                                'Не выполнено правило 3-D Secure'],
  [2006,   'contact-merchant',  'One-phase payments are forbidden',                        'Одностадийные платежи запрещены'],
  [2007,   'contact-merchant',  'The order is already paid',                               'Заказ уже оплачен'],
  [2008,   'contact-merchant',  'The transaction is not finished',                         'Операция не завершена'],
  [2009,   'contact-merchant',  'The refund exceeds the payment',                          'Возврат превышает сумму платежа'],
  [2012,   'contact-merchant',  'The order is already cancelled',                          'Заказ уже отменён'],
  [2014,   'contact-merchant',  'Error in a payment rule',                                 'Ошибка правила оплаты'],
  [2015,   'contact-merchant',  'Error in a rule of the terminal',                         'Ошибка правила терминала'],
  [2016,   'contact-merchant',  'The merchant is not allowed to use 3-D Secure',           '3-D Secure не разрешён магазину'],
  [2023,   'no-connection',     'The queue is full',                                       'Очередь переполнена'],
  [2030,   'contact-issuer',    'The card is blocked',                                     'Карта заблокирована'],
  [4005,   'contact-merchant',  'Declined by the merchant',                                'Отклонено магазином'],
  [4032,   'contact-merchant',  'Authentication was only attempted',                       'Получена лишь попытка аутентификации'],
  [8204,   'contact-merchant',  'Duplicate order',                                         'Повторный заказ'],
  [9001,   'contact-merchant',  'Internal error of the gateway',                           'Внутренняя ошибка шлюза'],
  [71015,  'check-data',        'Wrong card data',                                         'Неверные данные карты'],
  [151017, 'no-connection',     '3-D Secure communication error',                          'Ошибка связи 3-D Secure'],
  [151018, 'no-answer',         'Processor timeout: the request was not sent',             'Таймаут процессинга: запрос не отправлен'],
  [151019, 'no-answer',         'Processor timeout: no response',                          'Таймаут процессинга: ответ не получен'],
  [341014, 'contact-merchant',  'Declined by the gateway',                                 'Отказ шлюза'],
]

/** An action code with its texts and the message for a payer. */
export interface ActionCode {
  readonly code: number
  readonly payer: PayerMessage
  readonly texts: Texts
}

const ACTION_CODES: ReadonlyMap<number, ActionCode> = new Map(
  ACTION_CODE_ROWS.map(([code, payer, en, ru]) => [code, { code, payer, texts: { en, ru } }]),
)

/** The action code with this number; undefined if the gateway family has none. */
export function actionCode(code: number): ActionCode | undefined {
  return ACTION_CODES.get(code)
}

/** Every action code in ascending order, for the reference pages and outcome rules. */
export function allActionCodes(): readonly ActionCode[] {
  return [...ACTION_CODES.values()]
}

/** The language of messages for a request's `language`, regardless of letter case. */
export function messageLanguage(language: string): MessageLanguage {
  return language.toLowerCase() === 'ru' ? 'ru' : 'en'
}

/** `actionCodeDescription`: empty for an approved payment and for an order without an attempt. */
export function actionCodeDescription(code: number, language: string): string {
  if (code === APPROVED_ACTION_CODE || code === NO_ATTEMPT) return ''
  const chosen = messageLanguage(language)
  return ACTION_CODES.get(code)?.texts[chosen] ?? UNKNOWN_CODE[chosen]
}

const UNKNOWN_CODE: Texts = { en: 'Payment declined', ru: 'Платёж отклонён' }

// prettier-ignore
const PAYER_MESSAGES: Readonly<Record<PayerMessage, Texts>> = {
  'approved': {
    en: 'Your order is proceeded',
    ru: 'Ваш платёж обработан',
  },
  'check-data': {
    en: 'Payment declined. Please check the card data and the funds on the card',
    ru: 'Платёж отклонён. Проверьте данные карты и наличие средств на ней',
  },
  'contact-issuer': {
    en: 'Payment declined. Please contact the bank that issued your card',
    ru: 'Платёж отклонён. Обратитесь в банк, выпустивший карту',
  },
  'contact-merchant': {
    en: 'Payment declined. Please contact the merchant',
    ru: 'Платёж отклонён. Обратитесь в магазин',
  },
  'no-connection': {
    en: 'There is no connection with the bank. Please try again later',
    ru: 'Нет связи с банком. Попробуйте позже',
  },
  'no-answer': {
    en: 'The bank did not answer. Please try again later',
    ru: 'Банк не ответил. Попробуйте позже',
  },
  'time-expired': {
    en: 'The time to enter the card data has expired',
    ru: 'Истекло время ввода данных карты',
  },
  'not-authenticated': {
    en: 'Payment is impossible: authentication failed',
    ru: 'Платёж невозможен: аутентификация не пройдена',
  },
}

const REDIRECTING_TEXTS: Texts = { en: 'Redirecting...', ru: 'Происходит переадресация...' }

/** The message shown on the payment page and sent as `error` of a declined payment. */
export function payerMessage(code: number, language: string): string {
  const payer = ACTION_CODES.get(code)?.payer ?? 'contact-merchant'
  return PAYER_MESSAGES[payer][messageLanguage(language)]
}

/** `info` of a response that redirects. Existing clients know the wording of the approved one. */
export function redirectInfo(code: number, language: string): string {
  const chosen = messageLanguage(language)
  const message = payerMessage(code, language)
  const redirecting = REDIRECTING_TEXTS[chosen]
  if (code !== APPROVED_ACTION_CODE) return `${message}. ${redirecting}`
  return `${message}, ${redirecting.charAt(0).toLowerCase()}${redirecting.slice(1)}`
}

/** The reason next to code 111: the number is neither issued here nor a listed test card. */
export const NOT_A_SANDBOX_CARD: Texts = {
  en: 'This is a sandbox: use a card issued here or one of the test cards',
  ru: 'Это песочница: используйте выпущенную здесь карту или одну из тестовых',
}

/** A number that is neither issued here nor a listed test card. */
export const CARD_UNKNOWN = 111

/** The action code of a decline: the code for its reason, or the one in an outcome rule. */
export const actionCodeOf = ({ code, actionCode }: Decline): number =>
  actionCode ?? DECLINES[code].actionCode
