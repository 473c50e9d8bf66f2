/** The page that takes the payer's browser to the issuer's page, with the message of either version of 3-D Secure. */
import type { AcsHop } from '../../domain/acs-hop.ts'
import { type AutoPost, renderAutoPost } from './auto-post.ts'

const TITLES = { en: 'Going to your bank', ru: 'Переход на страницу банка' } as const

/** Send it with `securityHeaders({ formAction: [hop.acsUrl] })`. */
export const renderAcsHop = (hop: AcsHop, language: string): string =>
  renderAutoPost({
    action: hop.acsUrl,
    fields: fieldsOf(hop),
    title: language === 'ru' ? TITLES.ru : TITLES.en,
    lang: language,
  })

const fieldsOf = (hop: AcsHop): AutoPost['fields'] =>
  hop.version === 1 ? { PaReq: hop.paReq, MD: hop.md, TermUrl: hop.termUrl } : { creq: hop.creq }
