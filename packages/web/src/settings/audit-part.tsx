/** The audit log: a filtered table in pages, and exports of what the filters match. */
import type { AuditEntry } from '@millrace/client'
import { AUDIT_ACTION_NAMES, AUDIT_OUTCOMES } from '@millrace/model'
import { useCallback, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { dateTimeText } from '../ui/date-time-text.ts'
import { Select } from '../ui/select.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { ANY_ENTRY, AUDIT_PAGE, type AuditChoice, auditExport, auditRequest } from './audit-query.ts'
import { Pager } from './pager.tsx'
import { PartFrame } from './part-frame.tsx'
import { type Column, SettingsTable } from './settings-table.tsx'
import { useLoaded } from './use-loaded.ts'

const columnsIn = (t: Texts, { columns, ...text } = t.audit): readonly Column<AuditEntry>[] => [
  { title: columns.time, cell: ({ time }) => <time dateTime={time}>{dateTimeText(time, t)}</time>, isMuted: true },
  {
    title: columns.actor,
    cell: ({ actor }) =>
      actor.kind === 'anonymous' || actor.kind === 'service' ? text[actor.kind] : <strong>{actor.name}</strong>,
    tip: ({ actor }) => actor.id,
  },
  { title: columns.action, cell: ({ action }) => text.actions[action] },
  {
    title: columns.subject,
    cell: ({ subject }) => <span className="mr-settings__subject mr-clip">{subject.name || subject.id}</span>,
    tip: ({ subject, details }) => [subject.id, ...factsIn(details)].filter(Boolean).join(' · '),
  },
  {
    title: columns.outcome,
    cell: ({ outcome }) => <Badge tone={outcome === 'done' ? 'plain' : 'warning'}>{text.outcomes[outcome]}</Badge>,
  },
  { title: columns.address, cell: ({ address }) => address, isMuted: true, className: 'mr-mono' },
]

function factsIn(details: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(details).map(([key, value]) => `${key}: ${String(value)}`)
}

export function AuditPart() {
  const t = useText()
  const { client } = usePage()
  const [choice, setChoice] = useState(ANY_ENTRY)
  const load = useCallback(() => client.listAudit(auditRequest(choice)), [client, choice])
  const [loaded, reload] = useLoaded(load)
  const page = loaded !== undefined && 'value' in loaded ? loaded.value : undefined
  const rows = page === undefined ? (loaded as Exclude<typeof loaded, { value: unknown }>) : { value: page.items }
  return (
    <PartFrame title={t.settings.parts.audit} text={t.audit.text} action={<Exports choice={choice} />}>
      <Filters choice={choice} onChange={(change) => setChoice({ ...choice, page: 0, ...change })} />
      <SettingsTable
        loaded={rows}
        onRetry={reload}
        empty={{ icon: 'mdi:clipboard-text-clock-outline', title: t.audit.none, text: t.audit.noneText }}
        columns={columnsIn(t)}
      />
      <Pager
        label={t.audit.pages}
        page={choice.page}
        size={AUDIT_PAGE}
        total={page?.total ?? 0}
        texts={t.audit}
        onChange={(at) => setChoice({ ...choice, page: at })}
      />
    </PartFrame>
  )
}

function Exports({ choice }: { choice: AuditChoice }) {
  const t = useText()
  const { client } = usePage()
  return (
    <>
      <a className="mr-button" href={auditExport(client.baseUrl, choice, 'csv')} download="audit.csv">
        {t.audit.exportCsv}
      </a>
      <a className="mr-button" href={auditExport(client.baseUrl, choice, 'ndjson')} download="audit.ndjson">
        {t.audit.exportNdjson}
      </a>
    </>
  )
}

interface FiltersProps {
  readonly choice: AuditChoice
  readonly onChange: (change: Partial<AuditChoice>) => void
}

function Filters({ choice, onChange }: FiltersProps) {
  const t = useText()
  return (
    <form
      className="mr-settings__filters"
      onSubmit={(event) => {
        event.preventDefault()
        const given = new FormData(event.currentTarget)
        onChange({ actor: String(given.get('actor') ?? ''), search: String(given.get('search') ?? '') })
      }}
    >
      <Select
        label={t.audit.columns.action}
        value={choice.action ?? ''}
        options={[
          { value: '', label: t.audit.allActions },
          ...AUDIT_ACTION_NAMES.map((action) => ({ value: action, label: t.audit.actions[action] })),
        ]}
        onChange={(action) => onChange({ action: action || undefined })}
      />
      <Select
        label={t.audit.columns.outcome}
        value={choice.outcome ?? ''}
        options={[
          { value: '', label: t.audit.allOutcomes },
          ...AUDIT_OUTCOMES.map((outcome) => ({ value: outcome, label: t.audit.outcomes[outcome] })),
        ]}
        onChange={(outcome) => onChange({ outcome: outcome || undefined })}
      />
      <input className="mr-input" name="actor" aria-label={t.audit.actor} placeholder={t.audit.actor} maxLength={200} />
      <input
        className="mr-input"
        name="search"
        type="search"
        aria-label={t.audit.search}
        placeholder={t.audit.search}
        maxLength={200}
      />
      <button type="submit" className="mr-button">
        {t.audit.search}
      </button>
    </form>
  )
}
