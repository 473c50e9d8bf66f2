// Parses the values of settings; undefined for an invalid text.

import { isIP } from 'node:net'
import type { DatabaseUrl } from './store/database-url.ts'

/** A shorter key or token can be guessed. */
export const SECRET_CHARACTERS = 16

export function oneOf<T extends string>(allowed: readonly T[]): (text: string) => T | undefined {
  return (text) => allowed.find((candidate) => candidate === text)
}

export function databaseOf(text: string): DatabaseUrl | undefined {
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text))
    return { kind: 'postgres', url: text }
  const path = /^sqlite:(?:\/\/)?(.+)/.exec(text)?.[1]
  return path === undefined ? undefined : { kind: 'sqlite', path }
}

export function parseOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined
}

/** An entry of a list of proxies: an IP address, a network, or the name of a group. */
export function isProxy(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.trim().split('/')
  if (/^(loopback|linklocal|uniquelocal)$/.test(entry.trim())) return true
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

export function parseSecret(text: string): string | undefined {
  return text.length < SECRET_CHARACTERS ? undefined : text
}

/** The error text and the parser of a number from 0, with as many digits as the highest value. */
export const countUpTo = (highest: number, what: string) => ({
  must: `be the number of ${what}, up to ${highest}, or 0`,
  parse: (text: string): number | undefined =>
    /^\d+$/.test(text) && text.length <= String(highest).length && Number(text) <= highest
      ? Number(text)
      : undefined,
})

/** Whether only this machine can reach the host. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
