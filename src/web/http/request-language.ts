// The language of a page: what its address names, and for a page that knows of no order, what the payer's browser prefers.

import type { FastifyRequest } from 'fastify'
import { type PageLanguage, pageLanguage } from './page-language.ts'

/** The `language` of the query; undefined where it is missing or given twice. */
export function queriedLanguage({ query }: FastifyRequest): string | undefined {
  const { language } = query as Readonly<Record<string, unknown>>
  return typeof language === 'string' ? language : undefined
}

export const requestLanguage = (request: FastifyRequest): PageLanguage =>
  pageLanguage(queriedLanguage(request), ...accepted(request.headers['accept-language'] ?? ''))

/** Languages of an `Accept-Language` (RFC 9110 section 12.5.4), the most wanted first, without their regions. */
function accepted(header: string): string[] {
  return header
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(/\s*;\s*/)
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
      return { language: tag.split('-', 1)[0] ?? '', weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
}
