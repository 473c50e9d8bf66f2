/** The style sheet of all pages, cached permanently by its content hash. */
import { asset } from './asset.ts'

export const stylesheet = asset('sandcard', 'css', [
  'reset.css',
  'tokens.css',
  'base.css',
  'tables.css',
  'components.css',
  'panels.css',
  'charts.css',
  'forms.css',
  'frame.css',
  'start.css',
  'test-cards.css',
  'guides.css',
  'reference.css',
  'reference-call.css',
  'shop.css',
  'checkout.css',
  'checkout-test-cards.css',
  'acs.css',
  'print.css',
])
