// The pages of the access-control server in Russian.

import type { Messages } from './message-catalogue.ts'

export const ru: Messages = {
  issuers: { own: 'Sandcard Bank', test: 'Тестовый эмитент' },
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
  gone: {
    title: 'Подтверждать нечего',
    text: 'Это подтверждение уже завершено, просрочено или заменено новым. Вернитесь в магазин.',
  },
  failed: {
    title: 'Попробуйте чуть позже',
    text: 'Сервис сейчас не смог ответить. Ничего не изменилось.',
  },
  method: {
    title: 'Браузер учтён',
    text: 'На этой странице делать ничего не нужно.',
  },
  back: 'Вернуться в магазин',
  returning: 'Возвращаемся в магазин',
}
