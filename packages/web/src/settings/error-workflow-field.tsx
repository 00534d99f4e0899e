import { useCallback, useState } from 'react'
import { LEAN } from '../api/lean.ts'
import { wholePage } from '../api/pages.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { projectForNew, projectsWithRole } from '../projects/project-roles.ts'
import { useProjects } from '../projects/use-projects.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { WhenLoaded } from './part-frame.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

const MAX_WORKFLOWS = 100
const NONE = ''

/** The workflow that runs when one of a project fails that names no other. */
export function ErrorWorkflowField() {
  const { client } = usePage()
  const projects = useProjects(client)
  const own = projectsWithRole(projects?.list ?? [], 'admin')
  const [chosen, setChosen] = useState<string>()
  const project = projectForNew(own, chosen, 'admin')
  return (
    <>
      {projects && project !== undefined && own.length > 1 && (
        <projects.parts.ProjectField list={own} value={project} onChange={setChosen} />
      )}
      <OfProject key={project} project={project} />
    </>
  )
}

/** Without a project, for an instance that has only one. */
function OfProject({ project }: { readonly project: string | undefined }) {
  const text = useText().notifications
  const { client } = usePage()
  const load = useCallback(async () => {
    const sorted = { limit: MAX_WORKFLOWS, sort: 'name', order: 'asc', project, ...LEAN } as const
    const [{ workflow }, { items }] = await Promise.all([
      client.getErrorWorkflow({ project }),
      wholePage(client.listWorkflows, sorted),
    ])
    const options = items.map(({ id, name }) => ({ value: id, label: name }))
    // One that is not among the first is shown by its id.
    const isListed = workflow === null || options.some(({ value }) => value === workflow)
    return { workflow, options: isListed ? options : [...options, { value: workflow, label: workflow }] }
  }, [client, project])
  const [loaded, reload] = useLoaded(load)
  const report = useReport(reload)
  const save = (value: string) =>
    client
      .updateErrorWorkflow({ project, body: { workflow: value === NONE ? null : value } })
      .then(() => text.errorWorkflowSaved)
  return (
    <WhenLoaded loaded={loaded} onRetry={reload}>
      {({ workflow, options }) => (
        <Field label={text.errorWorkflow} hint={text.errorWorkflowHint}>
          {(ids) => (
            <Select
              ids={ids}
              value={workflow ?? NONE}
              options={[{ value: NONE, label: text.noErrorWorkflow }, ...options]}
              onChange={(value) => report(save(value))}
            />
          )}
        </Field>
      )}
    </WhenLoaded>
  )
}
