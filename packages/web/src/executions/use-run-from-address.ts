import { use, useEffect } from 'react'
import { useEditorState } from '../editor/editor-context.tsx'
import type { EditorSession } from '../editor/session.ts'
import { PageContext } from '../navigation/page-context.tsx'
import { useLocation } from '../navigation/router.ts'
import type { RunSession } from './run-session.ts'

/** Shows the execution that the address of the page names (`?run=<id>`) once the workflow is loaded. */
export function useRunFromAddress(session: EditorSession, run: RunSession, panel: string): void {
  const isReady = useEditorState((state) => state.phase === 'ready')
  const id = useLocation().query.get('run')
  // The address of an embedded editor belongs to the host.
  const isPage = use(PageContext) !== undefined
  useEffect(() => {
    if (!isPage || !isReady || id === null || id === '' || run.store.get().executionId === id) return
    run.watch(id, session.store.get().history.document)
    session.setView({ side: panel })
  }, [session, run, panel, id, isReady, isPage])
}
