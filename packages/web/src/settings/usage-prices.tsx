import type { ModelPrice } from '@millrace/client'
import { useCallback, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { type Column, SettingsTable } from './settings-table.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'
import { useTextInputs } from './use-text-inputs.tsx'
import { useUsageText } from './use-usage-text.ts'

type Row = ModelPrice & { readonly id: string }

/** The prices of models. */
export function UsagePrices({ onChange }: { readonly onChange: () => void }) {
  const text = useUsageText().prices
  const { client } = usePage()
  const load = useCallback(
    () =>
      client.listModelPrices({ limit: 100 }).then(({ items }) => items.map((one): Row => ({ ...one, id: one.model }))),
    [client],
  )
  const [loaded, reload] = useLoaded(load)
  const report = useReport(reload)
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="mr-settings__below" aria-label={text.title}>
      <div className="mr-settings__head">
        <h3 className="mr-grow">{text.title}</h3>
        <Button icon="mdi:plus" onClick={() => setOpen(true)}>
          {text.create}
        </Button>
      </div>
      <p className="mr-settings__text">{text.text}</p>
      <SettingsTable
        loaded={loaded}
        onRetry={reload}
        empty={{ icon: 'mdi:tag-outline', title: text.none, text: text.noneText }}
        columns={useColumns()}
        actions={{
          title: useUsageText().columns.actions,
          of: ({ model, source }) =>
            source === 'stored' && (
              <IconButton
                icon="mdi:trash-can-outline"
                label={text.deleteOf(model)}
                onClick={() => report(client.deleteModelPrice({ model }).then(() => text.deleted(model)))}
              />
            ),
        }}
      />
      {isOpen && (
        <PriceDialog
          onClose={() => setOpen(false)}
          onSaved={() => {
            reload()
            onChange()
          }}
        />
      )}
    </section>
  )
}

function useColumns(): readonly Column<Row>[] {
  const t = useText()
  const text = useUsageText().prices
  const money = (value: number, currency: string) =>
    value.toLocaleString(t.locale, { style: 'currency', currency, maximumFractionDigits: 6 })
  return [
    { title: text.columns.model, cell: ({ model }) => <strong className="mr-settings__name">{model}</strong> },
    {
      title: text.columns.input,
      cell: ({ input, currency }) => money(input, currency),
      className: 'mr-settings__number',
    },
    {
      title: text.columns.output,
      cell: ({ output, currency }) => money(output, currency),
      className: 'mr-settings__number',
    },
    { title: text.columns.source, cell: ({ source }) => text.sources[source], isMuted: true },
  ]
}

function PriceDialog({ onSaved, onClose }: { readonly onSaved: () => void; readonly onClose: () => void }) {
  const text = useUsageText().prices
  const { client } = usePage()
  const { given, input } = useTextInputs({ model: '', input: '', output: '' })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isReady = given.model.includes('/') && given.input !== '' && given.output !== ''
  const save = () => {
    setBusy(true)
    const price = { model: given.model.trim(), input: Number(given.input), output: Number(given.output) }
    client
      .setModelPrice({ body: price })
      .then(
        () => {
          onSaved()
          onClose()
        },
        (failure: unknown) => setError(asApiError(failure).message),
      )
      .finally(() => setBusy(false))
  }
  return (
    <FormDialog title={text.create} submit={text.save} canSubmit={!isBusy && isReady} onSubmit={save} onClose={onClose}>
      <Field label={text.model} hint={text.modelHint} error={error} required>
        {input('model', 'text')}
      </Field>
      <Field label={text.input} required>
        {input('input', 'number')}
      </Field>
      <Field label={text.output} required>
        {input('output', 'number')}
      </Field>
    </FormDialog>
  )
}
