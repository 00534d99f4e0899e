import type { WorkflowVersion } from '@millrace/client'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { fullTimeText } from '../ui/date-time-text.ts'
import { relativeTime } from '../ui/relative-time.ts'
import { Badge } from '../ui/small-parts.tsx'

interface VersionListProps {
  readonly versions: readonly WorkflowVersion[]
  readonly chosen: number | undefined
  readonly onChoose: (version: WorkflowVersion) => void
  readonly onMore: (() => void) | undefined
}

/** The versions, newest first. */
export function VersionList({ versions, chosen, onChoose, onMore }: VersionListProps) {
  const t = useText()
  const now = Date.now()
  return (
    <ol className="mr-versions__list mr-scroll" aria-label={t.versions.list}>
      {versions.map((version, at) => (
        <li key={version.revision}>
          <button
            type="button"
            className="mr-version"
            aria-pressed={chosen === version.revision}
            onClick={() => onChoose(version)}
          >
            <span className="mr-version__dot" aria-hidden="true" />
            <span className="mr-version__name">
              {t.versions.version(version.revision)}
              {at === 0 && <Badge tone="accent">{t.versions.current}</Badge>}
            </span>
            <span className="mr-version__when" data-tip={fullTimeText(version.savedAt, t)}>
              {relativeTime(version.savedAt, now, t)} {t.versions.by(version.savedBy)}
            </span>
          </button>
        </li>
      ))}
      {onMore !== undefined && (
        <li className="mr-versions__more">
          <Button small look="ghost" onClick={onMore}>
            {t.versions.more}
          </Button>
        </li>
      )}
    </ol>
  )
}
