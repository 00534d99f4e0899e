/** Body, headers and query of the test call of a webhook node. Every change is an edit of the workflow. */
import { configOf, nodeTypeIdOf, pinsOf, titleOf, type WorkflowNode } from '@millrace/model'
import { useId, useState } from 'react'
import { useEditor, useEditorState } from '../editor/editor-context.tsx'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { bodyIn, bodyText, isEmptyCall, pairsIn, pairsText, type TestCall, testCallOf } from './test-call.ts'

/** The test calls of all webhooks of the workflow, for the run panel. */
export function TestCallForms({ nodes }: { nodes: readonly WorkflowNode[] }) {
  const t = useText()
  const isEditable = useEditorState((state) => state.isEditable)
  if (!isEditable) return null
  return nodes.map((node) => (
    <fieldset key={node.id} className="mr-test-call">
      <legend className="mr-label">
        {[t.runs.testCall, nodes.length > 1 && titleOf(node)].filter(Boolean).join(': ')}
      </legend>
      <TestCallForm node={node} />
    </fieldset>
  ))
}

export function webhooksIn(nodes: readonly WorkflowNode[]): WorkflowNode[] {
  return nodes.filter((node) => nodeTypeIdOf(node) === 'webhook_trigger')
}

/** True if a webhook would run with an empty call. */
export function needsTestCall(nodes: readonly WorkflowNode[]): boolean {
  return webhooksIn(nodes).some((node) => pinsOf(node) === undefined)
}

export function TestCallForm({ node }: { node: WorkflowNode }) {
  const t = useText()
  const { transact } = useEditor()
  const { method } = configOf(node)
  const used = typeof method === 'string' && method !== '' && method !== 'ANY' ? method : 'POST'
  const call = testCallOf(node, used)
  const change = (part: Partial<TestCall>) => {
    const next = { body: null, headers: {}, query: {}, method: used, ...call, ...part }
    const options = { coalesce: `test-call:${node.id}:${Object.keys(part).join()}` }
    if (isEmptyCall(next)) transact('unpin', (tx) => tx.unpin({ node: node.id }), options)
    else transact('pin', (tx) => tx.pin({ node: node.id, outputs: { ...next } }), options)
  }
  return (
    <div className="mr-test-call__fields">
      <TextPart
        label={t.runs.body}
        hint={t.runs.bodyHint}
        rows={5}
        text={bodyText(call?.body)}
        sameAs={(text) => JSON.stringify(bodyIn(text)) === JSON.stringify(call?.body ?? null)}
        onChange={(text) => change({ body: bodyIn(text) })}
      />
      {(['headers', 'query'] as const).map((part) => (
        <TextPart
          key={part}
          label={t.runs[part]}
          hint={t.runs.pairsHint}
          rows={2}
          text={pairsText(call?.[part] ?? {})}
          sameAs={(text) => JSON.stringify(pairsIn(text)) === JSON.stringify(call?.[part] ?? {})}
          onChange={(text) => change({ [part]: pairsIn(text) })}
        />
      ))}
      <p className="mr-field__hint">{t.runs.testCallHint}</p>
      {call !== undefined && (
        <Button small icon="mdi:eraser" onClick={() => transact('unpin', (tx) => tx.unpin({ node: node.id }))}>
          {t.runs.clearTestCall}
        </Button>
      )}
    </div>
  )
}

interface TextPartProps {
  readonly label: string
  readonly hint: string
  readonly rows: number
  readonly text: string
  /** True if a typed text stands for the stored value, so it is shown as typed. */
  readonly sameAs: (typed: string) => boolean
  readonly onChange: (text: string) => void
}

function TextPart({ label, hint, rows, text, sameAs, onChange }: TextPartProps) {
  const id = useId()
  const [typed, setTyped] = useState(text)
  const shown = sameAs(typed) ? typed : text
  return (
    <div className="mr-field">
      <label className="mr-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="mr-input mr-mono mr-test-call__text"
        rows={rows}
        spellCheck={false}
        placeholder={hint}
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(event.target.value)
        }}
      />
    </div>
  )
}
