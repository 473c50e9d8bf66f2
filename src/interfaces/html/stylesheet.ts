/** The one style sheet of all pages: cached for ever under its content's name, about as big as an icon. */
import { asset } from './asset.ts'
import { acs } from './styles/acs.ts'
import { base } from './styles/base.ts'
import { checkout } from './styles/checkout.ts'
import { components } from './styles/components.ts'
import { forms } from './styles/forms.ts'
import { frame } from './styles/frame.ts'
import { start } from './styles/start.ts'
import { tokens } from './styles/tokens.ts'

const parts = [tokens, base, components, forms, frame, start, checkout, acs]

export const stylesheet = asset('sandcard', 'css', parts.join(''))
