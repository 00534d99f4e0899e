/** Panels of trigger nodes as an extension of the editor: addresses and test calls of webhooks, times of schedules. */
import { nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import { useEffect } from 'react'
import { useEditor } from '../editor/editor-context.tsx'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { listenerOf } from './listening.ts'

const PANELS = {
  webhook_trigger: lazyComponent(async () => (await import('./webhook-panel.tsx')).WebhookPanel),
  schedule_trigger: lazyComponent(async () => (await import('./schedule-panel.tsx')).SchedulePanel),
}

function TriggerPanel({ node }: { node: WorkflowNode }) {
  const type = nodeTypeIdOf(node)
  if (type !== 'webhook_trigger' && type !== 'schedule_trigger') return null
  const Panel = PANELS[type]
  return <Panel key={node.id} node={node} />
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
