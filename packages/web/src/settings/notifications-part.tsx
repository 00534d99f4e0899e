import type { Subscription } from '@millrace/client'
import { useCallback, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { ErrorWorkflowField } from './error-workflow-field.tsx'
import { PartFrame } from './part-frame.tsx'
import { type Column, SettingsTable } from './settings-table.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

type Open = 'new' | { readonly [K in 'edit' | 'remove' | 'deliveries']?: Subscription }

/** Subscriptions to events, and the default error workflow. */
export function NotificationsPart() {
  const t = useText()
  const text = t.notifications
  const { client } = usePage()
  const load = useCallback(() => client.listSubscriptions({ limit: 100 }).then(({ items }) => items), [client])
  const [loaded, reload] = useLoaded(load)
  const [open, setOpen] = useState<Open>()
  return (
    <PartFrame
      title={t.settings.parts.notifications}
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
        empty={{ icon: 'mdi:bell-outline', title: text.none, text: text.noneText }}
        columns={columnsWith(t)}
        actions={{
          title: text.columns.actions,
          of: (subscription) => <Actions subscription={subscription} onOpen={setOpen} onChange={reload} />,
        }}
      />
      <div className="mr-settings__below">
        <ErrorWorkflowField />
      </div>
      {open !== undefined && <OpenDialog open={open} onChange={reload} onClose={() => setOpen(undefined)} />}
    </PartFrame>
  )
}

interface OpenDialogProps {
  readonly open: Open
  readonly onChange: () => void
  readonly onClose: () => void
}

function OpenDialog({ open, onChange, onClose }: OpenDialogProps) {
  const text = useText().notifications
  const { client } = usePage()
  const report = useReport(onChange)
  const { edit, remove, deliveries } = open === 'new' ? {} : open
  if (deliveries !== undefined) return <DeliveriesDialog subscription={deliveries} onClose={onClose} />
  if (remove === undefined) return <SubscriptionDialog subscription={edit} onClose={onClose} onSaved={onChange} />
  return (
    <ConfirmDialog
      title={text.deleteTitle}
      action={text.delete}
      icon="mdi:trash-can-outline"
      onClose={onClose}
      onConfirm={() => report(client.deleteSubscription({ id: remove.id }).then(() => text.deleted(remove.name)))}
    >
      {text.deleteText(remove.name)}
    </ConfirmDialog>
  )
}

const columnsWith = (t: Texts, text = t.notifications): readonly Column<Subscription>[] => [
  {
    title: text.columns.name,
    cell: ({ name, url, to }) => (
      <>
        <strong className="mr-settings__name">{name}</strong>
        <div className="mr-muted mr-mono mr-clip">{url ?? to.join(', ')}</div>
      </>
    ),
  },
  { title: text.columns.kind, cell: ({ kind }) => text.kinds[kind] },
  {
    title: text.columns.events,
    cell: ({ events }) => events.map((event) => <div key={event}>{text.events[event]}</div>),
    isMuted: true,
  },
  {
    title: text.columns.state,
    cell: ({ enabled, failingSince, disabledReason }) => {
      if (!enabled) return <Badge tone={disabledReason === null ? 'plain' : 'error'}>{text.states.off}</Badge>
      if (failingSince !== null) return <Badge tone="warning">{text.states.failing}</Badge>
      return <Badge tone="success">{text.states.on}</Badge>
    },
    tip: ({ disabledReason }) => (disabledReason === null ? '' : t.message(disabledReason)),
  },
]

interface ActionsProps {
  readonly subscription: Subscription
  readonly onOpen: (open: Open) => void
  readonly onChange: () => void
}

function Actions({ subscription, onOpen, onChange }: ActionsProps) {
  const text = useText().notifications
  const { client } = usePage()
  const report = useReport(onChange)
  const { id, name, enabled } = subscription
  const test = async () => {
    const { delivered, error } = await client.testSubscription({ id })
    if (!delivered) throw new Error(error ?? '')
    return text.tested(name)
  }
  const toggle = () => client.updateSubscription({ id, body: { enabled: !enabled } }).then(() => text.changed(name))
  return (
    <>
      <Button small aria-label={text.testOf(name)} onClick={() => report(test())}>
        {text.test}
      </Button>
      <IconButton
        icon="mdi:history"
        label={text.deliveriesOf(name)}
        onClick={() => onOpen({ deliveries: subscription })}
      />
      <IconButton icon="mdi:pencil-outline" label={text.editOf(name)} onClick={() => onOpen({ edit: subscription })} />
      <IconButton
        icon={enabled ? 'mdi:pause' : 'mdi:play'}
        label={enabled ? text.disableOf(name) : text.enableOf(name)}
        onClick={() => report(toggle())}
      />
      <IconButton
        icon="mdi:trash-can-outline"
        label={text.deleteOf(name)}
        onClick={() => onOpen({ remove: subscription })}
      />
    </>
  )
}
