// The texts of the issuer's pages in every language. A missing text does not compile.
import type { PageLanguage } from '../../web/http/requests/page-language.ts'
import { de } from './messages-de.ts'
import { el } from './messages-el.ts'
import { en } from './messages-en.ts'
import { es } from './messages-es.ts'
import { fr } from './messages-fr.ts'
import { ru } from './messages-ru.ts'
import type { Messages } from './message-catalogue.ts'

export const MESSAGES = { en, ru, de, fr, es, el } as const satisfies Record<PageLanguage, Messages>
