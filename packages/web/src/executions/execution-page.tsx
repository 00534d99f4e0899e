import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { goTo, hrefOf } from '../navigation/router.ts'
import { Icon } from '../ui/icon.tsx'
import { PipelineViewer } from '../viewer/pipeline-viewer.tsx'
import { RunLinks } from './run-links.tsx'

const linkTo = (id: string) => hrefOf(`/executions/${id}`)

/** One execution in the viewer. */
export function ExecutionPage({ params }: PageProps) {
  const t = useText()
  const { client, caller } = usePage()
  return (
    <PipelineViewer
      client={client}
      caller={caller}
      pipelineId={params.id ?? ''}
      linkTo={linkTo}
      actions={(detail, mayRun) => <RunLinks {...{ detail, mayRun }} />}
      onRerun={(id) => goTo(`/executions/${id}`)}
      before={
        <a
          className="mr-button mr-button--ghost mr-button--icon"
          href={hrefOf('/executions')}
          aria-label={t.execution.back}
          data-tip={t.execution.back}
        >
          <Icon name="mdi:arrow-left" size={18} />
        </a>
      }
    />
  )
}
