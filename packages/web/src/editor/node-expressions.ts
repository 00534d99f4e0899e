import {
  type Command,
  canBeExpression,
  configOf,
  type NodeType,
  readExpressions,
  settingKeys,
  type Transaction,
  type WorkflowNode,
  withSetting,
} from '@millrace/model'
import { useMemo, useRef } from 'react'
import { valueRows } from '../data/expression-values.ts'
import { useNodeData, useUpstream } from '../data/use-node-data.ts'
import { usedValue } from '../data/used-value.ts'
import { movedExpressions } from '../forms/expression-text-edits.ts'
import type { ExpressionFields } from '../forms/form-context.tsx'
import { useText } from '../i18n/use-text.ts'
import { useEditor, useEditorState } from './editor-context.tsx'
import type { EditorDocument } from './editor-document.ts'
import { expressionEdits } from './expression-edits.ts'
import { expressionIn, stepsToUndo, textStep } from './expression-steps.ts'

export interface NodeExpressions extends ExpressionFields {
  /** The edits of expressions that belong to the next change of the settings. */
  readonly takeMove: () => readonly Command[]
}

/** The expressions of a node for its form, with the data of the last run or pins. */
export function useNodeExpressions(node: WorkflowNode, type: NodeType | undefined): NodeExpressions | undefined {
  const t = useText()
  const { transact, undo, redo, store, toast } = useEditor()
  const types = useEditorState((state) => state.catalogue.types)
  const workflowName = useEditorState((state) => state.history.document.name)
  const data = useNodeData(node.id)
  const upstream = useUpstream(node.id)
  const moved = useRef<ReadonlyMap<string, string>>(undefined)
  const { inputs, execution, notConnected } = t.expressions
  return useMemo(() => {
    if (type === undefined) return undefined
    const texts = new Map(Object.entries(readExpressions(node)).map(([setting, text]) => [`/${setting}`, text]))
    const titles = { inputs, execution }
    return {
      texts,
      canBe: (path) => canBeExpression(type, path.slice(1), configOf(node)),
      set(path, text, plain) {
        const setting = path.slice(1)
        // The braces in the plain value belong to the step in which they were typed, so that undo restores the text
        // before them. If they are older, removing them belongs to the step that turns the expression on.
        const typing = settingStep(node.id, settingKeys(setting)[0] ?? '')
        const { past, future } = store.get().history
        const isLast = future.length === 0 && past.at(-1)?.coalesce === typing
        const isTyped = text !== undefined && plain !== undefined && isLast
        const configure = (tx: Transaction<EditorDocument>) => {
          if (plain !== undefined) tx.configure({ node: node.id, config: plainChange(node, setting, plain) })
        }
        if (isTyped) transact('configureNode', configure, { coalesce: typing, ignoresPause: true })
        transact(
          text === undefined ? 'unbindSetting' : 'bindSetting',
          (tx) => {
            if (!isTyped) configure(tx)
            if (text === undefined) tx.unbind({ node: node.id, setting })
            else tx.bind({ node: node.id, setting, text })
          },
          // Turning an expression on or off is a step of its own.
          text === undefined || !texts.has(path) ? {} : { coalesce: textStep({ node: node.id, setting }) },
        )
      },
      undo(path) {
        const expression = { node: node.id, setting: path.slice(1) }
        for (let left = stepsToUndo(store.get().history, expression); left > 0; left -= 1) undo()
        return expressionIn(store.get().history.document, expression) === undefined
      },
      redo,
      move(path, to) {
        const next = movedExpressions(texts, path, to)
        moved.current = JSON.stringify([...next]) === JSON.stringify([...texts]) ? undefined : next
      },
      takeMove() {
        const next = moved.current
        moved.current = undefined
        return next === undefined ? [] : expressionEdits(node.id, texts, next)
      },
      use(path, of) {
        const { document } = store.get().history
        const used = usedValue(path, of, { node, type, graph: document, upstream })
        if (used === undefined) toast({ text: notConnected })
        const connection = used?.connect
        if (used === undefined || connection === undefined) return used && { text: used.text }
        // One step with the text that needs the connection.
        const step = { coalesce: settingStep(node.id, settingKeys(of.setting.slice(1))[0] ?? '') }
        return {
          text: used.text,
          connect: () => void transact('configureNode', (tx) => tx.connect(connection), step),
        }
      },
      rows: valueRows({ node, types, data, upstream, workflowName, titles }),
      preview: { data, upstream, workflowName },
    }
  }, [
    node,
    type,
    types,
    data,
    upstream,
    workflowName,
    transact,
    undo,
    redo,
    store,
    toast,
    inputs,
    execution,
    notConnected,
  ])
}

/** Changes of one setting in quick succession are one step. */
export function settingStep(node: string, key: string): string {
  return `config:${node}:${key}`
}

/** The change of the settings that stores a plain value, also inside of a map or a list. */
function plainChange(node: WorkflowNode, setting: string, value: string) {
  const [key = ''] = settingKeys(setting)
  return { set: { [key]: withSetting(configOf(node), setting, value)[key] } }
}
