import type { Delivery, Subscription } from '@millrace/client'
import { useCallback } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { type Column, SettingsTable, timeColumn } from './settings-table.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

interface DeliveriesDialogProps {
  readonly subscription: Subscription
  readonly onClose: () => void
}

/** The newest deliveries of a subscription. */
export function DeliveriesDialog({ subscription: { id, name }, onClose }: DeliveriesDialogProps) {
  const t = useText()
  const text = t.notifications
  const { client } = usePage()
  const load = useCallback(() => client.listDeliveries({ id, limit: 50 }).then(({ items }) => items), [client, id])
  const [loaded, reload] = useLoaded(load)
  const report = useReport(reload)
  const repeat = (delivery: string) => client.replayDelivery({ id, delivery }).then(() => text.repeated)
  return (
    <Dialog title={text.deliveries(name)} onClose={onClose} footer={<Button onClick={onClose}>{text.done}</Button>}>
      <SettingsTable
        loaded={loaded}
        onRetry={reload}
        empty={{ icon: 'mdi:history', title: text.noDeliveries, text: '' }}
        columns={columnsWith(t)}
        actions={{
          title: text.columns.actions,
          of: ({ id: delivery, status }) =>
            status !== 'pending' && (
              <Button small onClick={() => report(repeat(delivery))}>
                {text.repeat}
              </Button>
            ),
        }}
      />
    </Dialog>
  )
}

const TONES = { pending: 'plain', delivered: 'success', failed: 'error' } as const

const columnsWith = (t: Texts, text = t.notifications): readonly Column<Delivery>[] => [
  { title: text.columns.events, cell: ({ event }) => text.events[event] },
  {
    title: text.columns.state,
    cell: ({ status, attempts, error }) => (
      <>
        <Badge tone={TONES[status]}>{t.status.delivery[status]}</Badge>{' '}
        <span className="mr-muted">{text.attempts(attempts)}</span>
        {error !== null && <div className="mr-muted">{t.message(error)}</div>}
      </>
    ),
  },
  timeColumn(t.runs.time, ({ createdAt }) => createdAt, t),
]
