/**
 * The page that posts the payer's browser to the issuer's page, for both versions of 3-D Secure.
 */
import type { AcsRedirect } from './acs-redirect.ts'
import type { PageLanguage } from '../http/requests/page-language.ts'
import { type AutoPost, renderAutoPost } from '../html/auto-post.ts'

const TITLES = {
  en: 'Going to your bank',
  ru: 'Переход на страницу банка',
  de: 'Weiter zu Ihrer Bank',
  fr: 'Vers le site de votre banque',
  es: 'Vamos a la página de su banco',
  el: 'Μετάβαση στην τράπεζά σας',
} as const satisfies Record<PageLanguage, string>

/**
 * The issuer's page uses the same language. Send it with
 * `securityHeaders({ formAction: [redirect.acsUrl] })`.
 */
export const renderAcsRedirect = (redirect: AcsRedirect, language: PageLanguage): string =>
  renderAutoPost({
    action: `${redirect.acsUrl}?language=${language}`,
    fields: fieldsOf(redirect),
    title: TITLES[language],
    lang: language,
  })

const fieldsOf = (redirect: AcsRedirect): AutoPost['fields'] =>
  redirect.version === 1
    ? { PaReq: redirect.paReq, MD: redirect.md, TermUrl: redirect.termUrl }
    : { creq: redirect.creq }
