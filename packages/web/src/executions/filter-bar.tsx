/** The filters of the execution list: workflow, status and time in a row, the others behind a button. */
import { EXECUTION_STATUSES, EXECUTION_TRIGGERS, STARTER_KINDS } from '@millrace/model'
import { useEffect, useId, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { countIn, type ListFilter, TIME_RANGES } from './list-filter.ts'

interface FilterBarProps {
  readonly choice: ListFilter
  readonly names: ReadonlyMap<string, string>
  readonly onChange: (change: Partial<ListFilter>) => void
}

export function FilterBar(props: FilterBarProps) {
  const t = useText()
  const { choice, onChange } = props
  const { trigger, by, kind, starter, revision, error } = choice
  const hasMore = [trigger, by, kind, starter, revision, error].some((value) => value !== undefined)
  const [isOpen, setOpen] = useState(hasMore)
  const id = useId()
  return (
    <>
      <div className="mr-executions__filters">
        <WorkflowFilter {...props} />
        <Select
          label={t.execution.status}
          value={choice.status ?? ''}
          options={[
            { value: '', label: t.execution.allStatuses },
            ...EXECUTION_STATUSES.map((status) => ({ value: status, label: t.status.step[status] })),
          ]}
          onChange={(status) => onChange({ status: status || undefined })}
        />
        <Select
          label={t.runs.time}
          value={choice.range}
          options={TIME_RANGES.map((range) => ({ value: range, label: t.runs.ranges[range] }))}
          onChange={(range) => onChange({ range })}
        />
        <Button
          look="ghost"
          icon="mdi:filter-variant"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t.runs.moreFilters}
        </Button>
      </div>
      {(isOpen || choice.range === 'custom') && (
        <div id={id} className="mr-executions__more">
          {choice.range === 'custom' && <DayRange {...props} />}
          {isOpen && <MoreFilters {...props} />}
        </div>
      )}
    </>
  )
}

function WorkflowFilter({ choice, names, onChange }: FilterBarProps) {
  const t = useText()
  const workflows = [...names].filter(([id]) => id !== '').sort(([, a], [, b]) => a.localeCompare(b))
  const isListed = choice.workflow === undefined || names.has(choice.workflow)
  return (
    <Select
      label={t.execution.workflow}
      value={choice.workflow ?? ''}
      options={[
        { value: '', label: t.execution.allWorkflows },
        ...(isListed ? [] : [{ value: choice.workflow, label: choice.workflow }]),
        ...workflows.map(([id, name]) => ({ value: id, label: name })),
      ]}
      onChange={(workflow) => onChange({ workflow: workflow || undefined })}
    />
  )
}

function MoreFilters({ choice, onChange }: FilterBarProps) {
  const t = useText()
  return (
    <>
      <div className="mr-executions__field">
        <span className="mr-label">{t.runs.trigger}</span>
        <Select
          label={t.runs.trigger}
          value={choice.trigger ?? ''}
          options={[
            { value: '', label: t.runs.allTriggers },
            ...EXECUTION_TRIGGERS.map((trigger) => ({ value: trigger, label: t.runs.triggers[trigger] })),
          ]}
          onChange={(trigger) => onChange({ trigger: trigger || undefined })}
        />
      </div>
      <div className="mr-executions__field">
        <span className="mr-label">{t.runs.starterKind}</span>
        <Select
          label={t.runs.starterKind}
          value={choice.kind ?? ''}
          options={[
            { value: '', label: t.runs.allStarters },
            ...STARTER_KINDS.map((kind) => ({ value: kind, label: t.runs.starters[kind] })),
          ]}
          onChange={(kind) => onChange({ kind: kind || undefined })}
        />
      </div>
      <TextFilter label={t.runs.startedBy} value={choice.by} onChange={(by) => onChange({ by })} />
      <TextFilter label={t.runs.starterId} value={choice.starter} onChange={(starter) => onChange({ starter })} />
      <TextFilter
        label={t.runs.version}
        value={choice.revision?.toString()}
        onChange={(text) => onChange({ revision: countIn(text ?? null) })}
      />
      <TextFilter label={t.runs.errorText} value={choice.error} onChange={(error) => onChange({ error })} />
    </>
  )
}

/** Typing is applied after a moment, Enter at once. */
const TYPING_MS = 400

interface TextFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function TextFilter({ label, value = '', onChange }: TextFilterProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text.trim() || undefined), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label className="mr-executions__field">
      <span className="mr-label">{label}</span>
      <input
        className="mr-input"
        type="search"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onChange(text.trim() || undefined)}
      />
    </label>
  )
}

function DayRange({ choice, onChange }: FilterBarProps) {
  const t = useText()
  return (
    <>
      {(['from', 'to'] as const).map((key) => (
        <label key={key} className="mr-executions__field">
          <span className="mr-label">{t.runs[key]}</span>
          <input
            className="mr-input"
            type="date"
            value={choice[key] ?? ''}
            onChange={(event) => onChange({ [key]: event.target.value || undefined })}
          />
        </label>
      ))}
    </>
  )
}
