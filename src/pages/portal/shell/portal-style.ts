// The style sheet of the portal: its files, one for each kind of thing on a page.

import { asset } from '../../../web/html/asset.ts'

export const portalStyle = asset('portal', 'css', [
  'portal-bar.css',
  'portal-live.css',
  'portal-lists.css',
  'portal-timeline.css',
  'portal-forms.css',
  'portal-cards.css',
  'portal-callbacks.css',
  'portal-try.css',
  'portal-start.css',
])
