// The merchant's logo and colour on the payment page, as a group of the settings.

import { type getProject, updateProject } from '../../../api/control/projects/projects.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { panel } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { isLegibleUnderWhite, LOGO_LENGTH_MAX, logoOf } from '../../../payments/merchant-look.ts'
import { type Field, form, type Mistakes } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf } from '../shell/page.ts'
import type { ActionRoute, Onward, PageContext, View } from '../shell/screen.ts'

/** The text that a browser copies: the content type before the image. */
const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,/

const FILE_MISTAKE = 'Select a PNG, JPEG or WebP image of up to 8,192 bytes.'
const LOGO_MISTAKE = 'Enter the Base64 text of a PNG, JPEG or WebP image of up to 8,192 bytes.'
const COLOUR_MISTAKE = 'Enter a colour such as #0c5a61, dark enough for white text (4.5:1).'

interface TypedLook {
  readonly merchantLogo: string
  readonly merchantColour: string
}

export const LOOK_LABELS = {
  logoFile: 'Logo',
  merchantLogo: 'Logo as text',
  merchantColour: 'Button colour',
} as const

export function paymentLook(
  context: PageContext,
  { merchantLogo, merchantColour }: Pick<AnswerOf<typeof getProject>['settings'], keyof TypedLook>,
  mistaken?: { readonly typed: TypedLook; readonly mistakes: Mistakes },
): Html {
  const shown = mistaken?.typed ?? {
    merchantLogo: merchantLogo ?? '',
    merchantColour: merchantColour ?? '',
  }
  const options = callOptions(context)
  return panel({
    title: 'Payment page',
    content: html`${preview(merchantLogo)}
    ${form(
      {
        id: 'look',
        isState: true,
        action: `${context.base}/settings/look`,
        explanation: 'Your logo and colour on the payment page. Empty fields restore the default.',
        fields: [
          {
            kind: 'text',
            name: 'merchantColour',
            label: LOOK_LABELS.merchantColour,
            value: shown.merchantColour,
            maxLength: 7,
            optional: true,
            hint: 'A dark colour such as #5b2a86: its contrast with white text must be at least 4.5:1.',
          },
          // Viewers see the picture instead of its Base64 text.
          ...(options.mayAct ? logoFields(shown.merchantLogo) : []),
        ],
        button: 'Save appearance',
        look: 'quiet',
        call: callOf(updateProject, { body: { merchantColour: '#0c5a61' } }),
        ...(mistaken && { mistakes: mistaken.mistakes }),
      },
      options,
    )}`,
  })
}

const logoFields = (merchantLogo: string): readonly Field[] => [
  {
    kind: 'file',
    name: 'logoFile',
    label: LOOK_LABELS.logoFile,
    accept: 'image/png,image/jpeg,image/webp',
    hint: 'A PNG, JPEG or WebP image of up to 8,192 bytes.',
  },
  {
    kind: 'area',
    name: 'merchantLogo',
    label: LOOK_LABELS.merchantLogo,
    value: merchantLogo,
    maxLength: LOGO_LENGTH_MAX + 40,
    optional: true,
    hint: 'The same image as Base64 text or as a data URL. A selected file replaces it.',
  },
]

/** The saved logo on white, as on the payment page. */
function preview(merchantLogo: string | null): Html | undefined {
  const logo = logoOf(merchantLogo ?? '')
  if (logo === undefined) return undefined
  const source = `data:${logo.contentType};base64,${merchantLogo}`
  return html`<p class="logo-preview"><img src="${source}" alt="Your logo" /></p>`
}

/** `refused` renders the settings page with the errors. */
export const saveLook = (
  refused: (
    context: PageContext,
    typed: TypedLook,
    mistakes: Mistakes,
  ) => Promise<View | Onward | undefined>,
): ActionRoute =>
  action(
    updateProject,
    { path: '/settings/look', operation: 'saveLook' },
    async (perform, context) => {
      const typedIn = (name: keyof TypedLook) => (context.form.get(name) ?? '').trim()
      const typed = {
        merchantLogo: typedIn('merchantLogo').replace(DATA_URL, '').replaceAll(/\s/g, ''),
        merchantColour: typedIn('merchantColour').toLowerCase(),
      }
      // Browsers send an empty file if none is selected.
      const file = context.form.get('logoFile') ?? ''
      const logo = file === '' ? typed.merchantLogo : file
      const mistakes = mistakesOf(typed, file)
      if (Object.keys(mistakes).length > 0) return refused(context, typed, mistakes)
      await perform({
        body: {
          merchantLogo: logo === '' ? null : logo,
          merchantColour: typed.merchantColour === '' ? null : typed.merchantColour,
        },
      })
      return { location: '/settings?did=saved' }
    },
  )

function mistakesOf({ merchantLogo, merchantColour }: TypedLook, file: string): Mistakes {
  const isColour = /^#[0-9a-f]{6}$/.test(merchantColour) && isLegibleUnderWhite(merchantColour)
  const isRefused = (logo: string): boolean => logo !== '' && logoOf(logo) === undefined
  return {
    ...(isRefused(file) && { logoFile: FILE_MISTAKE }),
    ...(file === '' && isRefused(merchantLogo) && { merchantLogo: LOGO_MISTAKE }),
    ...(merchantColour !== '' && !isColour && { merchantColour: COLOUR_MISTAKE }),
  }
}
