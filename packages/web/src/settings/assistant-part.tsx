import type { AssistantSettings, Connection, ConnectionTest } from '@millrace/client'
import { useCallback, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { type AssistantDraft, bodyOf, canSave, draftOf, MODES } from './assistant-draft.ts'
import { ModelField } from './model-field.tsx'
import { PartFrame, WhenLoaded } from './part-frame.tsx'
import { SelectField } from './select-field.tsx'
import { TestResult } from './test-result.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

interface Loaded {
  readonly settings: AssistantSettings
  readonly connections: readonly Connection[]
}

/** Which model answers in the assistant. */
export function AssistantPart() {
  const t = useText()
  const { client } = usePage()
  const load = useCallback(async (): Promise<Loaded> => {
    const [settings, connections] = await Promise.all([
      client.getAssistantSettings(),
      client.listConnections({ limit: 100 }),
    ])
    return { settings, connections: connections.items }
  }, [client])
  const [loaded, reload] = useLoaded(load)
  return (
    <PartFrame title={t.settings.parts.assistant} text={t.settings.assistant.text}>
      <WhenLoaded loaded={loaded} onRetry={reload}>
        {(value) => <AssistantForm {...value} onSaved={reload} />}
      </WhenLoaded>
    </PartFrame>
  )
}

function AssistantForm({ settings, connections, onSaved }: Loaded & { readonly onSaved: () => void }) {
  const text = useText().settings.assistant
  const { client } = usePage()
  const [draft, setDraft] = useState(() => draftOf(settings))
  const [test, setTest] = useState<ConnectionTest | 'going'>()
  const report = useReport(onSaved)
  const change = (next: Partial<AssistantDraft>) => {
    setTest(undefined)
    setDraft({ ...draft, ...next })
  }
  const save = () => report(client.updateAssistantSettings({ body: bodyOf(draft) }).then(() => text.saved))
  const tryIt = () => {
    setTest('going')
    const model = draft.model.trim()
    client
      .testConnection({ id: draft.connection, body: model === '' ? {} : { model } })
      .then(setTest, (error: unknown) => setTest({ ok: false, message: asApiError(error).message, code: null }))
  }
  return (
    <form
      className="mr-stack mr-settings__form"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave(draft)) void save()
      }}
    >
      <SelectField
        label={text.mode}
        value={draft.mode}
        options={MODES}
        names={text.modes}
        onChange={(mode) => change({ mode })}
      />
      {draft.mode === 'model' && <ModelFields draft={draft} connections={connections} onChange={change} />}
      <div className="mr-row">
        <Button look="primary" submit disabled={!canSave(draft)}>
          {text.save}
        </Button>
        {draft.mode === 'model' && (
          <Button disabled={draft.connection === '' || test === 'going'} onClick={tryIt}>
            {text.test}
          </Button>
        )}
      </div>
      {test !== undefined && <TestResult result={test} />}
      <p className="mr-settings__text">{nowText(settings.effective, text)}</p>
    </form>
  )
}

interface ModelFieldsProps {
  readonly draft: AssistantDraft
  readonly connections: readonly Connection[]
  readonly onChange: (change: Partial<AssistantDraft>) => void
}

function ModelFields({ draft, connections, onChange }: ModelFieldsProps) {
  const text = useText().settings.assistant
  if (connections.length === 0) return <p className="mr-settings__text">{text.noConnections}</p>
  return (
    <>
      <SelectField
        label={text.connection}
        value={draft.connection}
        options={connections.map(({ id }) => id)}
        names={Object.fromEntries(connections.map(({ id, name }) => [id, name]))}
        onChange={(connection) => onChange({ connection })}
      />
      <ModelField
        label={text.model}
        hint={text.modelHint}
        connection={draft.connection}
        value={draft.model}
        onChange={(model) => onChange({ model })}
      />
    </>
  )
}

function nowText(effective: AssistantSettings['effective'], text: Texts['settings']['assistant']): string {
  if (effective.source === 'rules') return text.nowRules
  const { connection, provider, model } = effective
  return text.now([connection ?? provider, model].filter((part) => part !== null).join(', '))
}
