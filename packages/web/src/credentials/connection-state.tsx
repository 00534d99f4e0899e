import type { Credential } from '@millrace/client'
import { credentialType } from '@millrace/model'
import { useEffect, useState } from 'react'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { fullTimeText } from '../ui/date-time-text.ts'
import { Badge } from '../ui/small-parts.tsx'
import { connectionText } from './connection-text.ts'

/** Whether a person connects credentials of this type in the browser. */
export function isConnectable(type: string): boolean {
  return credentialType(type)?.grant === 'authorization_code'
}

/** Whether a credential is connected, for lists. */
export function ConnectionBadge({ connection }: Pick<Credential, 'connection'>) {
  const text = connectionText(useText())
  if (connection === null) return <Badge icon="mdi:alert-outline">{text.none}</Badge>
  if (connection.lostAt !== null) {
    return (
      <span data-tip={connection.lostReason}>
        <Badge tone="warning" icon="mdi:alert-outline">
          {text.lost}
        </Badge>
      </span>
    )
  }
  return (
    <Badge tone="success" icon="mdi:check">
      {connection.account === null ? text.connected : text.as(connection.account)}
    </Badge>
  )
}

interface ConnectionStateProps {
  readonly client: Client
  readonly credential: Credential | undefined
  readonly onDisconnect: () => void
}

/** The redirect URI, and the account that is connected. */
export function ConnectionState({ client, credential, onDisconnect }: ConnectionStateProps) {
  const t = useText()
  const text = connectionText(t)
  const [uri, setUri] = useState('')
  useEffect(() => {
    let isGone = false
    client.getRedirectUri().then(
      ({ redirectUri }) => !isGone && setUri(redirectUri),
      // The other fields can be filled without it.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [client])
  const connection = credential?.connection ?? null
  return (
    <>
      <div className="mr-field">
        <span className="mr-field__label">{text.redirectUri}</span>
        <CopyField label={text.redirectUri} value={uri} />
        <p className="mr-field__hint">{text.redirectHint}</p>
      </div>
      <div className="mr-field">
        <span className="mr-field__label">{text.state}</span>
        <div className="mr-row">
          <div className="mr-grow">
            <ConnectionBadge connection={connection} />
          </div>
          {connection !== null && <Button onClick={onDisconnect}>{text.disconnect}</Button>}
        </div>
        <p className="mr-field__hint">
          {connection === null
            ? text.noneHint
            : (connection.lostReason ?? text.since(fullTimeText(connection.connectedAt, t), connection.connectedBy))}
        </p>
      </div>
    </>
  )
}
