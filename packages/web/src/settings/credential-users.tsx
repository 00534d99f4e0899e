/** What uses a credential: workflows by themselves and, with notifications, in the warning before it is deleted. */
import type { Caller, Credential, CredentialUser } from '@millrace/client'
import { credentialType, DEFAULT_PROJECT } from '@millrace/model'
import { useCallback, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { hrefOf } from '../navigation/router.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Pager } from './pager.tsx'
import { WhenLoaded } from './part-frame.tsx'
import { useLoaded } from './use-loaded.ts'

const PAGE = 20

function Users({ credential }: { credential: Credential }) {
  const text = useText().credentials
  const { client } = usePage()
  const [page, setPage] = useState(0)
  const load = useCallback(
    () => client.listCredentialWorkflows({ id: credential.id, limit: PAGE, offset: page * PAGE }),
    [client, credential.id, page],
  )
  const [loaded, reload] = useLoaded(load)
  return (
    <WhenLoaded loaded={loaded} onRetry={reload}>
      {({ items, total }) => (
        <>
          <ul className="mr-settings__users">
            {items.map((user) => (
              <li key={user.id}>
                <UserLink {...user} />
              </li>
            ))}
          </ul>
          <Pager label={text.pages} page={page} size={PAGE} total={total ?? 0} onChange={setPage} />
        </>
      )}
    </WhenLoaded>
  )
}

function UserLink({ id, name, machineName }: CredentialUser) {
  return (
    <a href={hrefOf(`/workflows/${encodeURIComponent(id)}`)}>
      {name} <span className="mr-muted mr-mono">{machineName}</span>
    </a>
  )
}

/** Notifications are sent with credentials of the default project, and only admins of the service can read them. */
function hasNotifications({ type, project }: Credential, { permissions }: Caller): boolean {
  return credentialType(type)?.purpose === 'mail' && project === DEFAULT_PROJECT && permissions.includes('admin')
}

/** The e-mail notifications that fail without a credential. The service does not count them: they are not workflows. */
function Notifications({ credential: { id, name } }: { credential: Credential }) {
  const text = useText().credentials
  const { client } = usePage()
  const load = useCallback(
    () =>
      client
        .listSubscriptions({ limit: 100 })
        .then(({ items }) => items.filter(({ credential }) => credential === name || credential === id)),
    [client, id, name],
  )
  const [loaded, reload] = useLoaded(load)
  return (
    <WhenLoaded loaded={loaded} onRetry={reload}>
      {(items) =>
        items.length > 0 && (
          <>
            <p>{text.deleteNotifications(items.length)}</p>
            <ul className="mr-settings__users">
              {items.map((one) => (
                <li key={one.id}>
                  <a href={hrefOf('/settings?part=notifications')}>{one.name}</a>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </WhenLoaded>
  )
}

interface DialogProps {
  readonly credential: Credential
  readonly onClose: () => void
}

export function CredentialUsersDialog({ credential, onClose }: DialogProps) {
  const t = useText()
  return (
    <Dialog
      title={t.credentials.usersTitle(credential.name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t.ui.close}</Button>}
    >
      <Users credential={credential} />
    </Dialog>
  )
}

/** Names the workflows and the notifications that fail without the credential. */
export function DeleteCredentialDialog({ credential, onClose, onConfirm }: DialogProps & { onConfirm: () => void }) {
  const t = useText()
  const text = t.credentials
  const { caller } = usePage()
  return (
    <Dialog
      title={text.deleteTitle(credential.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button
            look="danger"
            icon="mdi:trash-can-outline"
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {text.delete}
          </Button>
        </>
      }
    >
      <p>{credential.workflows === 0 ? text.deleteUnused : text.deleteUsed(credential.workflows)}</p>
      {credential.workflows > 0 && <Users credential={credential} />}
      {hasNotifications(credential, caller) && <Notifications credential={credential} />}
    </Dialog>
  )
}
