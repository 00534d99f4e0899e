import { useCallback, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { agoText, momentOf } from '../home/ago.ts'
import { ConfirmDialog } from '../home/confirm-dialog.tsx'
import { settingsStrings } from '../i18n/settings.ts'
import { usePage } from '../page/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { Badge, EmptyState } from '../ui/small-parts.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { PartFrame, WhenLoaded } from './part-frame.tsx'
import { listTokens, revokeToken, type Token } from './settings-api.ts'
import { isExpired } from './token-expiry.ts'
import { useLoaded } from './use-loaded.ts'

const t = settingsStrings.tokens

/** API tokens: made, seen and revoked. */
export function TokensPart() {
  const { client } = usePage()
  const { toast } = useOverlays()
  const load = useCallback(() => listTokens(client), [client])
  const [loaded, reload] = useLoaded(load)
  const [dialog, setDialog] = useState<'new' | Token>()
  const create = (
    <Button look="primary" icon="mdi:plus" onClick={() => setDialog('new')}>
      {t.create}
    </Button>
  )
  const revoke = (token: Token) => {
    revokeToken(client, token.id).then(
      () => {
        toast({ tone: 'success', text: t.revoked(token.name) })
        reload()
      },
      (error: unknown) => toast({ tone: 'error', text: asApiError(error).message }),
    )
  }
  return (
    <PartFrame title={settingsStrings.parts.tokens} text={t.text} action={create}>
      <WhenLoaded loaded={loaded} onRetry={reload}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState icon="mdi:key-outline" title={t.none}>
              {t.noneText}
            </EmptyState>
          ) : (
            <TokenTable tokens={tokens} onRevoke={setDialog} />
          )
        }
      </WhenLoaded>
      {dialog === 'new' && <NewTokenDialog onMade={reload} onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && (
        <ConfirmDialog
          title={t.revokeTitle}
          action={t.revoke}
          onClose={() => setDialog(undefined)}
          onConfirm={() => revoke(dialog)}
        >
          {t.revokeText(dialog.name)}
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
          <th scope="col">{t.columns.name}</th>
          <th scope="col">{t.columns.role}</th>
          <th scope="col">{t.columns.created}</th>
          <th scope="col">{t.columns.used}</th>
          <th scope="col">{t.columns.expires}</th>
          <th scope="col">
            <span className="mr-visually-hidden">{t.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <td>
              <strong className="mr-settings__name">{token.name}</strong>
              <span className="mr-muted"> {t.by(token.createdBy)}</span>
            </td>
            <td>
              <Badge tone={token.role === 'admin' ? 'warning' : 'plain'}>{t.roleNames[token.role]}</Badge>
            </td>
            <td className="mr-muted" data-tip={momentOf(token.createdAt)}>
              {agoText(token.createdAt, now)}
            </td>
            <td className="mr-muted">{token.lastUsedAt === null ? t.never : agoText(token.lastUsedAt, now)}</td>
            <td>
              {isExpired(token.expiresAt, now) ? (
                <Badge tone="error">{t.expired}</Badge>
              ) : (
                <span className="mr-muted">{token.expiresAt === null ? t.never : agoText(token.expiresAt, now)}</span>
              )}
            </td>
            <td className="mr-settings__actions">
              <IconButton icon="mdi:trash-can-outline" label={t.revokeOf(token.name)} onClick={() => onRevoke(token)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
