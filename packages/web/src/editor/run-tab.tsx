import { joinOf, timeoutMsOf, type WorkflowNode } from '@millrace/model'
import { useMemo } from 'react'
import type { FieldSchema } from '../forms/field-schema.ts'
import { FormContext } from '../forms/form-context.tsx'
import { SchemaForm } from '../forms/schema-form.tsx'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { useEditorState } from './editor-context.tsx'
import { extensionChange, retryIn } from './run-extensions.ts'
import type { EditorSession } from './session.ts'

const schemaIn = (text: Texts['editor']['panel']): FieldSchema => ({
  type: 'object',
  properties: {
    maxAttempts: {
      type: 'integer',
      title: text.retry,
      description: text.retryHint,
      minimum: 1,
      maximum: 100,
      default: 1,
    },
    delayMs: { type: 'integer', title: text.retryDelay, minimum: 0 },
    factor: { type: 'number', title: text.retryFactor, minimum: 1 },
    timeoutMs: { type: 'integer', title: text.timeout, minimum: 1 },
    join: {
      type: 'string',
      title: text.join,
      default: 'all',
      oneOf: [
        { const: 'all', title: text.joinAll },
        { const: 'any', title: text.joinAny },
      ],
    },
  },
})

/** How a step of the node runs: attempts, timeout, joins. Stored in the node's extensions. */
export function RunTab({ node, session }: { node: WorkflowNode; session: EditorSession }) {
  const isEditable = useEditorState((state) => state.isEditable)
  const t = useText()
  const fields = useMemo(() => schemaIn(t.editor.panel), [t])
  const extensions = node.data?.extensions ?? {}
  const value = { ...retryIn(extensions), timeoutMs: timeoutMsOf(extensions), join: joinOf(extensions) }
  const change = (key: string, next: unknown) =>
    session.transact(
      'changeRun',
      (tx) => tx.configure({ node: node.id, extensions: extensionChange(extensions, key, next) }),
      { coalesce: `run:${node.id}:${key}` },
    )
  return (
    <FormContext
      value={{ client: undefined, isReadOnly: !isEditable, problems: new Map(), values: value, variables: [] }}
    >
      <SchemaForm schema={fields} value={value} onChange={change} />
    </FormContext>
  )
}
