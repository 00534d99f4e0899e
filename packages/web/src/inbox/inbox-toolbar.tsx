import { INTERRUPT_STATUSES, QUESTION_TYPES, type Workflow } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { Select } from '../ui/select.tsx'
import type { InboxFilters } from './inbox-filters.ts'

interface InboxToolbarProps {
  readonly filters: InboxFilters
  readonly workflows: readonly Workflow[]
  readonly onChange: (filters: InboxFilters) => void
}

/** The filters of the inbox. */
export function InboxToolbar({ filters, workflows, onChange }: InboxToolbarProps) {
  const t = useText()
  return (
    <search className="mr-inbox__filters" aria-label={t.inbox.filters}>
      <Select
        label={t.inbox.status}
        value={filters.status}
        options={INTERRUPT_STATUSES.map((status) => ({ value: status, label: t.status.interrupt[status] }))}
        onChange={(status) => onChange({ ...filters, status })}
      />
      <Select
        label={t.inbox.whose}
        value={String(filters.mine)}
        disabled={filters.status !== 'pending'}
        options={[
          { value: 'true', label: t.inbox.mine },
          { value: 'false', label: t.inbox.all },
        ]}
        onChange={(value) => onChange({ ...filters, mine: value === 'true' })}
      />
      <Select
        label={t.inbox.type}
        value={filters.type ?? ''}
        options={[
          { value: '', label: t.inbox.anyType },
          ...QUESTION_TYPES.map((type) => ({ value: type, label: t.questions.types[type] })),
        ]}
        onChange={(type) => onChange({ ...filters, type: type || undefined })}
      />
      <Select
        label={t.inbox.workflow}
        value={filters.workflowId ?? ''}
        options={[
          { value: '', label: t.inbox.anyWorkflow },
          ...workflows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => onChange({ ...filters, workflowId: value || undefined })}
      />
    </search>
  )
}
