import type { BudgetScope } from '@millrace/model'
import { useEffect, useState } from 'react'
import type { Client } from '../api/client.ts'
import { LEAN } from '../api/lean.ts'
import { wholePage } from '../api/pages.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Combobox, type ComboboxOption } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { useUsageText } from './use-usage-text.ts'

/** The scopes whose subjects are suggested; projects have a select. */
export type SuggestedScope = Exclude<BudgetScope, 'instance' | 'project'>

interface BudgetSubjectFieldProps {
  readonly scope: SuggestedScope
  /** Receives the id of the workflow, the key of the person or the name of the model. */
  readonly onChange: (subject: string) => void
  readonly onEnter: () => void
}

/** What a budget limits: suggested by name, and anything else by its id. */
export function BudgetSubjectField({ scope, onChange, onEnter }: BudgetSubjectFieldProps) {
  const t = useText()
  const text = useUsageText().budgets
  const options = useSubjects(scope)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const wanted = typed.trim().toLowerCase()
  const isChosen = options.some(({ label }) => label === typed)
  const matching = options.filter(({ label }) => isChosen || label.toLowerCase().includes(wanted))
  const take = (label: string, subject: string) => {
    setTyped(label)
    onChange(subject)
  }
  return (
    <Field label={text.subject} hint={text.subjectHint[scope]} required>
      {(ids) => (
        <Combobox
          ids={ids}
          label={text.subject}
          text={typed}
          options={matching}
          empty={t.form.noSuggestions}
          isOpen={isOpen && matching.length > 0}
          onOpenChange={setOpen}
          onText={(next) => {
            take(next, options.find(({ label }) => label === next.trim())?.value ?? next.trim())
            setOpen(true)
          }}
          onPick={({ label, value }) => {
            take(label, value)
            setOpen(false)
          }}
          onEnter={() => {
            setOpen(false)
            onEnter()
            return true
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
      )}
    </Field>
  )
}

const MAX_SUGGESTED = 100

function useSubjects(scope: SuggestedScope): readonly ComboboxOption[] {
  const { client } = usePage()
  const [options, setOptions] = useState<readonly ComboboxOption[]>([])
  useEffect(() => {
    const abort = new AbortController()
    setOptions([])
    SUBJECTS[scope](client, abort.signal).then(
      (found) => abort.signal.aborted || setOptions(found),
      // Without suggestions an id can be typed.
      () => undefined,
    )
    return () => abort.abort()
  }, [client, scope])
  return options
}

const SUBJECTS: Record<SuggestedScope, (client: Client, signal: AbortSignal) => Promise<readonly ComboboxOption[]>> = {
  async workflow(client, signal) {
    const sorted = { limit: MAX_SUGGESTED, sort: 'name', order: 'asc', ...LEAN } as const
    const { items } = await wholePage(client.listWorkflows, sorted, { signal })
    return items.map(({ id, name }) => ({ value: id, label: name, hidesValue: true }))
  },
  async person(client, signal) {
    const items = await usedBy(client, 'person', signal)
    return items.map(({ key, name }) => ({ value: key, label: name || key, hidesValue: true }))
  },
  async model(client, signal) {
    const [used, { items: priced }] = await Promise.all([
      usedBy(client, 'model', signal),
      client.listModelPrices({ limit: MAX_SUGGESTED }, { signal }),
    ])
    const models = new Set([...used.map(({ key }) => key), ...priced.map(({ model }) => model)])
    return [...models].toSorted().map((model) => ({ value: model, label: model }))
  },
}

const DAY_MS = 86_400_000
const PERIOD_DAYS = 365

/** The people or models that were counted in the last year, without calls that have no caller. */
async function usedBy(client: Client, group_by: 'person' | 'model', signal: AbortSignal) {
  const from = new Date(Date.now() - (PERIOD_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const { items } = await client.listUsage({ group_by, from, limit: MAX_SUGGESTED }, { signal })
  return items.filter(({ key }) => key !== '')
}
