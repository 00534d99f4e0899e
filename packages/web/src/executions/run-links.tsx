/** Links from an execution to its workflow, and the retry from its failed step. */
import type { PipelineDetail } from '@millrace/model'
import { useState } from 'react'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { editorRunPath, executionPath } from '../navigation/links.ts'
import { usePage } from '../navigation/page-context.tsx'
import { goTo, hrefOf } from '../navigation/router.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { useReport } from '../ui/report.ts'
import { retryExecution, retryItems, retryStepOf } from './retry.ts'

export function RunLinks({ detail, mayRun }: { detail: PipelineDetail; mayRun: boolean }) {
  const t = useText()
  const { client } = usePage()
  const { workflow_id } = detail
  return (
    <>
      {mayRun && <RetryButton client={client} detail={detail} />}
      {workflow_id !== '' && (
        <>
          <a className="mr-button" href={hrefOf(editorRunPath(workflow_id, detail.id))} data-tip={t.runs.openInEditor}>
            <Icon name="mdi:pencil-outline" size={16} />
            {t.runs.openInEditorShort}
          </a>
          <a
            className="mr-button mr-button--ghost mr-button--icon"
            href={hrefOf(`/workflows/${encodeURIComponent(workflow_id)}`)}
            aria-label={t.runs.openWorkflow}
            data-tip={t.runs.openWorkflow}
          >
            <Icon name="mdi:sitemap-outline" size={18} />
          </a>
        </>
      )}
    </>
  )
}

function RetryButton({ client, detail }: { client: Client; detail: PipelineDetail }) {
  const t = useText()
  const report = useReport()
  const { openMenu } = useOverlays()
  const [isBusy, setBusy] = useState(false)
  const step = retryStepOf(detail)
  if (step === undefined) return null
  const retry = (version: 'original' | 'latest') => {
    setBusy(true)
    retryExecution(client, detail.id, version)
      .then(
        (id) => goTo(executionPath(id)),
        (error: unknown) => report(error, 'executeWorkflow'),
      )
      .finally(() => setBusy(false))
  }
  return (
    <Button
      icon="mdi:debug-step-over"
      disabled={isBusy}
      aria-haspopup="menu"
      data-tip={t.runs.retryFrom(step.label)}
      onClick={(event) => {
        const items = retryItems(t, detail.workflow_id !== '', retry)
        openMenu({ at: event.currentTarget, label: t.runs.retry, items })
      }}
    >
      {t.runs.retry}
      <Icon name="mdi:chevron-down" size={14} />
    </Button>
  )
}
