// The demo shop's project. Local mode uses the demo project. A hosted service has a separate
// project with secret credentials. Any visitor can order there, within limits.

import { boundedCache } from '../../engine/bounded-cache.ts'
import type { Project } from '../../engine/directory.ts'
import { ipNetwork } from '../../engine/ip-network.ts'
import type { OwnProjects } from '../../engine/own-projects.ts'
import type { Service } from '../../service.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { realNow } from '../../time.ts'
import { demoProject } from '../../web/http/demo-project.ts'

export const SHOP_NAME = 'Dune Coffee'

/** Maximum number of orders per network and hour. */
export const ORDERS_PER_HOUR = 20
const HOUR_MS = 3_600_000
const NETWORKS_MAX = 10_000
/**
 * About the rows of a few thousand orders. Beyond this number, the next order resets the project.
 */
const SHOP_ROWS_MAX = 20_000

export class ShopProject {
  readonly #service: Service
  readonly #rowsMax: number
  readonly #ordered = boundedCache<string, { readonly count: number; readonly since: number }>({
    maxEntries: NETWORKS_MAX,
  })

  #preparing: Promise<Project> | undefined

  constructor(service: Service, { rowsMax = SHOP_ROWS_MAX }: { readonly rowsMax?: number } = {}) {
    this.#service = service
    this.#rowsMax = rowsMax
  }

  get isPublic(): boolean {
    return this.#service.ownProjects !== undefined
  }

  /** Undefined before the first order of a hosted service. */
  find(): Promise<Project | undefined> {
    const { ownProjects } = this.#service
    return ownProjects?.find(SHOP_NAME) ?? demoProject(this.#service)
  }

  /** The project for a caller's next order; undefined if the caller has ordered too much. */
  async ofOrder(ip: string): Promise<Project | undefined> {
    const { ownProjects } = this.#service
    if (ownProjects === undefined) return this.find()
    if (!this.#count(ipNetwork(ip))) return undefined
    // Simultaneous orders share one preparation, because a second reset would delete the first
    // order.
    this.#preparing ??= this.#prepared(ownProjects).finally(() => (this.#preparing = undefined))
    return this.#preparing
  }

  /** Counts an order of a network; false above the limit. */
  #count(network: string): boolean {
    const now = realNow()
    const known = this.#ordered.get(network)
    const isRecent = known !== undefined && now - known.since < HOUR_MS
    const { count, since } = isRecent ? known : { count: 0, since: now }
    if (count >= ORDERS_PER_HOUR) return false
    this.#ordered.set(network, { count: count + 1, since })
    return true
  }

  /** Deletes old orders once there are many, and sets the merchant's name. */
  async #prepared(ownProjects: OwnProjects): Promise<Project> {
    const project = await ownProjects.findOrCreate(SHOP_NAME)
    const { settings, storedRows } = await this.#service.read(project, datasetById)
    const isFull = storedRows > this.#rowsMax
    if (settings.merchantName === SHOP_NAME && !isFull) return project
    if (isFull) await this.#service.reset(project)
    const current = (await this.find()) ?? project
    await this.#service.execute(current, 'changeSettings', {
      settings: { merchantName: SHOP_NAME },
    })
    return current
  }
}
