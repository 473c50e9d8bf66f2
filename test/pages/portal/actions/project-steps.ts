// Every form of a project's pages, used once, in both modes: the page, the form, the input, and the
// expected text.

import type { Step } from '../../../kit/browser-steps.ts'

// prettier-ignore
export const PROJECT_STEPS: readonly Step[] = [
  // Watch
  { go: '{base}/callbacks/settings', form: '#callback-settings', wrong: { 'Callback URL': 'ftp://shop.example' }, type: { 'Callback URL': '{receiver}', Method: 'POST' }, press: 'Save settings', shows: 'Saved' },
  // Only pages without JavaScript have this button; with JavaScript, the preview follows the input.
  { who: 'developer', go: '{base}/callbacks/settings', form: '#callback-settings', wrong: { 'Callback URL': 'ftp://shop.example' }, type: { 'Callback URL': '{receiver}/preview', Method: 'GET' }, press: 'Preview', shows: /GET\s+http\S+\/preview/ },
  { go: '{base}/callbacks/test', form: '#test-send', wrong: { Order: 'no such order' }, type: { Order: 'told', Event: 'deposited – failure' }, press: 'Send test callback', shows: /Sending test callback|Test (not )?delivered/ },
  { go: '{base}/callbacks/{failed}', form: '#resend', press: 'Resend callback', shows: /Sending again|Callback (not )?delivered/ },
  { go: '{base}/callbacks', press: 'Export CSV', file: /^callbacks.*\.csv$/ },
  { go: '{base}/callbacks', form: '#list-filter', type: { 'Order number': 'told' }, press: 'Apply filters', shows: /Order number: told/ },
  { go: '{base}/callbacks', form: '#resend-chosen', press: 'Resend selected', shows: 'Select the callbacks to resend.' },
  { go: '{base}/callbacks/resend', form: '#resend-failed', press: 'Resend failed callbacks', shows: /Sending 1 again/ },
  { go: '{base}/callbacks/verifier', form: '#verifier', wrong: { Received: 'hello' }, type: { Received: 'mdOrder=1&orderNumber=2&operation=deposited&status=1&checksum=AB' }, press: 'Verify', shows: 'How it is signed, step by step' },
  { go: '{base}/activity', press: 'Export CSV', file: /^activity.*\.csv$/ },
  { go: '{base}/activity', form: '#list-filter', wrong: { 'HTTP status': 'abc' }, type: { Operation: 'getCard' }, press: 'Apply filters', shows: /Operation: getCard/ },
  { go: '{base}/activity', form: '#compare', press: 'Compare two selected', shows: /Select two requests/ },
  { go: '{base}/activity/{request}', form: '#again', wrong: { 'GET to': 'nowhere' }, type: { 'GET to': '/v2/cards/2' }, press: 'Send again', shows: /GET \/v2\/cards\/2/ },
  // Orders
  { go: '{base}/orders/{unpaid}', form: '#pay', type: { 'Test card': '•••• 3333 – approves' }, press: 'Pay with this card', shows: /^Paid: / },
  { go: '{base}/orders/{unpaid}', form: '#comment', type: { Comment: 'Paid by hand' }, press: 'Save comment', shows: 'Paid by hand' },
  { go: '{base}/orders/{unpaid}', form: '#labels', wrong: { Labels: '"' }, type: { Labels: 'checkout' }, press: 'Save labels', shows: 'checkout' },
  { go: '{base}/orders/{withdrawn}', form: '#decline', press: 'Withdraw order', shows: 'Withdrawn' },
  { go: '{base}/orders/{held}', form: '#capture', wrong: { 'Amount to capture': '1000000.00' }, type: { 'Amount to capture': '15.00' }, press: 'Capture', shows: 'Captured' },
  { form: '#refund', wrong: { 'Amount to refund': 'much' }, type: { 'Amount to refund': '5.00' }, press: 'Refund', shows: 'Refunded' },
  { go: '{base}/orders/{reversed}', form: '#reverse', press: 'Reverse', shows: 'Reversed' },
  { go: '{base}/orders', press: 'Export CSV', file: /^orders.*\.csv$/ },
  { go: '{base}/orders', form: '#list-filter', wrong: { 'Card ending in': '12' }, type: { 'Card ending in': '3333' }, press: 'Apply filters', shows: /Card ending in: 3333/ },
  { form: '.lookup', type: { 'Search orders, cards and people': 'told' }, shows: 'Search' },
  // Cards
  { go: '{base}/cards', form: '#issue', wrong: { 'First name': 'Ann', 'Last name': 'Doe', Phone: '12' }, type: { 'First name': 'Ann', 'Last name': 'Doe', Phone: '+35799000001' }, press: 'Issue card', shows: 'Card issued', keeps: ['card', /\/cards\/(\d+)$/] },
  { form: '#topup', wrong: { Amount: 'much' }, type: { Amount: '100.00' }, press: 'Top up', shows: 'Topped up' },
  { form: '#transfer', wrong: { 'Id of the other card': '1', Amount: '5.00' }, type: { 'Id of the other card': '{other}', Amount: '5.00' }, press: 'Transfer', shows: 'Transferred' },
  { form: '#limit', wrong: { 'New limit': 'little' }, type: { Limit: 'Spending per day', 'New limit': '50.00' }, press: 'Set limit', shows: 'Limit changed' },
  { form: '#pin', wrong: { PIN: '12' }, type: { PIN: '1234' }, press: 'Set PIN', shows: 'PIN set' },
  { form: '#resetPin', press: 'Reset counter', shows: 'PIN counter reset' },
  { form: '#block', press: 'Block card', shows: 'Blocked' },
  { form: '#unblock', press: 'Unblock card', shows: 'Unblocked' },
  { form: '#fail', type: { Result: '208 The card is lost or stolen' }, press: 'Make next payment fail', shows: 'The next payment with this card will fail' },
  { form: '#pay', type: { 'Amount of the order': '7.00', Stages: 'Two stages: held now, captured later' }, press: 'Pay', shows: /Declined by the issuer/ },
  { go: '{base}/cards/{card}', press: 'Export CSV', file: /^history\.csv$/ },
  { go: '{base}/cards/{card}', form: '#number', press: 'Show number and CVC', shows: 'Hide the number' },
  { form: '#reissue', press: 'Reissue card', shows: 'Reissued with a new number' },
  { form: '#lost', press: 'Report lost', shows: 'Reported lost' },
  { go: '{base}/cards/{bound}', form: 'form[action$="/bindings"]', press: 'Deactivate the binding of anna@shop', shows: 'Binding deactivated' },
  { form: 'form[action$="/bindings"]', press: 'Activate the binding of anna@shop', shows: 'Binding activated' },
  { form: '#stolen', press: 'Report stolen', shows: 'Reported stolen' },
  { go: '{base}/cards', form: '#list-filter', wrong: { 'Card ending in': '12' }, type: { 'Name on the card': 'doe' }, press: 'Apply filters', shows: /Name on the card: doe/ },
  { go: '{base}/cards', press: 'Export CSV', file: /^cards.*\.csv$/ },
  { go: '{base}/cardholders', form: '#list-filter', type: { 'Name, phone or customer number': 'doe' }, press: 'Apply filters', shows: /customer number: doe/ },
  { go: '{base}/cardholders', press: 'Export CSV', file: /^cardholders.*\.csv$/ },
  { go: '{base}/ledger/merchant-978', form: '#list-filter', type: { Kind: 'refund' }, press: 'Apply filters', shows: /Kind: refund/ },
  { go: '{base}/cards/import', press: 'Example file', file: /^cards\.csv$/ },
  { go: '{base}/cards/import', form: '#import', wrong: { Rows: 'name' }, type: { Rows: 'first_name,last_name,phone_number\nCarl,Roe,+35799000003' }, press: 'Preview', shows: 'Preview: 1 card' },
  { form: '#import', press: 'Import 1 card', shows: 'Imported 1 card' },
  // Cardholders and the ledger
  { go: '{base}/cardholders/import', press: 'Example file', file: /^cardholders\.csv$/ },
  { go: '{base}/cardholders/import', form: '#import', wrong: { Rows: 'first_name' }, type: { Rows: 'first_name,last_name,phone_number\nDora,Roe,+35799000004' }, press: 'Preview', shows: 'Preview: 1 cardholder' },
  { form: '#import', press: 'Import 1 cardholder', shows: 'Imported 1 cardholder' },
  { go: '{base}/cardholders', form: '#register', wrong: { 'First name': 'Ben', 'Last name': 'Roe', Phone: '12', Country: 'CY', 'Postal code': '3000' }, type: { 'First name': 'Ben', 'Last name': 'Roe', Phone: '+35799000002', Country: 'CY', 'Postal code': '3000' }, press: 'Register cardholder', shows: 'Customer number (A)', keeps: ['cardholder', /\/cardholders\/(\d+)$/] },
  { form: '#edit', wrong: { Country: 'xx' }, type: { Country: 'CY', City: 'Limassol' }, press: 'Save cardholder', shows: 'Saved' },
  { form: '#issue', wrong: { 'Initial balance': 'much' }, type: { 'Initial balance': '5.00' }, press: 'Issue card', shows: 'Card issued' },
  { go: '{base}/ledger/merchant-978', press: 'Export CSV', file: /\.csv$/ },
  { go: '{base}/ledger', press: 'Export CSV', file: /^ledger.*\.csv$/ },
  // Try
  { go: '{base}/try', form: '#try', type: { Amount: '11.00' }, press: 'Open the payment page', shows: /Pay 11\.00/, opensTab: true },
  { go: '{base}/try', form: '#try', type: { Amount: '12.00', '3-D Secure': 'Without' }, press: 'Open in this tab', shows: /Pay 12\.00/ },
  { go: '{base}/try', form: '#try', wrong: { Amount: 'much' }, type: { Amount: '13.00', '3-D Secure': 'Without', Stages: 'Two stages: held now, captured later' }, press: 'Pay without the page', shows: /^Approved: 13\.00/ },
  // Simulate
  { go: '{base}/simulate', form: '#terminal', wrong: { Amount: 'much' }, type: { Kind: 'Credit', Amount: '100.00' }, press: 'Authorise payment', shows: 'Approved' },
  { form: '#terminal', type: { Kind: 'Purchase', Amount: '20.00' }, press: 'Authorise payment', shows: /hold expires/i },
  { form: '#increment', type: { Amount: '1.00' }, press: 'Increase hold', shows: 'Hold increased.' },
  { form: '#advice', type: { Amount: '15.00' }, press: 'Replace hold', shows: 'Hold replaced.' },
  { form: '#clear', type: { Amount: '10.00', 'Rest of the hold': 'Keep it for further clearings' }, press: 'Clear authorisation', shows: 'Cleared.' },
  { form: '#refund', type: { Amount: '2.00' }, press: 'Refund card', shows: 'Refunded.' },
  { form: '#reverse', type: { Amount: '1.00' }, press: 'Reverse authorisation', shows: 'Reversed.' },
  { form: '#expire', press: 'Expire hold', shows: 'Hold expired.' },
  { go: '{base}/simulate', form: 'form[action$="/scenarios/tip"]', press: 'Run tip', shows: 'Approved' },
  { go: '{base}/simulate/rates', form: '#rates', wrong: { Markup: 'much' }, type: { Markup: '1.5', Rates: 'USD 1.25' }, press: 'Save rates', shows: 'Rates saved' },
  { go: '{base}/authorisations', form: '#list-filter', wrong: { 'Category (MCC)': '12' }, type: { 'Category (MCC)': '5812' }, press: 'Apply filters', shows: /Category \(MCC\): 5812/ },
  { go: '{base}/authorisations', press: 'Export CSV', file: /^authorisations.*\.csv$/ },
  // Rules
  { go: '{base}/rules', form: '#rule', wrong: { 'Card ends in': '12a' }, type: { 'Card ends in': '0001', 'Pays at least': '10.00' }, press: 'Add rule', shows: /When the card ends in 0001/ },
  { form: '#rule', type: { 'Card ends in': '0002', 'Number of payments': 'every payment' }, press: 'Add rule', shows: /When the card ends in 0002/ },
  { go: '{base}/rules', press: 'Export CSV', file: /^rules\.csv$/ },
  { go: '{base}/rules', form: 'form[action$="/rules/change"]:has([value="up"])', press: 'Move up rule 2', shows: 'Saved' },
  { go: '{base}/rules', form: 'form[action$="/rules/change"]:has([value="down"])', press: 'Move down rule 1', shows: 'Saved' },
  { go: '{base}/rules', form: 'form[action$="/rules/change"]', press: 'Turn off rule 1', shows: 'Saved' },
  { go: '{base}/rules', form: 'form[action$="/rules/change"]', press: 'Turn on rule 1', shows: 'Saved' },
  { go: '{base}/rules', form: 'form[action$="/rules/change"]', press: 'Delete rule 1', shows: 'Saved' },
  // Faults
  { go: '{base}/faults?kind=drop', form: '#fault', wrong: { Probability: '101' }, type: { Probability: '50', 'Number of calls': '1' }, press: 'Add fault', shows: 'Fault added' },
  { go: '{base}/faults', form: '.fault-presets form', press: 'Lose the response to the next register.do', shows: 'Fault added' },
  { go: '{base}/faults', press: 'Export CSV', file: /^faults\.csv$/ },
  { go: '{base}/faults', form: 'form[action$="/faults/delete"]', press: 'Delete fault 1', shows: 'Fault deleted' },
  { go: '{base}/faults', form: 'form[action$="/faults/end"]', press: 'End all faults', shows: 'All faults have ended' },
  { go: '{base}/snapshots', form: '#take', wrong: { Name: 'a/b' }, type: { Name: 'before' }, press: 'Take snapshot', shows: 'Snapshot taken' },
  { go: '{base}/snapshots', press: 'Export CSV', file: /^snapshots\.csv$/ },
  { isLocal: true, go: '{base}/snapshots', press: 'Download before', file: /^before\.sandcard-snapshot$/ },
  { isHosted: true, go: '{base}/snapshots', form: '#download', wrong: { Passphrase: 'short' }, type: { Passphrase: 'correct horse' }, press: 'Download snapshot', file: /^before\.sandcard-snapshot$/ },
  { go: '{base}/snapshots', form: '#upload', press: 'Upload snapshot', shows: 'Select a file.' },
  { go: '{base}/snapshots', press: 'Restore… before', shows: 'Restore before' },
  { form: '#restore-form-0', press: 'Restore snapshot', shows: 'Snapshot restored' },
  { go: '{base}/snapshots', press: 'Copy… before', shows: 'Copy before' },
  { form: '#copy-form-0', type: { 'Name of the new project': 'copied' }, press: 'Create project', shows: 'copied' },
  { go: '{base}/snapshots', press: 'Delete… before', shows: 'Delete before' },
  { form: '#delete-form-0', press: 'Delete snapshot', shows: 'Snapshot deleted' },
  // Learn
  { isScripted: true, go: '{base}/test-cards', form: 'form.search', type: { 'Find a card': '4444 5555' }, shows: '1 found' },
  { go: '{base}/test-cards', form: 'form[action$="/test-cards/pay"]', press: /^Pay with it/, shows: /Pay 20\.00/ },
  { isScripted: true, go: '{base}/docs', form: 'form.find', type: { 'Search operations, parameters and texts': 'refund' }, shows: /\d+ operations/i },
  { isScripted: true, go: '{base}/action-codes', form: 'form.search', type: { 'Find a code': 'cryptographic' }, shows: '1 found' },
  { go: '{base}/docs/c/register', form: '#send', type: { 'amount required': '3100' }, press: 'Send', shows: 'Response' },
  // Project
  { go: '{base}/keys', form: '#show-keys', press: 'Show all', shows: 'Hide all' },
  { go: '{base}/keys', form: 'form[action$="/keys/show"]:has([value="C.token"])', press: 'Show the token of interface C', shows: /^[a-z2-7]{8}-[a-z2-7]{32}$/ },
  { go: '{base}/keys?rotate=callback', form: '#rotate-callback', press: 'Rotate callback key', shows: 'New callback key created' },
  { form: 'form[action$="/keys/callback/end"]', press: /^Delete /, shows: / deleted/ },
  { go: '{base}/keys?rotate=A', form: '#rotate-A', type: { 'Keep the old password for': '1 hour' }, press: 'Rotate password of interface A', shows: 'New password of interface A created' },
  { go: '{base}/keys?rotate=B', form: '#rotate-B', press: 'Rotate API key', shows: 'New API key created' },
  { go: '{base}/keys?rotate=C', form: '#rotate-C', press: 'Rotate password and token of interface C', shows: 'New password and token of interface C created' },
  { go: '{base}/keys?rotate=callbacks', form: '#rotate-callbacks', press: 'Rotate callback signing key', shows: 'New callback signing key created' },
  { go: '{base}/keys?rotate=pin', form: '#rotate-pin', type: { 'Accept the old key for': 'Replace immediately' }, press: 'Rotate PIN encryption key', shows: 'New PIN encryption key created' },
  { go: '{base}/keys', press: 'Download PEM of the callback signing key', file: /\.pem$/ },
  { press: 'Download PEM of the PIN encryption key', file: /\.pem$/ },
  { go: '{base}/settings', form: '#settings', wrong: { 'Terminal id': '1' }, type: { 'Merchant name': 'Corner shop', 'Terminal id': '87654321', 'Order currencies': '978, 840', 'Reverse captured payments on the same day': 'Yes' }, press: 'Save settings', shows: 'Saved' },
  { go: '{base}/settings', form: '#name', wrong: { Name: ' ' }, type: { Name: '{name}' }, press: 'Rename project', shows: 'Renamed' },
  { go: '{base}/settings', form: '#look', wrong: { 'Button colour': '#ffcc00' }, type: { 'Button colour': '#0c5a61' }, press: 'Save appearance', shows: 'Saved' },
  { press: 'Export all data', file: /\.json$/ },
  // Webhooks
  { go: '{base}/callbacks/webhooks', form: '#webhook', wrong: { URL: 'abc' }, type: { URL: '{receiver}', Events: 'topup.declined' }, press: 'Add webhook', shows: 'Secret of the webhook' },
  { go: '{base}/callbacks/webhooks', press: 'Export CSV', file: /^webhooks\.csv$/ },
  { go: '{base}/callbacks/webhooks/{webhook}', press: 'Export CSV', file: /^\d+\.csv$/ },
  { go: '{base}/callbacks/webhooks/{webhook}', form: '#test', press: 'Send test event', shows: 'Test event sent' },
  { press: /^Resend webhook\.test/, shows: 'Delivery queued again' },
  { form: '#rotate', press: 'Rotate secret', shows: 'Secret of the webhook' },
  { go: '{base}/callbacks/webhooks/{webhook}', form: '#delete', press: 'Delete webhook', shows: 'Webhook deleted' },
  // Real-time decisions
  { go: '{base}/authorisations/decisions', press: 'Export CSV', file: /^decisions\.csv$/ },
  { go: '{base}/authorisations/decisions', form: '#server', wrong: { URL: 'abc' }, type: { URL: '{receiver}' }, press: 'Save server', shows: 'Your server now decides' },
  { go: '{base}/authorisations/decisions', form: '#delete', press: 'Delete server', shows: 'Each card’s status, balance and limits now decide its payments' },
  // Receivers
  { go: '{base}/callbacks/receivers', press: 'Export CSV', file: /^receivers\.csv$/ },
  { go: '{base}/callbacks/receivers', form: '#receiver', wrong: { 'Response statuses': 'abc' }, type: { 'Response statuses': '500, 200' }, press: 'Create receiver', shows: 'Receiver created' },
  { form: '#answers', wrong: { 'Response statuses': '99' }, type: { 'Response statuses': '503, 200' }, press: 'Change responses', shows: 'Responses changed' },
  { press: 'Export CSV', file: /^rcv_\w+\.csv$/ },
  { form: '#use', press: 'Use as callback URL', shows: 'Callbacks go to this receiver' },
  { form: '#delete', press: 'Delete receiver', shows: 'Receiver deleted' },
  { go: '{base}/callbacks/settings', form: '#callback-settings', press: 'Use a built-in receiver', shows: 'Callbacks go to this receiver' },
  // The clock comes last, because advancing it ends pending work.
  { go: '{base}/clock', form: '#clock-advance', press: 'Freeze the clock', shows: 'Unfreeze the clock' },
  { go: '{base}/clock', form: '#clock-set', type: { Time: '2076-01-31T12:00Z' }, press: 'Preview', shows: /Until 2076-01-31 12:00:00 UTC/ },
  { go: '{base}/clock', form: '#clock-advance', press: '20 minutes', shows: /^Done: / },
  { go: '{base}/clock', form: '#clock-advance', press: '6 hours', shows: /^Done: / },
  { go: '{base}/clock', form: '#clock-advance', press: '1 day', shows: /^Done: / },
  { go: '{base}/clock', form: '#clock-advance', press: '1 week', shows: /^Done: / },
  { go: '{base}/clock', form: '#clock-advance', press: '1 month', shows: /^Done: / },
  { form: '#clock-advance', press: 'Unfreeze the clock', shows: 'Freeze the clock' },
  { form: '#clock-set', wrong: { Time: 'tomorrow' }, type: { Time: '2077-01-31T12:00Z' }, press: 'Set the clock', shows: /2077-01-31 12:00/ },
]

