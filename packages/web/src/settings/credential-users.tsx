/** The workflows that use a credential, by themselves and in the warning before it is deleted. */
import type { Credential, CredentialUser } from '@millrace/client'
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

/** Names the workflows that fail without the credential. */
export function DeleteCredentialDialog({ credential, onClose, onConfirm }: DialogProps & { onConfirm: () => void }) {
  const t = useText()
  const text = t.credentials
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
    </Dialog>
  )
}
