/** Every sentence of the payment page, in every language: a missing one does not compile. */
import { el } from './messages-el.ts'
import { en } from './messages-en.ts'
import { de } from './messages-de.ts'
import { es } from './messages-es.ts'
import { fr } from './messages-fr.ts'
import { ru } from './messages-ru.ts'
import type { PageLanguage } from './model.ts'
import type { Messages } from './words.ts'

export const MESSAGES: Readonly<Record<PageLanguage, Messages>> = { en, ru, de, fr, es, el }
