/** The one style sheet of all pages: cached for ever under its content's name, about as big as an icon. */
import { asset } from './asset.ts'
import { base } from './styles/base.ts'
import { components } from './styles/components.ts'
import { frame } from './styles/frame.ts'
import { start } from './styles/start.ts'
import { tokens } from './styles/tokens.ts'

export const stylesheet = asset(
  'sandcard',
  'css',
  [tokens, base, components, frame, start].join(''),
)
