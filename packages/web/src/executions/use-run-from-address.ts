import { use, useEffect } from 'react'
import { useEditorState } from '../editor/editor-context.tsx'
import type { EditorSession } from '../editor/session.ts'
import { PageContext } from '../navigation/page-context.tsx'
import { goTo, useLocation } from '../navigation/router.ts'
import { pinRunData } from './run-pins.ts'
import type { RunSession } from './run-session.ts'

/**
 * Shows the execution that the address of the page names (`?run=<id>`) once the workflow is loaded, and pins the data
 * that it started with.
 */
export function useRunFromAddress(session: EditorSession, run: RunSession, panel: string): void {
  const isReady = useEditorState((state) => state.phase === 'ready')
  const { path, query } = useLocation()
  const id = query.get('run')
  // The address of an embedded editor belongs to the host.
  const isPage = use(PageContext) !== undefined
  useEffect(() => {
    if (!isPage || !isReady || id === null || id === '' || run.store.get().executionId === id) return
    const { history, isEditable } = session.store.get()
    run.watch(id, history.document)
    session.setView({ side: panel })
    // The parameter is removed, so that a reload does not pin the data again.
    if (isEditable) void pinRunData(session, id).then(() => goTo(path, { replace: true }))
  }, [session, run, panel, id, path, isReady, isPage])
}
