import type { Connection, ConnectionTest } from '@millrace/client'
import { PROVIDERS } from '@millrace/model'
import { useCallback, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
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
import { TestResult } from './test-result.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

type Open = 'new' | { readonly edit: Connection } | { readonly remove: Connection }
type Tests = Readonly<Record<string, ConnectionTest | 'going'>>

/** Connections to model providers. */
export function ConnectionsPart() {
  const t = useText()
  const text = t.settings.connections
  const { client } = usePage()
  const { toast } = useOverlays()
  const load = useCallback(() => client.listConnections({ limit: 100 }).then(({ items }) => items), [client])
  const [loaded, reload] = useLoaded(load)
  const [open, setOpen] = useState<Open>()
  const [tests, setTests] = useState<Tests>({})
  const report = useReport(reload)
  const close = () => setOpen(undefined)
  const tried = (id: string) => {
    setTests((before) => ({ ...before, [id]: 'going' }))
    client.testConnection({ id, body: {} }).then(
      (result) => setTests((before) => ({ ...before, [id]: result })),
      (error: unknown) =>
        setTests((before) => ({ ...before, [id]: { ok: false, message: asApiError(error).message, code: null } })),
    )
  }
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
        columns={columnsWith(tests, t)}
        actions={{
          title: text.columns.actions,
          of: (connection) => (
            <Actions
              connection={connection}
              isTesting={tests[connection.id] === 'going'}
              onTest={tried}
              onOpen={setOpen}
            />
          ),
        }}
      />
      {(open === 'new' || (typeof open === 'object' && 'edit' in open)) && (
        <ConnectionDialog
          connection={open === 'new' ? undefined : open.edit}
          onClose={close}
          onSaved={({ id, name }) => {
            close()
            setTests(({ [id]: _, ...others }) => others)
            toast({ tone: 'success', text: text.saved(name) })
            reload()
          }}
        />
      )}
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

const columnsWith = (tests: Tests, t: Texts, text = t.settings.connections): readonly Column<Connection>[] => [
  {
    title: text.columns.name,
    cell: ({ id, name }) => (
      <>
        <strong className="mr-settings__name">{name}</strong>
        {tests[id] !== undefined && <TestResult result={tests[id]} />}
      </>
    ),
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
  readonly isTesting: boolean
  readonly onTest: (id: string) => void
  readonly onOpen: (open: Open) => void
}

function Actions({ connection, isTesting, onTest, onOpen }: ActionsProps) {
  const text = useText().settings.connections
  const { id, name } = connection
  return (
    <>
      <Button small aria-label={text.testOf(name)} disabled={isTesting} onClick={() => onTest(id)}>
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
