import { INTERRUPT_STATUSES, QUESTION_TYPES, type Workflow } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import type { InboxFilters } from './inbox-filters.ts'

interface InboxToolbarProps {
  readonly filters: InboxFilters
  readonly workflows: readonly Workflow[]
  readonly onChange: (filters: InboxFilters) => void
}

/** Which questions are shown. */
export function InboxToolbar({ filters, workflows, onChange }: InboxToolbarProps) {
  const t = useText()
  return (
    <search className="mr-inbox__filters" aria-label={t.inbox.filters}>
      <Select
        label={t.inbox.status}
        value={filters.status}
        options={INTERRUPT_STATUSES.map((status) => [status, t.status.interrupt[status]])}
        onChange={(value) =>
          onChange({ ...filters, status: INTERRUPT_STATUSES.find((one) => one === value) ?? 'pending' })
        }
      />
      <Select
        label={t.inbox.whose}
        value={String(filters.mine)}
        disabled={filters.status !== 'pending'}
        options={[
          ['true', t.inbox.mine],
          ['false', t.inbox.all],
        ]}
        onChange={(value) => onChange({ ...filters, mine: value === 'true' })}
      />
      <Select
        label={t.inbox.type}
        value={filters.type ?? ''}
        options={[['', t.inbox.anyType], ...QUESTION_TYPES.map((type) => [type, t.questions.types[type]] as const)]}
        onChange={(value) => onChange({ ...filters, type: QUESTION_TYPES.find((one) => one === value) })}
      />
      <Select
        label={t.inbox.workflow}
        value={filters.workflowId ?? ''}
        options={[['', t.inbox.anyWorkflow], ...workflows.map(({ id, name }) => [id, name] as const)]}
        onChange={(value) => onChange({ ...filters, workflowId: value || undefined })}
      />
    </search>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly disabled?: boolean
  readonly onChange: (value: string) => void
}

function Select({ label, value, options, disabled = false, onChange }: SelectProps) {
  return (
    <select
      className="mr-input"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  )
}
