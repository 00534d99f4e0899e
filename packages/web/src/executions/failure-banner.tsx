/** Names the node at which a run failed, above the other panels; a click selects it. */
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { failedStepOf } from '../viewer/failed-step.ts'
import type { PipelineState } from '../viewer/pipeline-state.ts'
import type { ViewedNode } from '../viewer/viewed-nodes.ts'

interface FailureBannerProps {
  readonly pipeline: PipelineState
  readonly nodes: readonly ViewedNode[]
  /** The banner is hidden while the failed node is selected: its error is visible there. */
  readonly selected: string | undefined
  readonly onSelect: (node: string) => void
}

export function FailureBanner({ pipeline: { detail }, nodes, selected, onSelect }: FailureBannerProps) {
  const t = useText()
  const job = detail.status === 'failed' ? failedStepOf(detail.jobs) : undefined
  const node = nodes.find(({ id }) => id === job?.node_id)
  if (job === undefined || node === undefined || node.id === selected) return null
  return (
    <button type="button" className="mr-run__failed" onClick={() => onSelect(node.id)}>
      <Icon name="mdi:alert-circle" size={15} />
      <span className="mr-run__failed-text">
        <strong>{t.execution.failedAt(node.title)}</strong>
      </span>
      <Icon name="mdi:chevron-right" size={15} />
    </button>
  )
}
