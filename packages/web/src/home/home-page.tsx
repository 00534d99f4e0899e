/** The home page: all workflows with the status of their last run, or templates if there are no workflows. */

import type { WorkflowSummary } from '@millrace/model'
import { useEffect, useState } from 'react'
import { callerIn } from '../api/may-in.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { goTo } from '../navigation/router.ts'
import { projectForNew } from '../projects/project-roles.ts'
import { type Projects, useProjects } from '../projects/use-projects.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { HomeHead } from './home-head.tsx'
import { HomeList } from './home-list.tsx'
import { homePath, homeQueryOf, isFiltered } from './home-query.ts'
import { LazyGallery } from './lazy-gallery.tsx'
import { rowMenu } from './row-menu.ts'
import { useFileDrop } from './use-file-drop.ts'
import { type Loaded, useHome, useTags } from './use-home.ts'
import { type HomeActions, useHomeActions } from './use-home-actions.ts'

type OpenDialog = 'templates' | { readonly remove: WorkflowSummary } | { readonly move: WorkflowSummary }

export function HomePage({ query: given }: PageProps) {
  const t = useText()
  const { client, caller } = usePage()
  const { openMenu } = useOverlays()
  const query = homeQueryOf(given)
  const { loaded, runs, reload } = useHome(client, query)
  const projects = useProjects(client)
  const target = projects === undefined ? query.project : projectForNew(projects.list, query.project, 'editor')
  const work = useHomeActions(client, reload, target)
  const [dialog, setDialog] = useState<OpenDialog>()
  const mayWrite = caller.permissions.includes('write') && (projects === undefined || target !== undefined)
  const drop = useFileDrop(mayWrite ? work.importFiles : undefined)
  const page = loaded !== undefined && 'page' in loaded ? loaded.page : undefined
  const tags = useTags(client, query.project, page)
  // A project of the address that the caller does not see is a filter without matches.
  const isNamedOnly = projects === undefined && query.project !== undefined
  const isEmpty = page?.total === 0 && !isFiltered(query) && !isNamedOnly
  const { loadCatalogue } = work
  const hasRows = page !== undefined && page.workflows.length > 0
  useEffect(() => {
    if (hasRows) loadCatalogue()
  }, [hasRows, loadCatalogue])
  const choose = (project: string | undefined) => goTo(homePath({ ...query, project, page: 1 }), { replace: true })
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
        switcher={
          projects && <projects.parts.ProjectSwitcher list={projects.list} chosen={query.project} onChange={choose} />
        }
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
          projects={projects}
          onMenu={(workflow, at) => {
            const { permissions } = callerIn(caller, workflow.project)
            const onDelete = () => setDialog({ remove: workflow })
            const move = projects?.parts.moveItem(projects.list, workflow, t, () => setDialog({ move: workflow }))
            const items = rowMenu({ workflow, work, permissions, move, onDelete }, t)
            openMenu({ at, label: t.home.more(workflow.name), items })
          }}
        />
      )}
      {drop.isOver && <div className="mr-home__drop">{t.home.dropHere}</div>}
      {dialog !== undefined && (
        <Dialogs open={dialog} work={work} projects={projects} onClose={() => setDialog(undefined)} />
      )}
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

function Welcome({ work }: { work: HomeActions }) {
  const t = useText()
  const { loadCatalogue } = work
  useEffect(loadCatalogue, [loadCatalogue])
  return (
    <section className="mr-home__welcome" aria-label={t.home.templates}>
      <h2>{t.home.welcome}</h2>
      <p className="mr-muted">{t.home.welcomeText}</p>
      <LazyGallery work={work} />
    </section>
  )
}

interface DialogsProps {
  readonly open: OpenDialog
  readonly work: HomeActions
  readonly projects: Projects | undefined
  readonly onClose: () => void
}

function Dialogs({ open, work, projects, onClose }: DialogsProps) {
  const t = useText()
  if (open === 'templates') {
    return (
      <Dialog title={t.home.templates} wide onClose={onClose}>
        <LazyGallery work={work} />
      </Dialog>
    )
  }
  if ('move' in open) {
    const { move } = open
    const onMove = (project: string, done: string) => work.move(move, project, done)
    return projects && <projects.parts.MoveDialog list={projects.list} workflow={move} {...{ onMove, onClose }} />
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
