/** The home page: all workflows with the status of their last run, or templates if there are no workflows. */

import type { WorkflowSummary } from '@millrace/model'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { HomeHead } from './home-head.tsx'
import { HomeList } from './home-list.tsx'
import { homeQueryOf, isFiltered } from './home-query.ts'
import { rowMenu } from './row-menu.ts'
import { TemplateGallery } from './template-gallery.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { type Loaded, useHome, useTags } from './use-home.ts'
import { type HomeActions, useHomeActions } from './use-home-actions.ts'

type OpenDialog = 'templates' | { readonly remove: WorkflowSummary }

export function HomePage({ query: given }: PageProps) {
  const t = useText()
  const { client, caller } = usePage()
  const { openMenu } = useOverlays()
  const query = homeQueryOf(given)
  const { loaded, runs, reload } = useHome(client, query)
  const work = useHomeActions(client, reload)
  const [dialog, setDialog] = useState<OpenDialog>()
  const { permissions } = caller
  const mayWrite = permissions.includes('write')
  const drop = useFileDrop(mayWrite ? work.importFiles : undefined)
  const page = loaded !== undefined && 'page' in loaded ? loaded.page : undefined
  const tags = useTags(client, page)
  const isEmpty = page?.total === 0 && !isFiltered(query)
  const { loadCatalogue } = work
  const hasRows = page !== undefined && page.workflows.length > 0
  useEffect(() => {
    if (hasRows) loadCatalogue()
  }, [hasRows, loadCatalogue])
  const openTemplates = () => {
    loadCatalogue()
    setDialog('templates')
  }
  return (
    <div className="mr-list-place mr-home mr-scroll" {...drop.handlers}>
      <HomeHead
        total={page?.total}
        mayWrite={mayWrite}
        work={work}
        // Offered once it is known that the page does not show them itself.
        onTemplates={page === undefined || isEmpty ? undefined : openTemplates}
      />
      {page === undefined && <Waiting loaded={loaded} onRetry={reload} />}
      {isEmpty && mayWrite && <Welcome work={work} />}
      {isEmpty && !mayWrite && <EmptyState icon="mdi:sitemap-outline" title={t.home.welcomeReader} />}
      {page !== undefined && !isEmpty && (
        <HomeList
          query={query}
          page={page}
          runs={runs}
          catalogue={work.catalogue}
          tags={tags}
          onMenu={(workflow, at) => {
            const items = rowMenu({ workflow, work, permissions, onDelete: () => setDialog({ remove: workflow }) }, t)
            openMenu({ at, label: t.home.more(workflow.name), items })
          }}
        />
      )}
      {drop.isOver && <div className="mr-home__drop">{t.home.dropHere}</div>}
      {dialog !== undefined && <Dialogs open={dialog} work={work} onClose={() => setDialog(undefined)} />}
    </div>
  )
}

function Waiting({ loaded, onRetry }: { loaded: Loaded; onRetry: () => void }) {
  const t = useText()
  if (loaded === undefined || !('failure' in loaded)) {
    return (
      <div className="mr-home__centre">
        <Spinner />
      </div>
    )
  }
  return (
    <EmptyState
      icon="mdi:lan-disconnect"
      title={t.home.failed}
      actions={<Button onClick={onRetry}>{t.ui.retry}</Button>}
    >
      {loaded.failure}
    </EmptyState>
  )
}

function Gallery({ work }: { work: HomeActions }) {
  return <TemplateGallery catalogue={work.catalogue} busy={work.busy} onChoose={work.fromTemplate} />
}

function Welcome({ work }: { work: HomeActions }) {
  const t = useText()
  const { loadCatalogue } = work
  useEffect(loadCatalogue, [loadCatalogue])
  return (
    <section className="mr-home__welcome" aria-label={t.home.templates}>
      <h2>{t.home.welcome}</h2>
      <p className="mr-muted">{t.home.welcomeText}</p>
      <Gallery work={work} />
    </section>
  )
}

function Dialogs({ open, work, onClose }: { open: OpenDialog; work: HomeActions; onClose: () => void }) {
  const t = useText()
  if (open === 'templates') {
    return (
      <Dialog title={t.home.templates} wide onClose={onClose}>
        <Gallery work={work} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={t.home.deleteTitle}
      action={t.home.delete}
      icon="mdi:trash-can-outline"
      onClose={onClose}
      onConfirm={() => work.remove(open.remove)}
    >
      {t.home.deleteText(open.remove.name)}
    </ConfirmDialog>
  )
}
