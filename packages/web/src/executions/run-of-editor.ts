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
