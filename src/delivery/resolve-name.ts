// Resolves the names of receivers. A local service uses the machine's resolver, which reads its
// hosts file. A hosted service queries name servers itself. The machine's lookups share the few
// threads of the process, so names whose servers never respond would delay all callbacks for
// minutes.

import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import type { Mode } from '../config.ts'

export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>

/** Time limit per attempt. */
const NAME_SERVER_TIMEOUT_MS = 2000
const NAME_SERVER_TRIES = 2

/** Uses the machine's name servers if none are given. */
export const resolverOf = (mode: Mode, nameServers: readonly string[] = []): ResolveName =>
  mode === 'hosted' ? byNameServers(nameServers) : byMachine

/** Names that always mean this machine (RFC 6761 section 6.3). */
export const isLoopbackName = (name: string): boolean => /^(.+\.)?localhost\.?$/i.test(name)

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * A developer's receiver is usually on the same machine, so it needs no lookup and therefore no
 * thread.
 */
const byMachine: ResolveName = (name) =>
  isLoopbackName(name) ? Promise.resolve(LOOPBACK) : lookup(name, { all: true })

function byNameServers(nameServers: readonly string[]): ResolveName {
  const servers = new Resolver({ timeout: NAME_SERVER_TIMEOUT_MS, tries: NAME_SERVER_TRIES })
  if (nameServers.length > 0) servers.setServers(nameServers)
  return async (name) => {
    const [four, six] = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)])
    if (four.status === 'rejected' && six.status === 'rejected')
      throw new Error(String(four.reason), { cause: four.reason })
    return [...addressesOf(four, 4), ...addressesOf(six, 6)]
  }
}

/** A name may only have IPv4 or only IPv6 addresses. */
const addressesOf = (
  answered: PromiseSettledResult<readonly string[]>,
  family: 4 | 6,
): LookupAddress[] =>
  answered.status === 'rejected' ? [] : answered.value.map((address) => ({ address, family }))
