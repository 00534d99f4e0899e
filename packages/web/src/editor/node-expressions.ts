import {
  canBeExpression,
  configOf,
  EXPRESSIONS_EXTENSION,
  type NodeType,
  readExpressions,
  type WorkflowNode,
} from '@millrace/model'
import { useMemo, useRef } from 'react'
import { valueRows } from '../data/expression-values.ts'
import { useNodeData, useUpstream } from '../data/use-node-data.ts'
import { movedExpressions } from '../forms/expression-text-edits.ts'
import type { ExpressionFields } from '../forms/form-context.tsx'
import { useText } from '../i18n/use-text.ts'
import { useEditor, useEditorState } from './editor-context.tsx'

export interface NodeExpressions extends ExpressionFields {
  /** The change of the extensions that belongs to the next change of the settings; undefined if there is none. */
  readonly takeMove: () => ReturnType<typeof extensionChange> | undefined
}

/** The expressions of a node for its form, with the data of the last run or pins. */
export function useNodeExpressions(node: WorkflowNode, type: NodeType | undefined): NodeExpressions | undefined {
  const t = useText()
  const { transact } = useEditor()
  const types = useEditorState((state) => state.catalogue.types)
  const workflowName = useEditorState((state) => state.history.document.name)
  const data = useNodeData(node.id)
  const upstream = useUpstream(node.id)
  const moved = useRef<ReadonlyMap<string, string>>(undefined)
  const { inputs, execution } = t.expressions
  return useMemo(() => {
    if (type === undefined) return undefined
    const texts = new Map(Object.entries(readExpressions(node)).map(([setting, text]) => [`/${setting}`, text]))
    const titles = { inputs, execution }
    return {
      texts,
      canBe: (path) => canBeExpression(type, path.slice(1), configOf(node)),
      set(path, text) {
        const next = new Map(texts)
        if (text === undefined) next.delete(path)
        else next.set(path, text)
        transact('configureNode', (tx) => tx.configure({ node: node.id, extensions: extensionChange(next) }), {
          // Turning an expression on or off is a step of its own.
          ...(text === undefined || !texts.has(path) ? {} : { coalesce: `expression:${node.id}:${path}` }),
        })
      },
      move(path, to) {
        const next = movedExpressions(texts, path, to)
        moved.current = JSON.stringify([...next]) === JSON.stringify([...texts]) ? undefined : next
      },
      takeMove() {
        const next = moved.current
        moved.current = undefined
        return next === undefined ? undefined : extensionChange(next)
      },
      rows: valueRows({ node, types, data, upstream, workflowName, titles }),
      preview: { data, upstream, workflowName },
    }
  }, [node, type, types, data, upstream, workflowName, transact, inputs, execution])
}

function extensionChange(texts: ReadonlyMap<string, string>) {
  if (texts.size === 0) return { drop: [EXPRESSIONS_EXTENSION] }
  const stored = Object.fromEntries([...texts].map(([path, text]) => [path.slice(1), text]))
  return { set: { [EXPRESSIONS_EXTENSION]: stored } }
}
