/** Panels of trigger nodes as an extension of the editor: addresses and test calls of webhooks, times of schedules. */
import { nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import { lazy, Suspense, useEffect } from 'react'
import { useEditor } from '../editor/editor-context.tsx'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { listenerOf } from './listening.ts'

const PANELS = {
  webhook_trigger: lazy(async () => ({ default: (await import('./webhook-panel.tsx')).WebhookPanel })),
  schedule_trigger: lazy(async () => ({ default: (await import('./schedule-panel.tsx')).SchedulePanel })),
}

function TriggerPanel({ node }: { node: WorkflowNode }) {
  const type = nodeTypeIdOf(node)
  if (type !== 'webhook_trigger' && type !== 'schedule_trigger') return null
  const Panel = PANELS[type]
  return (
    <Suspense>
      <Panel key={node.id} node={node} />
    </Suspense>
  )
}

/** Stops listening with the editor. */
function StopListening() {
  const session = useEditor()
  useEffect(() => () => listenerOf(session).stop(), [session])
  return null
}

export const triggerExtension: EditorExtension = {
  key: 'triggers',
  settings: TriggerPanel,
  background: StopListening,
}
