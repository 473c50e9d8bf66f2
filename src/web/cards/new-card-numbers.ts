// Candidates for the number of a new card: random numbers under the project's BIN, encrypted and
// hashed, so that the decision never sees one in clear text.

import { randomInt } from 'node:crypto'
import { issuePan, maskPan } from '../../issuing/pan.ts'
import { isReserved } from '../../payments/methods/test-card.ts'
import type { Project } from '../../engine/directory.ts'
import type { CandidateNumber } from '../../issuing/card-number.ts'

/** With a billion possible numbers, it is practically impossible that three are all taken. */
const CANDIDATE_COUNT = 3
const NINE_DIGITS = 1_000_000_000

/** Numbers to try, in order; none is reserved. For a project with a seed, they are drawn later. */
export const candidatesFor = (project: Project): CandidateNumber[] =>
  project.secrets.stream !== undefined
    ? []
    : Array.from({ length: CANDIDATE_COUNT }, () =>
        candidate(project, freePan(project.secrets.product.bin)),
      )

function freePan(bin: string): string {
  for (;;) {
    const pan = issuePan(bin, String(randomInt(NINE_DIGITS)).padStart(9, '0'))
    if (!isReserved(pan)) return pan
  }
}

const candidate = ({ vault }: Project, pan: string): CandidateNumber => ({
  hash: vault.numberHash(pan),
  sealed: vault.seal(pan),
  mask: maskPan(pan),
})
