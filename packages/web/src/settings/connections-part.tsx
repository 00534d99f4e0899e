import { useCallback, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { agoText, momentOf } from '../home/ago.ts'
import { ConfirmDialog } from '../home/confirm-dialog.tsx'
import { t } from '../i18n/strings.ts'
import { usePage } from '../page/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { keyEndOf } from './connection-draft.ts'
import { PartFrame, WhenLoaded } from './part-frame.tsx'
import {
  type Connection,
  type ConnectionTest,
  deleteConnection,
  listConnections,
  PROVIDERS,
  testConnection,
} from './settings-api.ts'
import { useLoaded } from './use-loaded.ts'

const text = t.settings.connections

type Open = 'new' | { readonly edit: Connection } | { readonly remove: Connection }
type Tests = Readonly<Record<string, ConnectionTest | 'going'>>

/** Connections to providers of models. */
export function ConnectionsPart() {
  const { client } = usePage()
  const { toast } = useOverlays()
  const load = useCallback(() => listConnections(client), [client])
  const [loaded, reload] = useLoaded(load)
  const [open, setOpen] = useState<Open>()
  const [tests, setTests] = useState<Tests>({})
  const failed = (error: unknown) => toast({ tone: 'error', text: asApiError(error).message })
  const close = () => setOpen(undefined)
  const tried = (id: string) => {
    setTests((before) => ({ ...before, [id]: 'going' }))
    testConnection(client, id).then(
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
      <WhenLoaded loaded={loaded} onRetry={reload}>
        {(connections) =>
          connections.length === 0 ? (
            <EmptyState icon="mdi:connection" title={text.none}>
              {text.noneText}
            </EmptyState>
          ) : (
            <ConnectionTable connections={connections} tests={tests} onTest={tried} onOpen={setOpen} />
          )
        }
      </WhenLoaded>
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
            deleteConnection(client, open.remove.id).then(() => {
              toast({ tone: 'success', text: text.deleted(open.remove.name) })
              reload()
            }, failed)
          }
        >
          {text.deleteText(open.remove.name)}
        </ConfirmDialog>
      )}
    </PartFrame>
  )
}

interface ConnectionTableProps {
  readonly connections: readonly Connection[]
  readonly tests: Tests
  readonly onTest: (id: string) => void
  readonly onOpen: (open: Open) => void
}

function ConnectionTable({ connections, tests, onTest, onOpen }: ConnectionTableProps) {
  const now = Date.now()
  return (
    <table className="mr-settings__table">
      <thead>
        <tr>
          <th scope="col">{text.columns.name}</th>
          <th scope="col">{text.columns.provider}</th>
          <th scope="col">{text.columns.key}</th>
          <th scope="col">{text.columns.changed}</th>
          <th scope="col">
            <span className="mr-visually-hidden">{text.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {connections.map((connection) => {
          const { id, name, provider, baseUrl, updatedAt } = connection
          const end = keyEndOf(connection)
          const known = PROVIDERS.find((one) => one === provider)
          return (
            <tr key={id}>
              <td>
                <strong className="mr-settings__name">{name}</strong>
                {tests[id] !== undefined && <TestResult result={tests[id]} />}
              </td>
              <td>
                {known === undefined ? provider : text.providers[known]}
                {baseUrl !== null && <div className="mr-muted mr-mono mr-clip">{baseUrl}</div>}
              </td>
              <td className="mr-muted mr-mono">{end === undefined ? text.noKey : text.keyEnds(end)}</td>
              <td className="mr-muted" data-tip={momentOf(updatedAt)}>
                {agoText(updatedAt, now)}
              </td>
              <td className="mr-settings__actions">
                <Button
                  small
                  aria-label={text.testOf(name)}
                  disabled={tests[id] === 'going'}
                  onClick={() => onTest(id)}
                >
                  {text.test}
                </Button>
                <IconButton
                  icon="mdi:pencil-outline"
                  label={text.editOf(name)}
                  onClick={() => onOpen({ edit: connection })}
                />
                <IconButton
                  icon="mdi:trash-can-outline"
                  label={text.deleteOf(name)}
                  onClick={() => onOpen({ remove: connection })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function TestResult({ result }: { result: ConnectionTest | 'going' }) {
  if (result === 'going') {
    return (
      <div className="mr-settings__test" role="status">
        <Spinner label={text.testing} />
        {text.testing}
      </div>
    )
  }
  return (
    <div className="mr-settings__test" data-ok={result.ok} role="status">
      <Icon name={result.ok ? 'mdi:check-circle' : 'mdi:alert-circle'} size={14} />
      {result.ok ? text.works(result.message) : result.message}
    </div>
  )
}
