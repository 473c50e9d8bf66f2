// The steps of a story with one simulated card: it remembers the last authorisation and the last
// refund, so that the next step can name them.

import type { Body, Decision, SimulatedCard } from './simulated-card.ts'

export class SimulatedStory {
  readonly at: SimulatedCard
  #authorisation = ''
  #refund = ''

  constructor(at: SimulatedCard) {
    this.at = at
  }

  /** Makes a step: `authorise`, the name of a leg, or a path. `other` is not remembered. */
  async make(step: string, body: Body): Promise<Decision> {
    const { at } = this
    if (step === 'other') return at.authorise(body)
    if (step === 'authorise') return this.#kept(await at.authorise(body))
    if (step === 'force-posts' || step === 'refunds')
      return this.#kept(await at.post(step, { cardId: at.card.id, ...body }))
    if (step === 'linked-refund')
      return this.#kept(await at.post('refunds', { authorisationId: this.#authorisation, ...body }))
    if (step === 'reverse-refund') return at.post(`refunds/${this.#refund}/reverse`)
    const made = await at.leg(this.#authorisation, step, step === 'expire' ? undefined : body)
    if (step === 'refund') this.#refund = made.leg.id
    return made
  }

  #kept(made: Decision): Decision {
    this.#authorisation = made.authorisation.id
    this.#refund = made.id
    return made
  }
}
