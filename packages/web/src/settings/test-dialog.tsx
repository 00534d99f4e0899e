import type { Connection, ConnectionTest } from '@millrace/client'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ModelField } from './model-field.tsx'
import { TestResult } from './test-result.tsx'

interface TestDialogProps {
  readonly connection: Connection
  readonly onClose: () => void
}

/** Tests a connection with a model that is selected or typed. */
export function TestDialog({ connection, onClose }: TestDialogProps) {
  const t = useText()
  const text = t.settings.connections
  const { client } = usePage()
  const [model, setModel] = useState('')
  const [result, setResult] = useState<ConnectionTest | 'going'>()
  // Only these servers have no default model.
  const needsModel = connection.provider === 'openai_compatible'
  const canTest = result !== 'going' && (!needsModel || model.trim() !== '')
  const test = () => {
    if (!canTest) return
    setResult('going')
    const body = model.trim() === '' ? {} : { model: model.trim() }
    client
      .testConnection({ id: connection.id, body })
      .then(setResult, (error: unknown) => setResult({ ok: false, message: asApiError(error).message, code: null }))
  }
  return (
    <Dialog
      title={text.testTitle(connection.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.ui.close}</Button>
          <Button look="primary" disabled={!canTest} onClick={test}>
            {text.runTest}
          </Button>
        </>
      }
    >
      <div className="mr-stack mr-settings__form">
        <ModelField
          label={text.model}
          hint={needsModel ? text.modelNeeded : text.modelHint}
          connection={connection.id}
          value={model}
          onChange={setModel}
          onEnter={test}
        />
        {result !== undefined && <TestResult result={result} />}
      </div>
    </Dialog>
  )
}
