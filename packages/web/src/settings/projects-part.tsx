import type { Project } from '@millrace/client'
import { DEFAULT_PROJECT } from '@millrace/model'
import { useCallback, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { projectTexts } from '../projects/project-texts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { Pager } from './pager.tsx'
import { PartFrame } from './part-frame.tsx'
import { MembersDialog, ProjectNameDialog } from './project-dialogs.tsx'
import { type Column, SettingsTable } from './settings-table.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

const PAGE = 50

type Open = { readonly kind: 'new' } | { readonly kind: 'members' | 'rename' | 'remove'; readonly project: Project }

/** Projects and their members. */
export function ProjectsPart() {
  const t = useText()
  const text = projectTexts(t)
  const { client, caller } = usePage()
  const [page, setPage] = useState(0)
  const load = useCallback(() => client.listProjects({ limit: PAGE, offset: page * PAGE }), [client, page])
  const [loaded, reload] = useLoaded(load)
  const report = useReport(reload)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const isAdmin = caller.permissions.includes('admin')
  return (
    <PartFrame
      title={t.settings.parts.projects}
      text={text.text}
      action={
        isAdmin && (
          <Button look="primary" icon="mdi:plus" onClick={() => setOpen({ kind: 'new' })}>
            {text.create}
          </Button>
        )
      }
    >
      <SettingsTable
        loaded={loaded !== undefined && 'value' in loaded ? { value: loaded.value.items } : loaded}
        onRetry={reload}
        empty={{ icon: 'mdi:folder-outline', title: text.none, text: text.noneText }}
        columns={columnsIn(text)}
        actions={{
          title: text.columns.actions,
          of: (project) => <ProjectMenu {...{ project, isAdmin }} onOpen={setOpen} />,
        }}
      />
      <Pager
        label={text.pages}
        page={page}
        size={PAGE}
        total={loaded !== undefined && 'value' in loaded ? (loaded.value.total ?? 0) : 0}
        onChange={setPage}
      />
      {(open?.kind === 'new' || open?.kind === 'rename') && (
        <ProjectNameDialog project={open.kind === 'new' ? undefined : open.project} report={report} onClose={close} />
      )}
      {open?.kind === 'members' && <MembersDialog project={open.project} onClose={close} onChange={reload} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={text.removeTitle(open.project.name)}
          action={text.remove}
          onClose={close}
          onConfirm={() => {
            const { id, name } = open.project
            void report(client.deleteProject({ id }).then(() => text.removed(name)))
          }}
        >
          {text.removeText}
        </ConfirmDialog>
      )}
    </PartFrame>
  )
}

const columnsIn = (text: ReturnType<typeof projectTexts>): readonly Column<Project>[] => [
  {
    title: text.columns.name,
    cell: ({ id, name }) => (
      <>
        <strong className="mr-settings__name">{id === DEFAULT_PROJECT ? text.standard : name}</strong>
        <div className="mr-muted mr-mono">{id}</div>
      </>
    ),
  },
  { title: text.columns.workflows, cell: ({ workflows }) => workflows, isMuted: true },
  { title: text.columns.credentials, cell: ({ credentials }) => credentials, isMuted: true },
  { title: text.columns.members, cell: ({ members }) => members, isMuted: true },
]

interface ProjectMenuProps {
  readonly project: Project
  /** Whether the caller administers the whole service. */
  readonly isAdmin: boolean
  readonly onOpen: (open: Open) => void
}

function ProjectMenu({ project, isAdmin, onOpen }: ProjectMenuProps) {
  const text = projectTexts(useText())
  const overlays = useOverlays()
  if (project.role !== 'admin') return null
  const label = text.actionsOf(project.name)
  const isDefault = project.id === DEFAULT_PROJECT
  const items = [
    { label: text.members, icon: 'mdi:account-group-outline', run: () => onOpen({ kind: 'members', project }) },
    !isDefault && { label: text.rename, run: () => onOpen({ kind: 'rename', project }) },
    isAdmin && !isDefault && { label: text.remove, run: () => onOpen({ kind: 'remove', project }) },
  ].filter((item) => item !== false)
  return (
    <IconButton
      icon="mdi:dots-vertical"
      label={label}
      aria-haspopup="menu"
      onClick={(event) => overlays.openMenu({ at: event.currentTarget, label, items })}
    />
  )
}
