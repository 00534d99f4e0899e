import type { Credential } from '@millrace/client'
import { DEFAULT_PROJECT } from '@millrace/model'
import { useCallback, useEffect, useState } from 'react'
import { ConnectionBadge, isConnectable } from '../credentials/connection-state.tsx'
import { connectionText } from '../credentials/connection-text.ts'
import { CredentialDialog } from '../credentials/credential-dialog.tsx'
import { typeName } from '../credentials/type-name.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { goTo, useLocation } from '../navigation/router.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { fullTimeText } from '../ui/date-time-text.ts'
import { useOverlays } from '../ui/overlays.tsx'
import { relativeTime } from '../ui/relative-time.ts'
import { Badge } from '../ui/small-parts.tsx'
import { CredentialUsersDialog, DeleteCredentialDialog } from './credential-users.tsx'
import { Pager } from './pager.tsx'
import { PartFrame } from './part-frame.tsx'
import { type Column, SettingsTable } from './settings-table.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

type Open = 'new' | { readonly [Key in 'edit' | 'remove' | 'users']?: Credential }

const PAGE = 25

/** Named credentials: where they are sent, which workflows use them, and when they were last used. */
export function CredentialsPart() {
  const t = useText()
  const text = t.credentials
  const { client } = usePage()
  const { toast } = useOverlays()
  const [page, setPage] = useState(0)
  const load = useCallback(() => client.listCredentials({ limit: PAGE, offset: page * PAGE }), [client, page])
  const [loaded, reload] = useLoaded(load)
  const [open, setOpen] = useState<Open>()
  const report = useReport(reload)
  const close = () => setOpen(undefined)
  useConnectionResult()
  const { edit, remove, users } = open === 'new' || open === undefined ? {} : open
  const rows = loaded !== undefined && 'value' in loaded ? { value: loaded.value.items } : loaded
  return (
    <PartFrame
      title={t.settings.parts.credentials}
      text={text.text}
      action={
        <Button look="primary" icon="mdi:plus" onClick={() => setOpen('new')}>
          {text.create}
        </Button>
      }
    >
      <SettingsTable
        loaded={rows}
        onRetry={reload}
        empty={{ icon: 'mdi:key-variant', title: text.none, text: text.noneText }}
        columns={columnsWith(t, setOpen)}
        actions={{ title: text.columns.actions, of: (credential) => <Actions {...{ credential }} onOpen={setOpen} /> }}
      />
      <Pager
        label={text.pages}
        page={page}
        size={PAGE}
        total={loaded !== undefined && 'value' in loaded ? (loaded.value.total ?? 0) : 0}
        onChange={setPage}
      />
      {(open === 'new' || edit !== undefined) && (
        <CredentialDialog
          client={client}
          credential={edit}
          onClose={close}
          onChanged={reload}
          onSaved={({ name }) => {
            close()
            toast({ tone: 'success', text: text.saved(name) })
            reload()
          }}
        />
      )}
      {users !== undefined && <CredentialUsersDialog credential={users} onClose={close} />}
      {remove !== undefined && (
        <DeleteCredentialDialog
          credential={remove}
          onClose={close}
          onConfirm={() => report(client.deleteCredential({ id: remove.id }).then(() => text.deleted(remove.name)))}
        />
      )}
    </PartFrame>
  )
}

/** Shows how a connection has ended: the provider sends the browser here. */
function useConnectionResult(): void {
  const t = useText()
  const { toast } = useOverlays()
  const result = useLocation().query.get('connection')
  useEffect(() => {
    const text = result === null ? undefined : connectionText(t).results[result]
    if (text === undefined) return
    toast({ tone: result === 'done' ? 'success' : 'error', text })
    // A reload or a bookmark does not show it again.
    goTo('/settings?part=credentials', { replace: true })
  }, [result, t, toast])
}

const columnsWith = (t: Texts, onOpen: (open: Open) => void, text = t.credentials): readonly Column<Credential>[] => [
  {
    title: text.columns.name,
    cell: ({ name, description, project }) => (
      <>
        <strong className="mr-settings__name mr-mono">{name}</strong>
        {project !== DEFAULT_PROJECT && <span className="mr-muted mr-mono"> {project}</span>}
        {description !== '' && <div className="mr-muted">{description}</div>}
      </>
    ),
  },
  {
    title: text.columns.type,
    cell: ({ type, connection }) => (
      <>
        {typeName(type, t)}
        {isConnectable(type) && (
          <div>
            <ConnectionBadge connection={connection} />
          </div>
        )}
      </>
    ),
  },
  {
    title: text.columns.hosts,
    cell: ({ hosts }) => hosts.map((host) => <div key={host}>{host}</div>),
    isMuted: true,
    className: 'mr-mono',
  },
  {
    title: text.columns.users,
    cell: (credential) =>
      credential.workflows === 0 ? (
        <span className="mr-muted">{text.unused}</span>
      ) : (
        <Button look="ghost" small onClick={() => onOpen({ users: credential })}>
          {text.workflows(credential.workflows)}
        </Button>
      ),
  },
  {
    title: text.columns.used,
    cell: ({ lastUsedAt, lastFailure }, now) => (
      <>
        {lastUsedAt === null ? text.never : relativeTime(lastUsedAt, now, t)}
        {lastFailure !== null && (
          <div>
            <Badge tone="warning" icon="mdi:alert-outline">
              {text.failed}
            </Badge>
          </div>
        )}
      </>
    ),
    isMuted: true,
    tip: ({ lastUsedAt, lastFailure }) =>
      [lastUsedAt && fullTimeText(lastUsedAt, t), lastFailure].filter(Boolean).join(' · '),
  },
]

interface ActionsProps {
  readonly credential: Credential
  readonly onOpen: (open: Open) => void
}

function Actions({ credential, onOpen }: ActionsProps) {
  const text = useText().credentials
  const { name } = credential
  return (
    <>
      <IconButton icon="mdi:pencil-outline" label={text.editOf(name)} onClick={() => onOpen({ edit: credential })} />
      <IconButton
        icon="mdi:trash-can-outline"
        label={text.deleteOf(name)}
        onClick={() => onOpen({ remove: credential })}
      />
    </>
  )
}
