import type { EditorSession } from '../session.ts'

/** Shows the saved document again; the toast and the undo key restore the changes. */
export function discardChanges(session: EditorSession): void {
  if (!session.drafts.discard()) return
  const t = session.text()
  session.toast({ text: t.saving.draft.discarded, action: { label: t.editor.bar.undo, run: session.undo } })
  requestAnimationFrame(() => session.canvas.current?.fit())
}
