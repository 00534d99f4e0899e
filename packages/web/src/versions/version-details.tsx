import type { WorkflowVersion } from '@millrace/client'
import { summaryOf } from '../editor/change-text.ts'
import { isSame } from '../graph/graph-difference.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/small-parts.tsx'
import { DifferenceList } from './difference-list.tsx'
import { COMPARISONS, type Compared, type Comparison } from './use-comparison.ts'

interface VersionDetailsProps {
  readonly version: WorkflowVersion
  readonly compared: Compared
  readonly comparison: Comparison
  readonly onComparison: (comparison: Comparison) => void
  readonly canRestore: boolean
  readonly onRestore: () => void
  readonly onShow: (node: string) => void
}

/** The changes of a version, or the changes since; with a restore button. */
export function VersionDetails(props: VersionDetailsProps) {
  const t = useText()
  const { version, compared, comparison, canRestore } = props
  return (
    <section className="mr-versions__details" aria-label={t.versions.version(version.revision)}>
      <div className="mr-versions__bar">
        <fieldset className="mr-versions__choice" aria-label={t.versions.compare}>
          {COMPARISONS.map((one) => (
            <button key={one} type="button" aria-pressed={comparison === one} onClick={() => props.onComparison(one)}>
              {t.versions.comparisons[one]}
            </button>
          ))}
        </fieldset>
        {canRestore && (
          <Button small icon="mdi:backup-restore" onClick={props.onRestore}>
            {t.versions.restore}
          </Button>
        )}
      </div>
      <div className="mr-versions__diff mr-scroll">
        <Content compared={compared} onShow={props.onShow} />
      </div>
    </section>
  )
}

function Content({ compared, onShow }: { compared: Compared; onShow: (node: string) => void }) {
  const t = useText()
  if (compared === undefined) return <Spinner label={t.versions.loading} />
  if ('failure' in compared) return <p className="mr-muted">{compared.failure}</p>
  const { diff, graph } = compared.difference
  if (isSame(diff)) {
    return (
      <p className="mr-muted">
        {t.versions.same}. {t.versions.sameText}
      </p>
    )
  }
  return (
    <>
      <p className="mr-versions__summary">{summaryOf(diff, t)}</p>
      <DifferenceList diff={diff} graph={graph} onShow={onShow} />
    </>
  )
}
