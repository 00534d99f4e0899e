/**
 * The versions of a workflow: a list, the changes of each version, and restoring one. It does not draw on a canvas: the
 * difference is passed to `onPreview`, and cleared when the panel closes.
 */

import { ApiError, type WorkflowVersion } from '@millrace/client'
import type { Graph, Workflow } from '@millrace/model'
import { useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { LEAN } from '../api/lean.ts'
import type { ShowPreview } from '../editor/preview-overlay.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { type Comparison, useComparison } from './use-comparison.ts'
import { useVersions } from './use-versions.ts'
import { VersionDetails } from './version-details.tsx'
import { VersionList } from './version-list.tsx'

export interface VersionsPanelProps {
  readonly client: Client
  /** Undefined if the workflow was never saved. */
  readonly workflowId: string | undefined
  /** The revision in the editor; a change reloads the list. */
  readonly revision: number | undefined
  /** The current document of the editor. */
  readonly current: Graph
  readonly isDirty: boolean
  readonly canRestore: boolean
  /** Shows a difference instead of the document; undefined shows the document again. */
  readonly onPreview: ShowPreview
  /** Scrolls a node into view. */
  readonly onShow: (node: string) => void
  readonly onRestored: (workflow: Workflow) => void
  readonly onClose: () => void
}

export function VersionsPanel(props: VersionsPanelProps) {
  const t = useText()
  const { workflowId, onClose } = props
  return (
    <aside className="mr-versions" aria-label={t.versions.title}>
      <div className="mr-versions__head">
        <h2 className="mr-grow">{t.versions.title}</h2>
        <IconButton small icon="mdi:close" label={t.versions.close} onClick={onClose} />
      </div>
      {workflowId === undefined ? (
        <EmptyState icon="mdi:history" title={t.versions.unsaved}>
          {t.versions.unsavedText}
        </EmptyState>
      ) : (
        <Saved {...props} workflowId={workflowId} />
      )}
    </aside>
  )
}

function Saved(props: VersionsPanelProps & { readonly workflowId: string }) {
  const t = useText()
  const { client, workflowId, revision, onPreview } = props
  const { loaded, more, reload } = useVersions(client, workflowId, revision)
  const [chosen, setChosen] = useState<WorkflowVersion>()
  const [comparison, setComparison] = useState<Comparison>('before')
  const { toast } = useOverlays()
  const [isAsking, setAsking] = useState(false)
  const compared = useComparison({
    client,
    workflowId,
    chosen,
    comparison,
    versions: loaded?.versions ?? [],
    current: props.current,
  })
  const difference = compared !== undefined && 'difference' in compared ? compared.difference : undefined
  useEffect(() => {
    onPreview(difference, () => setChosen(undefined))
  }, [difference, onPreview])
  useEffect(() => () => onPreview(undefined), [onPreview])
  /** Rejects with `STALE_VERSION` if another user saved after the revision in the editor. */
  const restored = async (wanted: number) => {
    const options = revision === undefined ? {} : { headers: { 'If-Match': `"${revision}"` } }
    const { data } = await client.restoreWorkflowVersion({ id: workflowId, revision: String(wanted), ...LEAN }, options)
    return data
  }
  const restore = async (version: WorkflowVersion) => {
    try {
      const workflow = await restored(version.revision)
      setChosen(undefined)
      toast({ tone: 'success', text: t.versions.restored(version.revision) })
      props.onRestored(workflow)
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'STALE_VERSION'
      toast({ tone: 'error', text: isStale ? t.versions.stale : asApiError(error).message })
    }
    reload()
  }
  if (loaded === undefined) {
    return (
      <div className="mr-versions__wait">
        <Spinner />
      </div>
    )
  }
  if (loaded.failure !== undefined) {
    return (
      <EmptyState title={t.versions.failed} actions={<Button onClick={reload}>{t.ui.retry}</Button>}>
        {loaded.failure}
      </EmptyState>
    )
  }
  return (
    <>
      <VersionList
        versions={loaded.versions}
        chosen={chosen?.revision}
        onChoose={(version) => setChosen(chosen?.revision === version.revision ? undefined : version)}
        onMore={loaded.versions.length < loaded.total ? more : undefined}
      />
      {chosen !== undefined && (
        <VersionDetails
          version={chosen}
          compared={compared}
          comparison={comparison}
          onComparison={setComparison}
          canRestore={props.canRestore && (chosen.revision !== loaded.versions[0]?.revision || props.isDirty)}
          onRestore={() => setAsking(true)}
          onShow={props.onShow}
        />
      )}
      {isAsking && chosen !== undefined && (
        <ConfirmDialog
          title={t.versions.restoreTitle(chosen.revision)}
          action={t.versions.restore}
          icon="mdi:backup-restore"
          isHarmless={!props.isDirty}
          onClose={() => setAsking(false)}
          onConfirm={() => void restore(chosen)}
        >
          {t.versions.restoreText} {props.isDirty && t.versions.restoreLoses}
        </ConfirmDialog>
      )}
    </>
  )
}
