// The merchant's logo and colour on the payment page.

/** Decoded size. The logo is part of the project's row, which every commit writes. */
export const LOGO_BYTES_MAX = 8 * 1024
/** Length of the Base64 text of the largest logo. */
export const LOGO_LENGTH_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4

/** Raster images by their first bytes. SVG is refused, because it can contain scripts. */
const SIGNATURES = [
  { contentType: 'image/png', start: '89504e470d0a1a0a' },
  { contentType: 'image/jpeg', start: 'ffd8ff' },
  { contentType: 'image/webp', start: '52494646', afterLength: '57454250' },
] as const

interface Logo {
  readonly contentType: (typeof SIGNATURES)[number]['contentType']
  readonly bytes: Buffer
}

/** The image in a Base64 text; undefined if it is too large or of another type. */
export function logoOf(base64: string): Logo | undefined {
  if (base64.length > LOGO_LENGTH_MAX) return undefined
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64 || bytes.length > LOGO_BYTES_MAX) return undefined
  const head = bytes.subarray(0, 12).toString('hex')
  const found = SIGNATURES.find(
    (signature) =>
      head.startsWith(signature.start) &&
      (!('afterLength' in signature) || head.endsWith(signature.afterLength)),
  )
  return found && { contentType: found.contentType, bytes }
}

/** WCAG AA contrast for text, because the button label is white. */
const CONTRAST_MIN = 4.5

/** Whether white text is legible on a colour, `#rrggbb`. */
export function isLegibleUnderWhite(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(colour.slice(start, start + 2), 16) / 255),
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= CONTRAST_MIN
}

const linear = (part: number): number =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
