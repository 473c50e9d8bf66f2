// The help of a command, as the terminal shows it. On narrow pages, each explanation moves below
// its term, and long lines wrap: the style sheet changes the parts, and the text stays the same.

import { html, type Html } from '../../../web/html/html.ts'

/** An argument, option or command, and its explanation after at least two spaces. */
const TERM = /^( {2,}\S(?:.*?\S)?)( {2,}\S.*)$/
/** The next line of an explanation. */
const CONTINUED = /^ {6,}\S/

export const isHelpText = (code: string): boolean => code.startsWith('Usage: sandcard')

export function helpText(code: string): Html {
  const lines = code.split(/(?<=\n)/)
  const parts: Html[] = []
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const rest = (belongs: RegExp): string => {
      let text = ''
      while (belongs.test(lines[0] ?? '')) text += lines.shift() ?? ''
      return text
    }
    const [, term = ''] = TERM.exec(line.trimEnd()) ?? []
    if (term !== '')
      parts.push(
        html`${term}<span class="help-explanation"
            >${line.slice(term.length)}${rest(CONTINUED)}</span
          >`,
      )
    else if (/^\S/.test(line))
      parts.push(html`<span class="help-line">${line}${rest(/^\S/)}</span>`)
    else if (line.trim() === '') parts.push(html`${line}`)
    else parts.push(html`<span class="help-example">${line}</span>`)
  }
  return html`<span class="help">${parts}</span>`
}
