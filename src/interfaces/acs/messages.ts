/** Every sentence of the access-control server's pages; languages it does not speak read English. */
import type { ChallengeNotice, ChallengeOutcome } from './model.ts'

export interface ChallengeMessages {
  readonly lang: string
  readonly title: string
  readonly explanation: string
  readonly merchant: string
  readonly amount: string
  readonly card: string
  readonly codeLabel: string
  readonly confirm: string
  readonly resend: string
  readonly cancel: string
  readonly triesLeft: (count: number) => string
  readonly notices: Readonly<Record<ChallengeNotice, string>>
  readonly testerTitle: string
  readonly testerCode: string
  readonly testerExplanation: string
  readonly outcomes: Readonly<Record<ChallengeOutcome, string>>
  readonly goneTitle: string
  readonly goneText: string
  readonly failedTitle: string
  readonly failedText: string
  readonly back: string
  /** Titles of the pages that carry the answer on. */
  readonly returning: string
  readonly methodTitle: string
  readonly methodText: string
}

const en: ChallengeMessages = {
  lang: 'en',
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
  goneTitle: 'Nothing to confirm',
  goneText:
    'This confirmation was already answered, ran out of time or was replaced by a newer one. Return to the shop.',
  failedTitle: 'Try again in a moment',
  failedText: 'The service could not answer just now. Nothing was changed.',
  back: 'Back to the shop',
  returning: 'Going back to the shop',
  methodTitle: 'Browser noted',
  methodText: 'There is nothing to do on this page.',
}

const ru: ChallengeMessages = {
  lang: 'ru',
  title: 'Подтвердите платёж',
  explanation: 'Введите одноразовый код, который прислал ваш банк.',
  merchant: 'Магазин',
  amount: 'Сумма',
  card: 'Карта',
  codeLabel: 'Одноразовый код',
  confirm: 'Подтвердить платёж',
  resend: 'Прислать новый код',
  cancel: 'Отменить платёж',
  triesLeft: (count) => `Осталось попыток: ${String(count)}`,
  notices: {
    codeMissing: 'Введите код, чтобы продолжить.',
    codeWrong: 'Неверный код.',
    resent: 'Новый код отправлен.',
  },
  testerTitle: 'Для тестировщика',
  testerCode: 'В этой песочнице код:',
  testerExplanation: 'Или завершите проверку нужным исходом:',
  outcomes: {
    Y: 'Подтверждено',
    A: 'Попытка',
    N: 'Не пройдено',
    U: 'Недоступно',
    R: 'Отклонено',
  },
  goneTitle: 'Подтверждать нечего',
  goneText: 'Это подтверждение уже завершено, просрочено или заменено новым. Вернитесь в магазин.',
  failedTitle: 'Попробуйте чуть позже',
  failedText: 'Сервис сейчас не смог ответить. Ничего не изменилось.',
  back: 'Вернуться в магазин',
  returning: 'Возвращаемся в магазин',
  methodTitle: 'Браузер учтён',
  methodText: 'На этой странице делать ничего не нужно.',
}

/** Messages for a `language` parameter in any case. */
export function challengeMessages(language: string): ChallengeMessages {
  return language.toLowerCase() === 'ru' ? ru : en
}
