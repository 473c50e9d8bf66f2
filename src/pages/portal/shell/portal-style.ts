// The style sheet of the portal, joined from several files.

import { asset } from '../../../web/html/asset.ts'

export const portalStyle = asset('portal', 'css', [
  'portal-bar.css',
  'portal-live.css',
  'portal-heads.css',
  'portal-lists.css',
  'portal-rows.css',
  'portal-filters.css',
  'portal-timeline.css',
  'portal-forms.css',
  'portal-cards.css',
  'portal-callbacks.css',
  'portal-activity.css',
  'portal-rules.css',
  'portal-faults.css',
  'portal-keys.css',
  'portal-clock.css',
  'portal-snapshots.css',
  'portal-try.css',
  'portal-simulate.css',
  'portal-start.css',
  'portal-search.css',
  'portal-projects.css',
])
