// The MCP tools: most map to one control API operation; some combine several calls.

import { clientOf } from '../../client/client.ts'
import { type ControlApi, controlApiRoutes } from '../../client/operations.ts'
import { PAYMENT_TOOLS } from './payment-tools.ts'
import { described } from '../operation-fields.ts'
import { inputOf } from './schemas.ts'
import type { Tool } from './tool.ts'

type OperationName = keyof ControlApi

type OperationCall = (request: object) => Promise<object>

/** A tool that maps to an operation: its texts, its schema and its response. */
function operationTool(
  name: string,
  operation: OperationName,
  effect: Tool['effect'] = 'reads',
): Tool {
  const entry = described(operation)
  return {
    name,
    title: entry.summary,
    description: `${entry.summary}. ${entry.description}`,
    schema: inputOf(entry),
    effect,
    // The service validates the request.
    call: async (request, { connection: { url }, key }) => {
      const headers = { 'x-api-key': key }
      const calls = clientOf<Record<OperationName, OperationCall>>(controlApiRoutes, {
        url,
        headers,
      })
      return calls[operation](request)
    },
  }
}

export const TOOLS: readonly Tool[] = [
  ...PAYMENT_TOOLS,
  operationTool('get_project', 'getProject'),
  operationTool('update_settings', 'updateProject', 'changes'),
  operationTool('reset_project', 'resetProject', 'deletes'),
  operationTool('issue_card', 'issueCard', 'changes'),
  operationTool('list_cards', 'listCards'),
  operationTool('show_card', 'showCard'),
  operationTool('list_card_transactions', 'listCardTransactions'),
  operationTool('simulate_authorisation', 'simulateAuthorisation', 'changes'),
  operationTool('increment_authorisation', 'incrementAuthorisation', 'changes'),
  operationTool('clear_authorisation', 'clearAuthorisation', 'changes'),
  operationTool('reverse_authorisation', 'reverseAuthorisation', 'changes'),
  operationTool('refund_authorisation', 'refundAuthorisation', 'changes'),
  operationTool('list_authorisations', 'listAuthorisations'),
  operationTool('list_orders', 'listOrders'),
  operationTool('show_order', 'showOrder'),
  operationTool('get_clock', 'getClock'),
  operationTool('move_clock', 'moveClock', 'changes'),
  operationTool('list_requests', 'listRequests'),
  operationTool('get_request', 'getRequest'),
  operationTool('list_callbacks', 'listCallbacks'),
  operationTool('verify_callback', 'verifyCallback'),
  operationTool('wait_for', 'expect'),
  operationTool('list_test_cards', 'listTestCards'),
  operationTool('list_action_codes', 'listActionCodes'),
  operationTool('list_outcome_rules', 'listOutcomeRules'),
  operationTool('add_outcome_rule', 'addOutcomeRule', 'changes'),
  operationTool('delete_outcome_rule', 'deleteOutcomeRule', 'deletes'),
  operationTool('get_faults', 'getFaults'),
  operationTool('set_faults', 'setFaults', 'changes'),
  operationTool('create_snapshot', 'createSnapshot', 'changes'),
  operationTool('list_snapshots', 'listSnapshots'),
  operationTool('restore_snapshot', 'restoreSnapshot', 'deletes'),
  operationTool('get_ledger', 'getLedger'),
]
