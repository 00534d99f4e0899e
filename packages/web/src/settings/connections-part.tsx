import type { Connection } from '@millrace/client'
import { PROVIDERS } from '@millrace/model'
import { useCallback, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { keyEndOf } from './connection-draft.ts'
import { PartFrame } from './part-frame.tsx'
import { type Column, SettingsTable, timeColumn } from './settings-table.tsx'
import { TestDialog } from './test-dialog.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

type Open = 'new' | { readonly edit: Connection } | { readonly remove: Connection } | { readonly test: Connection }

/** Connections to model providers. */
export function ConnectionsPart() {
  const t = useText()
  const text = t.settings.connections
  const { client } = usePage()
  const { toast } = useOverlays()
  const load = useCallback(() => client.listConnections({ limit: 100 }).then(({ items }) => items), [client])
  const [loaded, reload] = useLoaded(load)
  const [open, setOpen] = useState<Open>()
  const report = useReport(reload)
  const close = () => setOpen(undefined)
  return (
    <PartFrame
      title={t.settings.parts.connections}
      text={text.text}
      action={
        <Button look="primary" icon="mdi:plus" onClick={() => setOpen('new')}>
          {text.create}
        </Button>
      }
    >
      <SettingsTable
        loaded={loaded}
        onRetry={reload}
        empty={{ icon: 'mdi:connection', title: text.none, text: text.noneText }}
        columns={columnsWith(t)}
        actions={{
          title: text.columns.actions,
          of: (connection) => <Actions connection={connection} onOpen={setOpen} />,
        }}
      />
      {(open === 'new' || (typeof open === 'object' && 'edit' in open)) && (
        <ConnectionDialog
          connection={open === 'new' ? undefined : open.edit}
          onClose={close}
          onSaved={({ name }) => {
            close()
            toast({ tone: 'success', text: text.saved(name) })
            reload()
          }}
        />
      )}
      {typeof open === 'object' && 'test' in open && <TestDialog connection={open.test} onClose={close} />}
      {typeof open === 'object' && 'remove' in open && (
        <ConfirmDialog
          title={text.deleteTitle}
          action={text.delete}
          icon="mdi:trash-can-outline"
          onClose={close}
          onConfirm={() =>
            report(client.deleteConnection({ id: open.remove.id }).then(() => text.deleted(open.remove.name)))
          }
        >
          {text.deleteText(open.remove.name)}
        </ConfirmDialog>
      )}
    </PartFrame>
  )
}

const columnsWith = (t: Texts, text = t.settings.connections): readonly Column<Connection>[] => [
  {
    title: text.columns.name,
    cell: ({ name }) => <strong className="mr-settings__name">{name}</strong>,
  },
  {
    title: text.columns.provider,
    cell: ({ provider, baseUrl }) => {
      const known = PROVIDERS.find((one) => one === provider)
      return (
        <>
          {known === undefined ? provider : text.providers[known]}
          {baseUrl !== null && <div className="mr-muted mr-mono mr-clip">{baseUrl}</div>}
        </>
      )
    },
  },
  {
    title: text.columns.key,
    cell: (connection) => {
      const end = keyEndOf(connection)
      return end === undefined ? text.noKey : text.keyEnds(end)
    },
    isMuted: true,
    className: 'mr-mono',
  },
  timeColumn(text.columns.changed, ({ updatedAt }) => updatedAt, t),
]

interface ActionsProps {
  readonly connection: Connection
  readonly onOpen: (open: Open) => void
}

function Actions({ connection, onOpen }: ActionsProps) {
  const text = useText().settings.connections
  const { name } = connection
  return (
    <>
      <Button small aria-label={text.testOf(name)} onClick={() => onOpen({ test: connection })}>
        {text.test}
      </Button>
      <IconButton icon="mdi:pencil-outline" label={text.editOf(name)} onClick={() => onOpen({ edit: connection })} />
      <IconButton
        icon="mdi:trash-can-outline"
        label={text.deleteOf(name)}
        onClick={() => onOpen({ remove: connection })}
      />
    </>
  )
}
