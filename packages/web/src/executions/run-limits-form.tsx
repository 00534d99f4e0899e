import { useText } from '../i18n/use-text.ts'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { RunBounds } from './run-session.ts'

interface RunLimitsFormProps {
  readonly bounds: RunBounds
  readonly onChange: (bounds: RunBounds) => void
}

/** Timeout and step limit of a run. Collapsed by default. */
export function RunLimitsForm({ bounds, onChange }: RunLimitsFormProps) {
  const t = useText()
  return (
    <details className="mr-run__bounds" open={Object.values(bounds).some((one) => one !== undefined) || undefined}>
      <summary>
        <Icon name="mdi:chevron-right" size={14} className="mr-fold-mark" />
        {t.execution.bounds}
      </summary>
      <div className="mr-run__bounds-fields">
        <Bound
          label={t.execution.timeout}
          value={bounds.seconds}
          least={0.1}
          onChange={(seconds) => onChange({ ...bounds, seconds })}
        />
        <Bound
          label={t.execution.maxSteps}
          value={bounds.maxSteps}
          least={1}
          onChange={(maxSteps) => onChange({ ...bounds, maxSteps })}
        />
      </div>
    </details>
  )
}

interface BoundProps {
  readonly label: string
  readonly value: number | undefined
  readonly least: number
  readonly onChange: (value: number | undefined) => void
}

function Bound({ label, value, least, onChange }: BoundProps) {
  const t = useText()
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          className="mr-input"
          type="number"
          min={least}
          step={least}
          placeholder={t.execution.noBound}
          value={value ?? ''}
          onChange={(event) => {
            const next = event.target.valueAsNumber
            onChange(Number.isFinite(next) && next >= least ? next : undefined)
          }}
        />
      )}
    </Field>
  )
}
