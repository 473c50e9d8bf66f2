// Serves the merchant's logo and colour to the payment page. The page's content security policy
// allows no inline styles and no other hosts, so both have URLs of this service.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Settings } from '../../kernel/settings.ts'
import { logoOf } from '../../payments/merchant-look.ts'
import type { Service } from '../../service.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { isLoginOf, projectOfId } from '../../web/redirects/merchant.ts'
import type { PageLocation } from './page-session.ts'

type Look = Pick<Settings, 'merchantLogo' | 'merchantColour'>

/**
 * URLs of the logo and the colour, if set. They change with the content, so browsers may cache
 * them.
 */
export interface MerchantLook {
  readonly logo?: string
  readonly style?: string
}

export function merchantLook(
  { merchantLogo, merchantColour }: Look,
  { login, orderId }: Pick<PageLocation, 'login' | 'orderId'>,
): MerchantLook {
  const at = (file: string, content: string) => {
    const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
    return `/payment/merchants/${login}/${file}?mdOrder=${orderId}&v=${version}`
  }
  return {
    ...(merchantLogo !== null && { logo: at('logo', merchantLogo) }),
    ...(merchantColour !== null && { style: at('colour.css', merchantColour) }),
  }
}

/** The colour is `#rrggbb`, which the settings guarantee. */
const styleOf = (colour: string): string => `@layer page {
  .sheet { border-top: 3px solid ${colour}; }
  .pay, .pay:hover { background: ${colour}; color: #fff; }
  .pay:hover { background: color-mix(in srgb, ${colour} 88%, black); }
}
`

const CACHE = 'private, max-age=86400, immutable'

interface LookRoute {
  readonly Params: { readonly login: string }
  readonly Querystring: { readonly mdOrder?: unknown }
}

export function serveMerchantLook(app: FastifyInstance, service: Service): void {
  const lookOf = async (request: FastifyRequest<LookRoute>): Promise<Look | undefined> => {
    const { mdOrder } = request.query
    if (typeof mdOrder !== 'string') return undefined
    const { login } = request.params
    const project = await projectOfId(service, mdOrder.toLowerCase(), { login })
    if (project === undefined || !isLoginOf(project, login)) return undefined
    return (await service.read(project, datasetById)).settings
  }
  const options = (operation: string) => ({
    schema: { hide: true },
    config: { api: 'C', operation } as const,
  })

  app.get<LookRoute>('/:login/logo', options('merchantLogo'), async (request, reply) => {
    const logo = logoOf((await lookOf(request))?.merchantLogo ?? '')
    if (logo === undefined) return reply.code(404).headers(securityHeaders()).send()
    reply.headers({ ...securityHeaders(), 'cache-control': CACHE })
    return reply.type(logo.contentType).send(logo.bytes)
  })

  app.get<LookRoute>('/:login/colour.css', options('merchantColour'), async (request, reply) => {
    const colour = (await lookOf(request))?.merchantColour ?? null
    if (colour === null) return reply.code(404).headers(securityHeaders()).send()
    reply.headers({ ...securityHeaders(), 'cache-control': CACHE })
    return reply.type('text/css; charset=utf-8').send(styleOf(colour))
  })
}
