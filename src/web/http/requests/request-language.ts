// The language of a page without an order: the language in its URL, or else the browser's
// preference.

import type { FastifyRequest } from 'fastify'
import { type PageLanguage, pageLanguage } from './page-language.ts'

/** The `language` of the query; undefined if it is missing or repeated. */
export function queriedLanguage({ query }: FastifyRequest): string | undefined {
  const { language } = query as Readonly<Record<string, unknown>>
  return typeof language === 'string' ? language : undefined
}

export const requestLanguage = (request: FastifyRequest): PageLanguage =>
  pageLanguage(queriedLanguage(request), ...accepted(request.headers['accept-language'] ?? ''))

/** Browsers send about 30 characters; anything beyond this limit is ignored. */
const ACCEPT_LANGUAGE_MAX_LENGTH = 200

/** The languages of an `Accept-Language` header (RFC 9110, 12.5.4), best first, without regions. */
function accepted(header: string): string[] {
  return header
    .slice(0, ACCEPT_LANGUAGE_MAX_LENGTH)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
      return { language: tag.split('-', 1)[0] ?? '', weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
}
