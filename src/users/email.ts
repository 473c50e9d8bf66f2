// An email with at most one button, as plain text and as HTML. The HTML loads nothing and needs no
// style sheet, because email clients remove both. The link is also shown as text, so that it can be
// copied and checked.

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Logged instead of the email if no mail server is configured. */
  readonly link: string
}

interface Message {
  readonly to: string
  readonly subject: string
  /** Paragraphs above the button. */
  readonly text: readonly string[]
  /** Label of the button; without it, the link is only for the log of the service. */
  readonly button?: string
  readonly link: string
  /** A paragraph under the link. */
  readonly note?: string
}

export const email = (message: Message): Email => ({
  to: message.to,
  subject: message.subject,
  link: message.link,
  text: textOf(message),
  html: htmlOf(message),
})

const FOOTER = 'Sandcard, a sandbox for card issuing and card payments. No real money moves.'

const textOf = ({ text, button, link, note }: Message): string =>
  [
    ...text,
    ...(button === undefined ? [] : [`${button}:\n${link}`]),
    ...(note === undefined ? [] : [note]),
    `--\n${FOOTER}`,
  ].join('\n\n') + '\n'

/** The portal's fonts and colours, with dark mode for clients that support it. */
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#0c5a61;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none'
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#131210!important}.card{background:#1b1a17!important;border-color:#302d28!important}
.ink{color:#f1eee8!important}.muted{color:#a8a194!important}.link{color:#5fc4c0!important}
.button{background:#5fc4c0!important;color:#06201f!important}}`

/** Long URLs break after a slash or a parameter rather than within a word. */
const shownUrl = (link: string): string =>
  link
    .split(/(?<=[^/][/?&])(?!\/)/)
    .map(escaped)
    .join('<wbr>')

function htmlOf({ subject, text, button, link, note }: Message): string {
  const url = escaped(link)
  const paragraph = (content: string, look = 'ink', style = 'color:#1d1b18') =>
    `<p class="${look}" style="margin:0 0 16px;${style};overflow-wrap:anywhere">${content}</p>`
  const muted = 'color:#665f54;font-size:14px;line-height:20px'
  const press =
    button === undefined
      ? ''
      : `<p style="margin:24px 0"><a class="button" href="${url}" style="${BUTTON}">${escaped(button)}</a></p>
${paragraph(`Or copy this link: <a class="link" href="${url}" style="color:#0c5a61">${shownUrl(link)}</a>`, 'muted', muted)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#faf8f5">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf8f5">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${FONT};font-size:16px;line-height:24px">
<tr><td class="ink" style="padding:0 4px 16px;color:#1d1b18;font-weight:600">sandcard</td></tr>
<tr><td class="card" style="padding:32px 32px 16px;background:#ffffff;border:1px solid #e7e2d9;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;color:#1d1b18;font-size:22px;line-height:28px">${escaped(subject)}</h1>
${text.map((each) => paragraph(escaped(each))).join('\n')}
${press}
${note === undefined ? '' : paragraph(escaped(note), 'muted', muted)}
</td></tr>
<tr><td class="muted" style="padding:16px 4px;color:#665f54;font-size:13px;line-height:20px">${FOOTER}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
