import { BUDGET_SCOPES, BUDGET_UNITS, type BudgetScope, type BudgetUnit, DEFAULT_PROJECT } from '@millrace/model'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { Projects } from '../projects/use-projects.ts'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { BudgetSubjectField } from './budget-subject-field.tsx'
import { SelectField } from './select-field.tsx'
import { useTextInputs } from './use-text-inputs.tsx'
import { useUsageText } from './use-usage-text.ts'

interface NewBudgetDialogProps {
  /** Undefined if there is only one. */
  readonly projects: Projects | undefined
  readonly onMade: () => void
  readonly onClose: () => void
}

/** The subject of a scope before anything is chosen. */
const FIRST_SUBJECT = { instance: '', project: DEFAULT_PROJECT, workflow: '', person: '', model: '' } as const

export function NewBudgetDialog({ projects, onMade, onClose }: NewBudgetDialogProps) {
  const text = useUsageText().budgets
  const { client } = usePage()
  const [scope, setScope] = useState<BudgetScope>('instance')
  const [subject, setSubject] = useState('')
  const [unit, setUnit] = useState<BudgetUnit>('cost')
  const { given, input } = useTextInputs({ limit: '', warn: '80' })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [limit, warn] = [Number(given.limit), Number(given.warn)]
  const isReady = !isBusy && limit > 0 && warn >= 1 && warn <= 100 && (scope === 'instance' || subject !== '')
  const make = () => {
    setBusy(true)
    const named = scope === 'instance' ? {} : { subject }
    client
      .createBudget({ body: { scope, ...named, unit, limit, warn_percent: Math.round(warn) } })
      .then(
        () => {
          onMade()
          onClose()
        },
        (failure: unknown) => setError(asApiError(failure).message),
      )
      .finally(() => setBusy(false))
  }
  return (
    <FormDialog title={text.create} submit={text.save} canSubmit={isReady} onSubmit={make} onClose={onClose}>
      <SelectField
        label={text.scope}
        value={scope}
        options={BUDGET_SCOPES.filter((one) => one !== 'project' || projects !== undefined)}
        names={text.scopes}
        onChange={(next) => {
          setScope(next)
          setSubject(FIRST_SUBJECT[next])
        }}
      />
      {scope === 'project' && projects !== undefined && (
        <projects.parts.ProjectField list={projects.list} value={subject} onChange={setSubject} />
      )}
      {scope !== 'instance' && scope !== 'project' && (
        <BudgetSubjectField key={scope} scope={scope} onChange={setSubject} onEnter={() => isReady && make()} />
      )}
      <SelectField label={text.unit} value={unit} options={BUDGET_UNITS} names={text.units} onChange={setUnit} />
      <Field label={text.limit} error={error} required>
        {input('limit', 'number')}
      </Field>
      <Field label={text.warnPercent} required>
        {input('warn', 'number')}
      </Field>
    </FormDialog>
  )
}
