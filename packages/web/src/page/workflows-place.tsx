import type { Workflow } from '@millrace/model'
import { useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { createWorkflow, listWorkflows } from '../api/workflow-api.ts'
import { t } from '../i18n/strings.ts'
import { Button } from '../ui/button.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { usePage } from './page-context.tsx'
import { goTo, hrefOf } from './router.ts'

/** A plain list of workflows. The home with search, templates and run status takes its place in the table. */
export function WorkflowsPlace() {
  const { client } = usePage()
  const { toast } = useOverlays()
  const [workflows, setWorkflows] = useState<Workflow[]>()
  useEffect(() => {
    listWorkflows(client).then(setWorkflows, (error: unknown) =>
      toast({ tone: 'error', text: asApiError(error).message }),
    )
  }, [client, toast])
  const create = () => {
    createWorkflow(client, { name: t.page.untitled }).then(
      ({ id }) => goTo(`/workflows/${id}`),
      (error: unknown) => toast({ tone: 'error', text: asApiError(error).message }),
    )
  }
  const button = (
    <Button look="primary" icon="mdi:plus" onClick={create}>
      {t.page.newWorkflow}
    </Button>
  )
  return (
    <div className="mr-list-place mr-scroll">
      <div className="mr-row">
        <h1 className="mr-grow">{t.page.workflows}</h1>
        {button}
      </div>
      {workflows === undefined && <Spinner />}
      {workflows?.length === 0 && (
        <EmptyState icon="mdi:sitemap-outline" title={t.page.noWorkflows} actions={button}>
          {t.page.noWorkflowsText}
        </EmptyState>
      )}
      <ul role="list" className="mr-list">
        {workflows?.map((workflow) => (
          <li key={workflow.id}>
            <a className="mr-list__item" href={hrefOf(`/workflows/${workflow.id}`)}>
              <strong className="mr-clip">{workflow.name}</strong>
              <span className="mr-muted mr-clip">{workflow.description}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