/** Deleting the project, which only its owner can do. */
// prettier-ignore
export const LAST_STEPS: readonly Step[] = [
  { go: '{base}/settings', form: '#reset', wrong: { 'Enter “{name}” to confirm': 'another' }, type: { 'Enter “{name}” to confirm': '{name}' }, press: 'Reset the project', shows: 'Project reset' },
  { go: '{base}', form: '.sample-data', press: 'Fill with sample data', shows: /Added 8 cardholders, 8 cards/ },
  { go: '{base}/settings', form: '#delete', wrong: { 'Enter “{name}” to confirm': 'another' }, type: { 'Enter “{name}” to confirm': '{name}' }, press: 'Delete the project', shows: 'Create project' },
]

/** Pages outside the projects, for all users. */
// prettier-ignore
export const PUBLIC_STEPS: readonly Step[] = [
  { isScripted: true, go: '/test-cards', form: 'form.search', type: { 'Find a card': '4444 5555' }, shows: '1 found' },
  { isScripted: true, go: '/docs', form: 'form.find', type: { 'Search operations, parameters and texts': 'refund' }, shows: /\d+ operations/ },
  { go: '/docs/c/register', form: '#send', type: { 'amount required': '3100' }, press: 'Send', shows: 'Response' },
]

/** Actions open to all users in local mode, where the demo project is shared. */
// prettier-ignore
export const LOCAL_STEPS: readonly Step[] = [
  { go: '/', form: 'form[action="/shop/order"]', press: 'Try a payment', shows: 'Card number' },
  { go: '/test-cards', form: 'form[action$="/test-cards/pay"]', press: /^Pay with it/, shows: 'Card number' },
  { go: '/p', form: '#new-project', wrong: { 'Name of a new project': ' ' }, type: { 'Name of a new project': 'Corner shop' }, press: 'Create project', shows: /Nothing has happened in this project yet/, keeps: ['project', /^\/p\/(\w+)$/] },
]
