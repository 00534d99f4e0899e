import type { PasswordLink, Person } from '@millrace/client'
import { useCallback, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { relativeTime } from '../ui/relative-time.ts'
import { Badge } from '../ui/small-parts.tsx'
import { Pager } from './pager.tsx'
import { PartFrame } from './part-frame.tsx'
import { InviteDialog, LinkDialog, RoleDialog } from './people-dialogs.tsx'
import { type Column, SettingsTable } from './settings-table.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

const PAGE = 50

const STATUS_TONES = { active: 'success', invited: 'plain', disabled: 'error' } as const

const columnsIn = (t: Texts, text = t.people): readonly Column<Person>[] => [
  {
    title: text.columns.name,
    cell: ({ name, email, isCurrent }) => (
      <>
        <strong className="mr-settings__name">{name}</strong> {isCurrent && <Badge tone="plain">{text.you}</Badge>}
        {email !== null && email !== name && <div className="mr-muted">{email}</div>}
      </>
    ),
  },
  {
    title: text.columns.role,
    cell: ({ role }) => (
      <Badge tone={role === 'admin' ? 'warning' : 'plain'}>{t.settings.tokens.roleNames[role]}</Badge>
    ),
  },
  { title: text.columns.source, cell: ({ source }) => text.sources[source], isMuted: true },
  {
    title: text.columns.status,
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{text.accountStates[status]}</Badge>,
  },
  {
    title: text.columns.seen,
    cell: ({ lastSeenAt }, now) => (lastSeenAt === null ? text.never : relativeTime(lastSeenAt, now, t)),
    isMuted: true,
  },
  { title: text.columns.sessions, cell: ({ sessions }) => sessions, isMuted: true },
]

type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: 'link'; readonly link: PasswordLink }
  | { readonly kind: 'role' | 'disable'; readonly person: Person }

/** People with an account, and browsers that signed in with a token. */
export function PeoplePart() {
  const t = useText()
  const text = t.people
  const { client } = usePage()
  const [page, setPage] = useState(0)
  const load = useCallback(() => client.listPeople({ limit: PAGE, offset: page * PAGE }), [client, page])
  const [loaded, reload] = useLoaded(load)
  const listed = loaded !== undefined && 'value' in loaded ? loaded.value : undefined
  const [dialog, setDialog] = useState<Open>()
  const report = useReport(reload)
  const close = () => setDialog(undefined)
  const invite = (
    <Button look="primary" icon="mdi:plus" onClick={() => setDialog({ kind: 'invite' })}>
      {text.invite}
    </Button>
  )
  return (
    <PartFrame title={t.settings.parts.people} text={text.text} action={invite}>
      <SettingsTable
        loaded={loaded !== undefined && 'value' in loaded ? { value: loaded.value.items } : loaded}
        onRetry={reload}
        empty={{ icon: 'mdi:account-group-outline', title: text.none, text: text.noneText }}
        columns={columnsIn(t)}
        actions={{
          title: text.columns.actions,
          of: (person) => <PersonMenu person={person} onOpen={setDialog} report={report} />,
        }}
      />
      <Pager label={text.pages} page={page} size={PAGE} total={listed?.total ?? 0} onChange={setPage} />
      {dialog?.kind === 'invite' && (
        <InviteDialog
          onClose={close}
          onMade={(link) => {
            setDialog({ kind: 'link', link })
            reload()
          }}
        />
      )}
      {dialog?.kind === 'link' && <LinkDialog link={dialog.link} onClose={close} />}
      {dialog?.kind === 'role' && <RoleDialog person={dialog.person} report={report} onClose={close} />}
      {dialog?.kind === 'disable' && (
        <ConfirmDialog
          title={text.disableTitle(dialog.person.name)}
          action={text.disable}
          onClose={close}
          onConfirm={() => {
            const { id, name } = dialog.person
            void report(client.updatePerson({ id, body: { isDisabled: true } }).then(() => text.disabled(name)))
          }}
        >
          {text.disableText}
        </ConfirmDialog>
      )}
    </PartFrame>
  )
}

interface PersonMenuProps {
  readonly person: Person
  readonly onOpen: (dialog: Open) => void
  readonly report: (change: Promise<string>) => Promise<void>
}

function PersonMenu({ person, onOpen, report }: PersonMenuProps) {
  const text = useText().people
  const { client } = usePage()
  const overlays = useOverlays()
  const { id, name, source, status, isCurrent, sessions } = person
  const isLocal = source === 'local'
  const isDisabled = status === 'disabled'
  const showLink = async () => {
    const link = await client.createPasswordLink({ id })
    onOpen({ kind: 'link', link })
    return text.link
  }
  const items = [
    isLocal && !isCurrent && { label: text.changeRole, run: () => onOpen({ kind: 'role', person }) },
    isLocal && !isDisabled && { label: text.link, run: () => void report(showLink()) },
    sessions > 0 && {
      label: text.signOut,
      icon: 'mdi:logout',
      run: () => void report(client.endPersonSessions({ id }).then(() => text.signedOut(name))),
    },
    source !== 'token' &&
      !isCurrent &&
      !isDisabled && { label: text.disable, run: () => onOpen({ kind: 'disable', person }) },
    isDisabled && {
      label: text.enable,
      run: () => void report(client.updatePerson({ id, body: { isDisabled: false } }).then(() => text.enabled(name))),
    },
  ].filter((item) => item !== false)
  if (items.length === 0) return null
  const label = text.actionsOf(name)
  return (
    <IconButton
      icon="mdi:dots-vertical"
      label={label}
      aria-haspopup="menu"
      onClick={(event) => overlays.openMenu({ at: event.currentTarget, label, items })}
    />
  )
}
