/**
 * Nodes that were just added. Their missing settings are not errors yet: they are marked after the first edit of the
 * node, when a field of it loses the focus, or at save or run.
 */
import type { ValidationProblem } from '@millrace/model'
import { type RefObject, useEffect } from 'react'
import { type FreshNodes, NO_FRESH_NODES, selectedNodeOf } from './editor-state.ts'
import type { EditorSession } from './session.ts'

/** Problems of new nodes as suggestions, which are listed and not marked. */
export function withFreshNodes(
  problems: readonly ValidationProblem[],
  fresh: FreshNodes,
): readonly ValidationProblem[] {
  if (fresh.size === 0) return problems
  return problems.map((problem) =>
    problem.nodeId !== undefined && fresh.has(problem.nodeId) && problem.severity !== 'suggestion'
      ? { ...problem, severity: 'suggestion' as const }
      : problem,
  )
}

/** Marks a node as new. */
export function noteFreshNode({ store }: EditorSession, id: string): void {
  const { fresh, history } = store.get()
  const node = history.document.nodes.find((one) => one.id === id)
  if (node !== undefined) store.set({ fresh: new Map([...fresh, [id, node.data]]) })
}

/** From now on the problems of all nodes count. */
export function checkFreshNodes({ store }: EditorSession): void {
  if (store.get().fresh.size > 0) store.set({ fresh: NO_FRESH_NODES })
}

/** Ends the state of new nodes when the user has edited them, left one of their fields, or saves. */
export function useFreshNodes(session: EditorSession, root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { store } = session
    const unsubscribe = store.subscribe(() => {
      const { fresh, history, isSaving } = store.get()
      if (fresh.size === 0) return
      if (isSaving) return checkFreshNodes(session)
      const data = new Map(history.document.nodes.map((node) => [node.id, node.data]))
      const left = [...fresh].filter(([id, before]) => data.get(id) === before)
      if (left.length < fresh.size) store.set({ fresh: new Map(left) })
    })
    const onFocusOut = ({ target }: FocusEvent) => {
      const { fresh } = store.get()
      const node = selectedNodeOf(store.get())
      if (node === undefined || !fresh.has(node.id) || !isField(target)) return
      store.set({ fresh: new Map([...fresh].filter(([id]) => id !== node.id)) })
    }
    const element = root.current
    element?.addEventListener('focusout', onFocusOut)
    return () => {
      unsubscribe()
      element?.removeEventListener('focusout', onFocusOut)
    }
  }, [session, root])
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('[data-document]') !== null &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=combobox]'))
  )
}
