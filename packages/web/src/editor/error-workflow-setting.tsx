import { useState } from 'react'
import { FormContext } from '../forms/form-context.tsx'
import { SchemaField } from '../forms/schema-form.tsx'
import { useText } from '../i18n/use-text.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { useProject } from './use-project.ts'

const CHOICES = ['default', 'none', 'workflow'] as const
type Choice = (typeof CHOICES)[number]

/** As of the setting of a sub-workflow, but only stored workflows can be selected. */
const PICKER = {
  type: 'string',
  format: 'autocomplete',
  autocomplete: { url: '/autocomplete/workflows', isBelowApi: true, fetchOnFocus: true, allowFreeText: false },
} as const

/** The workflow that runs when this one fails. */
export function ErrorWorkflowSetting() {
  const t = useText()
  const { transact, client } = useEditor()
  const project = useProject()
  const config = useEditorState((state) => state.history.document.config)
  const isEditable = useEditorState((state) => state.isEditable)
  // A workflow is to be picked, and the document names none yet.
  const [isPicking, setPicking] = useState(false)
  const { error_workflow: named, ...others } = config ?? {}
  const change = (value: string | false | undefined) => {
    const set = { config: value === undefined ? others : { ...others, error_workflow: value } }
    transact('editWorkflow', (tx) => tx.document({ set }))
  }
  const choose = (choice: Choice) => {
    setPicking(choice === 'workflow')
    if (choice !== 'workflow') change(choice === 'none' ? false : undefined)
  }
  const choice = isPicking ? 'workflow' : choiceOf(named)
  const text = t.editor.panel.errorWorkflow
  return (
    <>
      <Field label={text.title} hint={text.hints[choice]}>
        {(ids) => (
          <Select
            ids={ids}
            value={choice}
            disabled={!isEditable}
            options={CHOICES.map((value) => ({ value, label: text.choices[value] }))}
            onChange={choose}
          />
        )}
      </Field>
      {choice === 'workflow' && (
        <FormContext
          value={{ client, project, isReadOnly: !isEditable, problems: new Map(), values: {}, variables: [] }}
        >
          <SchemaField
            label={text.workflow}
            schema={{ ...PICKER, placeholder: text.placeholder }}
            value={named}
            path="/config/error_workflow"
            onChange={(value) => {
              if (typeof value !== 'string') return
              setPicking(false)
              change(value)
            }}
          />
        </FormContext>
      )}
    </>
  )
}

/** The service ignores an empty name. */
function choiceOf(named: unknown): Choice {
  if (named === false) return 'none'
  return typeof named === 'string' && named !== '' ? 'workflow' : 'default'
}
