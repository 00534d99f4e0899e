import type { Budget } from '@millrace/client'
import { BUDGET_SCOPES, BUDGET_UNITS, type BudgetScope, type BudgetUnit } from '@millrace/model'
import { useCallback, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SelectField } from './select-field.tsx'
import { type Column, SettingsTable } from './settings-table.tsx'
import { UsageBar } from './usage-bar.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'
import { useTextInputs } from './use-text-inputs.tsx'
import { useUsageText } from './use-usage-text.ts'

/** Budgets with what has been used of them. */
export function UsageBudgets() {
  const text = useUsageText().budgets
  const { client } = usePage()
  const load = useCallback(() => client.listBudgets({ limit: 100 }).then(({ items }) => items), [client])
  const [loaded, reload] = useLoaded(load)
  const report = useReport(reload)
  const [open, setOpen] = useState<'new' | Budget>()
  const nameOf = useBudgetName()
  return (
    <section className="mr-settings__below" aria-label={text.title}>
      <div className="mr-settings__head">
        <h3 className="mr-grow">{text.title}</h3>
        <Button icon="mdi:plus" onClick={() => setOpen('new')}>
          {text.create}
        </Button>
      </div>
      <p className="mr-settings__text">{text.text}</p>
      <SettingsTable
        loaded={loaded}
        onRetry={reload}
        empty={{ icon: 'mdi:cash-multiple', title: text.none, text: text.noneText }}
        columns={useColumns()}
        actions={{
          title: useUsageText().columns.actions,
          of: (budget) => (
            <IconButton
              icon="mdi:trash-can-outline"
              label={text.deleteOf(nameOf(budget))}
              onClick={() => setOpen(budget)}
            />
          ),
        }}
      />
      {open === 'new' && <NewBudgetDialog onClose={() => setOpen(undefined)} onMade={reload} />}
      {open !== undefined && open !== 'new' && (
        <ConfirmDialog
          title={text.deleteOf(nameOf(open))}
          action={text.delete}
          icon="mdi:trash-can-outline"
          onClose={() => setOpen(undefined)}
          onConfirm={() => report(client.deleteBudget({ id: open.id }).then(() => text.deleted))}
        >
          {text.deleteText(nameOf(open))}
        </ConfirmDialog>
      )}
    </section>
  )
}

function useBudgetName(): (budget: Budget) => string {
  const text = useUsageText().budgets
  return ({ scope, name, subject }) => (scope === 'instance' ? text.scopes.instance : (name ?? subject))
}

function useColumns(): readonly Column<Budget>[] {
  const t = useText()
  const text = useUsageText().budgets
  const nameOf = useBudgetName()
  const number = (value: number) => value.toLocaleString(t.locale, { maximumSignificantDigits: 6 })
  return [
    {
      title: text.columns.scope,
      cell: (budget) => (
        <>
          <strong className="mr-settings__name">{nameOf(budget)}</strong>
          {budget.scope !== 'instance' && <div className="mr-muted">{text.scopes[budget.scope]}</div>}
        </>
      ),
      tip: ({ subject }) => subject,
    },
    {
      title: text.columns.used,
      cell: ({ used, limit, unit, warn_percent }) => (
        <>
          {text.usedOf(number(used), number(limit), unit === 'tokens' ? text.tokens : '').trim()}
          <UsageBar part={used / limit} tone={toneOf(used / limit, warn_percent)} />
        </>
      ),
    },
    { title: text.columns.warning, cell: ({ warn_percent }) => `${warn_percent} %`, isMuted: true },
  ]
}

function toneOf(part: number, warnPercent: number): 'plain' | 'warning' | 'error' {
  if (part >= 1) return 'error'
  return part * 100 >= warnPercent ? 'warning' : 'plain'
}

function NewBudgetDialog({ onMade, onClose }: { readonly onMade: () => void; readonly onClose: () => void }) {
  const text = useUsageText().budgets
  const { client } = usePage()
  const [scope, setScope] = useState<BudgetScope>('instance')
  const [unit, setUnit] = useState<BudgetUnit>('cost')
  const { given, input } = useTextInputs({ subject: '', limit: '', warn: '80' })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [limit, warn] = [Number(given.limit), Number(given.warn)]
  const isReady = limit > 0 && warn >= 1 && warn <= 100 && (scope === 'instance' || given.subject.trim() !== '')
  const make = () => {
    setBusy(true)
    const subject = scope === 'instance' ? {} : { subject: given.subject.trim() }
    client
      .createBudget({ body: { scope, ...subject, unit, limit, warn_percent: Math.round(warn) } })
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
    <FormDialog title={text.create} submit={text.save} canSubmit={!isBusy && isReady} onSubmit={make} onClose={onClose}>
      <SelectField label={text.scope} value={scope} options={BUDGET_SCOPES} names={text.scopes} onChange={setScope} />
      {scope !== 'instance' && (
        <Field label={text.subject} hint={text.subjectHint[scope]} required>
          {input('subject', 'text')}
        </Field>
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
