// A call of the gateway as a command for a shell.

import type { ProjectSecrets } from '../../projects/project.ts'

export const codedForm = (form: Readonly<Record<string, string>>): string =>
  new URLSearchParams(form).toString()

/** With the credentials of a project that anybody on the machine may see. */
export function curlCommand(
  {
    operation,
    form,
  }: { readonly operation: string; readonly form: Readonly<Record<string, string>> },
  {
    secrets,
    baseUrl,
  }: { readonly secrets: Pick<ProjectSecrets, 'interfaceC'>; readonly baseUrl: string },
): string {
  const { userName, password } = secrets.interfaceC
  const fields = Object.entries({ userName, password, ...form })
  return [
    `curl -sS "${baseUrl}/payment/rest/${operation}.do"`,
    ...fields.map(([name, value]) =>
      /^[\w.-]*$/.test(value)
        ? `-d ${name}=${value}`
        : `--data-urlencode ${quoted(`${name}=${value}`)}`,
    ),
  ].join(' \\\n  ')
}

/** In single quotes, in which a shell reads nothing but their end. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
