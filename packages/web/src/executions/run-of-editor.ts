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

interface Permissions {
  readonly mayRun: boolean
  readonly mayTest: boolean
}

const permissions = new WeakMap<EditorSession, Permissions>()

/** Notes what the person may do, for menus and keys, which are handled outside of the page. */
export function allowRuns(session: EditorSession, allowed: Permissions): void {
  permissions.set(session, allowed)
}

export function mayRun(session: EditorSession): boolean {
  return permissions.get(session)?.mayRun ?? true
}

export function mayTest(session: EditorSession): boolean {
  return permissions.get(session)?.mayTest ?? session.store.get().isEditable
}
