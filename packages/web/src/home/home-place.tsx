/** The first page: all workflows with how their newest run went; where there are none, templates to start from. */
import type { Workflow } from '@millrace/model'
import { useEffect, useRef, useState } from 'react'
import { deleteWorkflow, executeWorkflow } from '../api/workflow-api.ts'
import { homeStrings as t } from '../i18n/home.ts'
import { t as texts } from '../i18n/strings.ts'
import { usePage } from '../page/page-context.tsx'
import type { PlaceProps } from '../page/places.tsx'
import { goTo } from '../page/router.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { chooseFiles } from './home-actions.ts'
import { HomeBar, Pages } from './home-bar.tsx'
import { type HomeQuery, homePath, homeQueryOf, isFiltered, PAGE_SIZE } from './home-query.ts'
import { TemplateGallery } from './template-gallery.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useHome } from './use-home.ts'
import { useHomeWork } from './use-home-work.ts'
import { WorkflowTable } from './workflow-table.tsx'

export function HomePlace({ query: given }: PlaceProps) {
  const { client, caller } = usePage()
  const { openMenu } = useOverlays()
  const query = homeQueryOf(given)
  const { loaded, runs, reload } = useHome(client, query)
  const [dialog, setDialog] = useState<'templates' | { readonly remove: Workflow }>()
  const work = useHomeWork(client, reload)
  const mayWrite = caller.permissions.includes('write')
  const mayRun = caller.permissions.includes('run')
  const drop = useFileDrop(mayWrite ? work.importFiles : undefined)
  const page = loaded !== undefined && 'page' in loaded ? loaded.page : undefined
  const tags = useSeenTags(page?.workflows)
  const change = (next: Partial<HomeQuery>) => goTo(homePath({ ...query, page: 1, ...next }), { replace: true })
  const isEmpty = page?.total === 0 && !isFiltered(query)
  const gallery = <TemplateGallery catalogue={work.catalogue} busy={work.busy} onChoose={work.fromTemplate} />

  const openRowMenu = (workflow: Workflow, at: Element | { x: number; y: number }) =>
    openMenu({
      at,
      label: t.more(workflow.name),
      items: [
        { label: t.open, icon: 'mdi:open-in-app', run: () => goTo(`/workflows/${workflow.id}`) },
        ...(mayRun
          ? [
              {
                label: t.run,
                icon: 'mdi:play',
                run: () => work.tried(executeWorkflow(client, workflow.id), t.started(workflow.name)),
              },
            ]
          : []),
        ...(mayWrite ? [{ label: t.duplicate, icon: 'mdi:content-copy', run: () => work.duplicate(workflow) }] : []),
        { line: true },
        { label: t.exportJson, icon: 'mdi:code-json', run: () => work.download(workflow, 'json') },
        { label: t.exportYaml, icon: 'mdi:file-document-outline', run: () => work.download(workflow, 'yaml') },
        ...(work.hasAgentSpec
          ? [
              {
                label: t.exportAgentSpec,
                icon: 'mdi:file-export-outline',
                run: () => work.download(workflow, 'agentspec'),
              },
            ]
          : []),
        ...(mayWrite
          ? [
              { line: true } as const,
              {
                label: t.delete,
                icon: 'mdi:trash-can-outline',
                danger: true,
                run: () => setDialog({ remove: workflow }),
              },
            ]
          : []),
      ],
    })

  return (
    <div className="mr-home mr-scroll" {...drop.handlers}>
      <div className="mr-home__head">
        <h1>{t.title}</h1>
        {page !== undefined && page.total > 0 && <span className="mr-muted">{t.count(page.total)}</span>}
        <span className="mr-grow" />
        {mayWrite && (
          <>
            <Button icon="mdi:tray-arrow-down" data-tip={t.importHint} onClick={() => chooseFiles(work.importFiles)}>
              {t.import}
            </Button>
            {!isEmpty && (
              <Button
                icon="mdi:shape-outline"
                onClick={() => {
                  work.loadCatalogue()
                  setDialog('templates')
                }}
              >
                {t.fromTemplate}
              </Button>
            )}
            <Button look="primary" icon="mdi:plus" disabled={work.busy !== undefined} onClick={work.createEmpty}>
              {t.newWorkflow}
            </Button>
          </>
        )}
      </div>
      {page !== undefined && !isEmpty && <HomeBar query={query} tags={tags} onQuery={change} />}
      {loaded === undefined && <Centre />}
      {loaded !== undefined && 'failure' in loaded && (
        <EmptyState
          icon="mdi:lan-disconnect"
          title={t.failed}
          actions={<Button onClick={reload}>{texts.ui.retry}</Button>}
        >
          {loaded.failure}
        </EmptyState>
      )}
      {isEmpty &&
        (mayWrite ? (
          <Welcome onShown={work.loadCatalogue}>{gallery}</Welcome>
        ) : (
          <EmptyState icon="mdi:sitemap-outline" title={t.welcomeReader} />
        ))}
      {page !== undefined && page.workflows.length > 0 && (
        <WorkflowTable
          workflows={page.workflows}
          runs={runs}
          onTag={(tag) => change({ tags: [...new Set([...query.tags, tag])] })}
          onMenu={openRowMenu}
        />
      )}
      {page !== undefined && page.workflows.length === 0 && !isEmpty && (
        <EmptyState
          icon="mdi:magnify"
          title={t.noneFound}
          actions={<Button onClick={() => change({ search: '', tags: [] })}>{t.clearFilters}</Button>}
        >
          {t.noneFoundText}
        </EmptyState>
      )}
      {page !== undefined && page.total > PAGE_SIZE && (
        <Pages page={query.page} size={PAGE_SIZE} total={page.total} onPage={(next) => change({ page: next })} />
      )}
      {drop.isOver && <div className="mr-home__drop">{t.dropHere}</div>}
      {dialog === 'templates' && (
        <Dialog title={t.templates} wide onClose={() => setDialog(undefined)}>
          {gallery}
        </Dialog>
      )}
      {typeof dialog === 'object' && (
        <DeleteDialog
          workflow={dialog.remove}
          onClose={() => setDialog(undefined)}
          onDelete={() => {
            setDialog(undefined)
            work.tried(deleteWorkflow(client, dialog.remove.id), t.deleted(dialog.remove.name))
          }}
        />
      )}
    </div>
  )
}

function Centre() {
  return (
    <div className="mr-home__centre">
      <Spinner />
    </div>
  )
}

function Welcome({ onShown, children }: { onShown: () => void; children: React.ReactNode }) {
  useEffect(onShown, [onShown])
  return (
    <section className="mr-home__welcome" aria-label={t.templates}>
      <h2>{t.welcome}</h2>
      <p className="mr-muted">{t.welcomeText}</p>
      {children}
    </section>
  )
}

interface DeleteDialogProps {
  readonly workflow: Workflow
  readonly onClose: () => void
  readonly onDelete: () => void
}

function DeleteDialog({ workflow, onClose, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      title={t.deleteTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button look="danger" icon="mdi:trash-can-outline" onClick={onDelete}>
            {t.delete}
          </Button>
        </>
      }
    >
      <p>{t.deleteText(workflow.name)}</p>
    </Dialog>
  )
}

/** Every tag that was on a page so far, in alphabetical order. */
function useSeenTags(workflows: readonly Workflow[] | undefined): readonly string[] {
  const seen = useRef(new Set<string>())
  for (const { metadata } of workflows ?? []) for (const tag of metadata.tags) seen.current.add(tag)
  return [...seen.current].sort((a, b) => a.localeCompare(b))
}
