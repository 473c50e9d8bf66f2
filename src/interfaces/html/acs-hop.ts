/** The page that takes the payer's browser to the issuer's page, with the message of either version of 3-D Secure. */
import type { AcsHop } from '../../domain/acs-hop.ts'
import type { PageLanguage } from '../../domain/page-language.ts'
import { type AutoPost, renderAutoPost } from './auto-post.ts'

const TITLES = {
  en: 'Going to your bank',
  ru: 'Переход на страницу банка',
  de: 'Weiter zu Ihrer Bank',
  fr: 'Vers le site de votre banque',
  es: 'Vamos a la página de su banco',
  el: 'Μετάβαση στην τράπεζά σας',
} as const satisfies Record<PageLanguage, string>

/** The issuer's page goes on in the language of this one. Send it with `securityHeaders({ formAction: [hop.acsUrl] })`. */
export const renderAcsHop = (hop: AcsHop, language: PageLanguage): string =>
  renderAutoPost({
    action: `${hop.acsUrl}?language=${language}`,
    fields: fieldsOf(hop),
    title: TITLES[language],
    lang: language,
  })

const fieldsOf = (hop: AcsHop): AutoPost['fields'] =>
  hop.version === 1 ? { PaReq: hop.paReq, MD: hop.md, TermUrl: hop.termUrl } : { creq: hop.creq }
