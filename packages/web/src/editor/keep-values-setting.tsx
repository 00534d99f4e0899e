import { KEPT_VALUES, keptValuesIn } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'

const CHOICES = ['all', ...KEPT_VALUES] as const
type Choice = (typeof CHOICES)[number]

/** Which executions of this workflow keep their values after they have ended. */
export function KeepValuesSetting() {
  const t = useText()
  const { transact } = useEditor()
  const config = useEditorState((state) => state.history.document.config)
  const isEditable = useEditorState((state) => state.isEditable)
  const { keep_values: _, ...others } = config ?? {}
  const change = (choice: Choice) => {
    const set = { config: choice === 'all' ? others : { ...others, keep_values: choice } }
    transact('editWorkflow', (tx) => tx.document({ set }))
  }
  const text = t.editor.panel.keepValues
  const choice = keptValuesIn(config) ?? 'all'
  return (
    <Field label={text.title} hint={text.hints[choice]}>
      {(ids) => (
        <Select
          ids={ids}
          value={choice}
          disabled={!isEditable}
          options={CHOICES.map((value) => ({ value, label: text.choices[value] }))}
          onChange={change}
        />
      )}
    </Field>
  )
}
