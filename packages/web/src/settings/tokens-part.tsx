import { useCallback, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { agoText, momentOf } from '../home/ago.ts'
import { ConfirmDialog } from '../home/confirm-dialog.tsx'
import { t } from '../i18n/strings.ts'
import { usePage } from '../page/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { Badge, EmptyState } from '../ui/small-parts.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { PartFrame, WhenLoaded } from './part-frame.tsx'
import { listTokens, revokeToken, type Token } from './settings-api.ts'
import { isExpired } from './token-expiry.ts'
import { useLoaded } from './use-loaded.ts'

const text = t.settings.tokens

/** API tokens: made, seen and revoked. */
export function TokensPart() {
  const { client } = usePage()
  const { toast } = useOverlays()
  const load = useCallback(() => listTokens(client), [client])
  const [loaded, reload] = useLoaded(load)
  const [dialog, setDialog] = useState<'new' | Token>()
  const create = (
    <Button look="primary" icon="mdi:plus" onClick={() => setDialog('new')}>
      {text.create}
    </Button>
  )
  const revoke = (token: Token) => {
    revokeToken(client, token.id).then(
      () => {
        toast({ tone: 'success', text: text.revoked(token.name) })
        reload()
      },
      (error: unknown) => toast({ tone: 'error', text: asApiError(error).message }),
    )
  }
  return (
    <PartFrame title={t.settings.parts.tokens} text={text.text} action={create}>
      <WhenLoaded loaded={loaded} onRetry={reload}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState icon="mdi:key-outline" title={text.none}>
              {text.noneText}
            </EmptyState>
          ) : (
            <TokenTable tokens={tokens} onRevoke={setDialog} />
          )
        }
      </WhenLoaded>
      {dialog === 'new' && <NewTokenDialog onMade={reload} onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && (
        <ConfirmDialog
          title={text.revokeTitle}
          action={text.revoke}
          onClose={() => setDialog(undefined)}
          onConfirm={() => revoke(dialog)}
        >
          {text.revokeText(dialog.name)}
        </ConfirmDialog>
      )}
    </PartFrame>
  )
}

function TokenTable({ tokens, onRevoke }: { tokens: readonly Token[]; onRevoke: (token: Token) => void }) {
  const now = Date.now()
  return (
    <table className="mr-settings__table">
      <thead>
        <tr>
          <th scope="col">{text.columns.name}</th>
          <th scope="col">{text.columns.role}</th>
          <th scope="col">{text.columns.created}</th>
          <th scope="col">{text.columns.used}</th>
          <th scope="col">{text.columns.expires}</th>
          <th scope="col">
            <span className="mr-visually-hidden">{text.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <td>
              <strong className="mr-settings__name">{token.name}</strong>
              <span className="mr-muted"> {text.by(token.createdBy)}</span>
            </td>
            <td>
              <Badge tone={token.role === 'admin' ? 'warning' : 'plain'}>{text.roleNames[token.role]}</Badge>
            </td>
            <td className="mr-muted" data-tip={momentOf(token.createdAt)}>
              {agoText(token.createdAt, now)}
            </td>
            <td className="mr-muted">{token.lastUsedAt === null ? text.never : agoText(token.lastUsedAt, now)}</td>
            <td>
              {isExpired(token.expiresAt, now) ? (
                <Badge tone="error">{text.expired}</Badge>
              ) : (
                <span className="mr-muted">
                  {token.expiresAt === null ? text.never : agoText(token.expiresAt, now)}
                </span>
              )}
            </td>
            <td className="mr-settings__actions">
              <IconButton
                icon="mdi:trash-can-outline"
                label={text.revokeOf(token.name)}
                onClick={() => onRevoke(token)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
