/**
 * The style sheet of all pages, cached forever by its content hash. Later files override earlier
 * ones.
 */
import { asset } from './asset.ts'

export const stylesheet = asset('sandcard', 'css', [
  'tokens.css',
  'base.css',
  'components.css',
  'forms.css',
  'frame.css',
  'start.css',
  'test-cards.css',
  'guides.css',
  'reference.css',
  'shop.css',
  'checkout.css',
  'acs.css',
])
