// The name of a project, as a group of the settings.

import { renameProject } from '../../../api/control/projects/projects.ts'
import { panel } from '../../../web/html/components.ts'
import type { Html } from '../../../web/html/html.ts'
import { form, type Mistakes } from '../parts/form-view.ts'
import { PROJECT_NAME_LENGTH, projectNameMistake } from '../shell/access.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf } from '../shell/page.ts'
import type { ActionRoute, PageContext } from '../shell/screen.ts'

export const NAME_LABEL = 'Name'

export function nameForm(
  context: PageContext,
  refused?: { readonly typed: string; readonly mistakes: Mistakes },
): Html {
  const { base, project } = context
  return panel({
    title: 'Project',
    content: form(
      {
        id: 'name',
        isState: true,
        action: `${base}/settings/name`,
        explanation: 'Shown in the portal and in emails. Its id and credentials do not change.',
        fields: [
          {
            kind: 'text',
            name: 'name',
            label: NAME_LABEL,
            value: refused?.typed ?? project.name,
            maxLength: PROJECT_NAME_LENGTH,
          },
        ],
        button: 'Rename project',
        look: 'quiet',
        call: callOf(renameProject, { body: { name: project.name } }),
        ...(refused && { mistakes: refused.mistakes }),
      },
      callOptions(context),
    ),
  })
}

/** `refuse` renders the page with an error at the field. */
export const saveName = (
  refuse: (
    context: PageContext,
    typed: string,
    mistakes: Mistakes,
  ) => ReturnType<ActionRoute['act']>,
): ActionRoute =>
  action(
    renameProject,
    { path: '/settings/name', operation: 'renameFromPage' },
    async (perform, context) => {
      const typed = (context.form.get('name') ?? '').trim()
      const mistake = projectNameMistake(typed)
      if (mistake !== undefined)
        return refuse(context, typed.slice(0, PROJECT_NAME_LENGTH), { name: mistake })
      const { name } = await perform({ body: { name: typed } })
      return { location: '/settings?did=renamed', noted: { name } }
    },
  )
