// Loaded for the first request that is neither an API call nor a payer's page. The account pages
// have the portal's style sheet, so their scripts are here too.

import { autoPostScript } from '../web/html/auto-post.ts'
import { serveAssets } from '../web/http/responses/assets.ts'
import type { Interface } from '../web/http/plugin.ts'
import { acsScript } from './acs/page.ts'
import { checkoutScript } from './checkout/page.ts'

export { portal } from './portal/plugin.ts'
export { shop } from './shop/plugin.ts'

export const scriptsOfPayers: Interface = (app) =>
  serveAssets(app, [checkoutScript, autoPostScript, acsScript])
