/** One run session per editor session. */
import type { EditorSession } from '../editor/session.ts'
import { createRunSession, type RunSession } from './run-session.ts'

/** The key of the run panel among the extensions. */
export const RUN_KEY = 'run'

const sessions = new WeakMap<EditorSession, RunSession>()

/** The run session of an editor, created on first use. */
export function runOf(session: EditorSession): RunSession {
  const known = sessions.get(session)
  if (known !== undefined) return known
  const made = createRunSession(session.client, session.text)
  sessions.set(session, made)
  return made
}

const testers = new WeakMap<EditorSession, boolean>()

/** Notes whether the person may test nodes, for menus that are built outside of the page. */
export function allowTests(session: EditorSession, isAllowed: boolean): void {
  testers.set(session, isAllowed)
}

export function mayTest(session: EditorSession): boolean {
  return testers.get(session) ?? session.store.get().isEditable
}
