// Names of receivers as addresses. A local service asks the machine, which also knows its own file of hosts. A hosted one, where anybody names
// the receivers, asks the name servers itself: the machine's look-ups share the few threads of the process, and names whose servers never
// answer would keep everybody's callbacks waiting for minutes.

import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import type { Mode } from '../config.ts'

export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>

/** Twice this long a name server is waited for, milliseconds. */
const NAME_SERVER_TIMEOUT_MS = 2000
const NAME_SERVER_TRIES = 2

/** `nameServers` are those of the machine where none are given. */
export const resolverOf = (mode: Mode, nameServers: readonly string[] = []): ResolveName =>
  mode === 'hosted' ? byNameServers(nameServers) : byMachine

/** A name that is this machine's, whatever the machine says (RFC 6761 section 6.3). */
export const isLoopbackName = (name: string): boolean => /^(.+\.)?localhost\.?$/i.test(name)

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** The receiver of a developer is most often on the same machine: it waits for no thread, and so for no name server of anybody else's. */
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

/** A name may have addresses of one version alone. */
const addressesOf = (
  answered: PromiseSettledResult<readonly string[]>,
  family: 4 | 6,
): LookupAddress[] =>
  answered.status === 'rejected' ? [] : answered.value.map((address) => ({ address, family }))
