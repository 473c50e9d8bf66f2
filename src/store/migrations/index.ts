// The numbered migrations. A released migration is never edited: append a new one.
//
// To add a migration:
// 1. Create a file with the next number that returns the statements of both dialects, list it
//    below, and update `src/store/tables.ts`, which describes the tables of the write path.
// 2. PostgreSQL alters a table in place. SQLite adds, renames and drops columns; for other changes
//    use `rebuild.ts`.
//    Only add to what the last release uses, because it runs at the same time as this version
//    during an upgrade. A later release may remove what that one no longer uses;
//    `test/store/migrations.test.ts` checks it.
// 3. `test/store/closed-lists.test.ts` compares a check that lists values with the list in code.
// 4. A table of projects has `project_id` in every key. On PostgreSQL its references are added by a
//    later `alter table`, because Citus distributes the table when it is created.
// 5. `npm run schema` regenerates the dumps. `test/upgrade` opens the recorded databases of 0.1.0,
//    of 0.2.0 and of a version between them. Each has rows in every table of its version.

import type { Dialect } from '../store.ts'
import { issuing } from './0001-issuing.ts'
import { gateway } from './0002-gateway.ts'
import { callbackKey } from './0003-callback-key.ts'
import { bindingOwner } from './0004-binding-owner.ts'
import { fieldWords } from './0005-field-words.ts'
import { balanceRange } from './0006-balance-range.ts'
import { currentNumber } from './0007-current-number.ts'
import { externalId } from './0008-external-id.ts'
import { credentialRotation } from './0009-credential-rotation.ts'
import { lists } from './0010-lists.ts'
import { callbackStates } from './0011-callback-states.ts'
import { users } from './0012-users.ts'
import { storedRows } from './0013-stored-rows.ts'
import { sessionsAndAddresses } from './0014-sessions-and-addresses.ts'
import { failingCallbacks } from './0015-failing-callbacks.ts'
import { orderFilters } from './0016-order-filters.ts'
import { credentialUses } from './0017-credential-uses.ts'
import { orderSearch } from './0018-order-search.ts'
import { unpaidOrders } from './0019-unpaid-orders.ts'
import { snapshots } from './0020-snapshots.ts'
import { faults } from './0021-faults.ts'
import { authorisations } from './0022-authorisations.ts'
import { requestLog } from './0023-request-log.ts'
import { webhooks } from './0024-webhooks.ts'
import { receivers } from './0025-receivers.ts'
import { decisions } from './0026-decisions.ts'
import { realTimeDecisions } from './0027-real-time-decisions.ts'
import { callbackAlerts } from './0028-callback-alerts.ts'
import { decisionSubjects } from './0029-decision-subjects.ts'
import { heldBackEvents } from './0030-held-back-events.ts'
import { retention } from './0031-retention.ts'
import { orderLabels } from './0032-order-labels.ts'
import { inboxStates } from './0033-inbox-states.ts'
import { orderTrigrams } from './0034-order-trigrams.ts'

export interface Migration {
  readonly name: string
  readonly statements: (dialect: Dialect) => readonly string[]
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-issuing', statements: issuing },
  { name: '0002-gateway', statements: gateway },
  { name: '0003-callback-key', statements: callbackKey },
  { name: '0004-binding-owner', statements: bindingOwner },
  { name: '0005-field-words', statements: fieldWords },
  { name: '0006-balance-range', statements: balanceRange },
  { name: '0007-current-number', statements: currentNumber },
  { name: '0008-external-id', statements: externalId },
  { name: '0009-credential-rotation', statements: credentialRotation },
  { name: '0010-lists', statements: lists },
  { name: '0011-callback-states', statements: callbackStates },
  { name: '0012-users', statements: users },
  { name: '0013-stored-rows', statements: storedRows },
  { name: '0014-sessions-and-addresses', statements: sessionsAndAddresses },
  { name: '0015-failing-callbacks', statements: failingCallbacks },
  { name: '0016-order-filters', statements: orderFilters },
  { name: '0017-credential-uses', statements: credentialUses },
  { name: '0018-order-search', statements: orderSearch },
  { name: '0019-unpaid-orders', statements: unpaidOrders },
  { name: '0020-snapshots', statements: snapshots },
  { name: '0021-faults', statements: faults },
  { name: '0022-authorisations', statements: authorisations },
  { name: '0023-request-log', statements: requestLog },
  { name: '0024-webhooks', statements: webhooks },
  { name: '0025-receivers', statements: receivers },
  { name: '0026-decisions', statements: decisions },
  { name: '0027-real-time-decisions', statements: realTimeDecisions },
  { name: '0028-callback-alerts', statements: callbackAlerts },
  { name: '0029-decision-subjects', statements: decisionSubjects },
  { name: '0030-held-back-events', statements: heldBackEvents },
  { name: '0031-retention', statements: retention },
  { name: '0032-order-labels', statements: orderLabels },
  { name: '0033-inbox-states', statements: inboxStates },
  { name: '0034-order-trigrams', statements: orderTrigrams },
]
