/** The assistant as an extension of the editor. */

import type { Command, ViewCommand } from '@millrace/model'
import { useMemo } from 'react'
import { useEditor, useEditorState } from '../editor/editor-context.tsx'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { previewOn } from '../editor/preview-overlay.ts'
import type { EditorSession } from '../editor/session.ts'
import { AssistantPanel } from './assistant-panel.tsx'
import { type Chat, createChat } from './chat.ts'
import type { AssistantActions } from './panel-props.ts'

interface Kept {
  readonly id: string
  readonly chat: Chat
}

const chats = new WeakMap<EditorSession, Kept>()

/** The chat of the workflow in an editor; it is kept while the panel is closed. */
function chatOf(session: EditorSession, id: string): Chat {
  const known = chats.get(session)
  if (known?.id === id) return known.chat
  const chat = createChat(session.client, id, session.text)
  chats.set(session, { id, chat })
  return chat
}

function actionsFor(session: EditorSession): AssistantActions {
  return {
    onPreview: previewOn(session),
    onApply(commands: readonly Command[], { skipRefused }) {
      const result = session.transact('assistant', (tx) => tx.runAll(commands, { skipRefused }))
      if (!result.ok) return { ok: false, problem: result.problem }
      const { nodes } = result.made
      if (nodes.length > 0) setTimeout(() => session.reveal(nodes), 60)
      return { ok: true }
    },
    onHistory: (verb) => (verb === 'undo' ? session.undo() : session.redo()),
    onView: (command) => runViewCommand(session, command),
  }
}

const CLOSER = 1.25

function runViewCommand(session: EditorSession, command: ViewCommand): void {
  const canvas = session.canvas.current
  if (command.verb === 'select' || command.verb === 'config') {
    session.reveal([command.node])
    if (command.verb === 'config') session.setView({ hasInspector: undefined, side: undefined })
  } else if (command.action === 'fit') canvas?.fit()
  else if (command.action === 'zoom in') canvas?.zoomBy(CLOSER)
  else if (command.action === 'zoom out') canvas?.zoomBy(1 / CLOSER)
  else if (command.action === 'zoom') canvas?.zoomTo(command.level)
  else if (command.action === 'reset') canvas?.zoomTo(1)
}

function AssistantSide() {
  const session = useEditor()
  const id = useEditorState((state) => state.origin?.id)
  const document = useEditorState((state) => state.history.document)
  const catalogue = useEditorState((state) => state.catalogue)
  const isEditable = useEditorState((state) => state.isEditable)
  const actions = useMemo(() => actionsFor(session), [session])
  return (
    <AssistantPanel
      {...actions}
      chat={id === undefined ? undefined : chatOf(session, id)}
      graph={document}
      catalogue={catalogue}
      isEditable={isEditable}
      onClose={() => session.setView({ side: undefined })}
    />
  )
}

export const assistantExtension: EditorExtension = {
  key: 'assistant',
  side: {
    label: (t) => t.assistant.title,
    icon: 'mdi:creation-outline',
    component: AssistantSide,
  },
}
