import type { WorkflowSummary } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'

const TRIGGER_ICONS = { webhook: 'mdi:webhook', schedule: 'mdi:calendar-clock', tool: 'mdi:toolbox' } as const

/** What starts a workflow, whether it is active, and whether its newest version is live. */
export function StateBadges({ workflow }: { readonly workflow: WorkflowSummary }) {
  const t = useText()
  const { active, has_unpublished_changes, published_revision, triggers } = workflow
  return (
    <>
      {triggers.map((kind) => (
        <span
          key={kind}
          className="mr-home__trigger"
          data-inactive={!active || published_revision === null}
          data-tip={t.home.triggers[kind]}
          role="img"
          aria-label={t.home.triggers[kind]}
        >
          <Icon name={TRIGGER_ICONS[kind]} />
        </span>
      ))}
      {!active && (
        <span className="mr-badge" data-tip={t.home.inactiveTip}>
          {t.home.inactive}
        </span>
      )}
      {has_unpublished_changes && (
        <span className="mr-badge mr-badge--warning" data-tip={t.home.unpublishedTip}>
          {published_revision === null ? t.home.neverPublished : t.home.unpublished}
        </span>
      )}
    </>
  )
}
