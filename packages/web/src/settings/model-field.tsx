import type { Suggestion } from '@millrace/client'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'

interface ModelFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  /** Id of the connection whose models are suggested. */
  readonly connection: string
  readonly value: string
  readonly onChange: (model: string) => void
  readonly onEnter?: () => void
}

/** The name of a model: any text, with the models that the provider of the connection lists. */
export function ModelField({ label, hint, connection, value, onChange, onEnter }: ModelFieldProps) {
  const t = useText()
  const { models, isLoading } = useModels(connection)
  const [isOpen, setOpen] = useState(false)
  const wanted = value.trim().toLowerCase()
  const isChosen = models.some((one) => one.value === value)
  const options = models.filter((one) => isChosen || one.label.toLowerCase().includes(wanted))
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <Combobox
          ids={ids}
          label={label}
          text={value}
          options={options}
          empty={isLoading ? t.form.loadingSuggestions : t.form.noSuggestions}
          isOpen={isOpen && (isLoading || options.length > 0)}
          onOpenChange={setOpen}
          onText={(next) => {
            onChange(next.slice(0, MAX_LENGTH))
            setOpen(true)
          }}
          onPick={(option) => {
            onChange(option.value)
            setOpen(false)
          }}
          onEnter={() => {
            setOpen(false)
            onEnter?.()
            return onEnter !== undefined
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
      )}
    </Field>
  )
}

const MAX_LENGTH = 200
const MAX_MODELS = 100

function useModels(connection: string) {
  const { client } = usePage()
  const [state, setState] = useState<{ models: readonly Suggestion[]; isLoading: boolean }>(LOADING)
  useEffect(() => {
    const abort = new AbortController()
    setState(connection === '' ? NONE : LOADING)
    if (connection !== '') {
      client.suggestModels({ connection, limit: MAX_MODELS }, { signal: abort.signal }).then(
        (models) => setState({ models, isLoading: false }),
        // Without a list any name can be typed; the test reports what is wrong.
        () => abort.signal.aborted || setState(NONE),
      )
    }
    return () => abort.abort()
  }, [client, connection])
  return state
}

const LOADING = { models: [], isLoading: true }
const NONE = { models: [], isLoading: false }
