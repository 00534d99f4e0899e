import type { ExecutionTrigger } from '@millrace/model'

export const TRIGGER_ICONS: Readonly<Record<ExecutionTrigger, string>> = {
  manual: 'mdi:account-outline',
  webhook: 'mdi:webhook',
  schedule: 'mdi:calendar-clock',
  sub_workflow: 'mdi:source-branch',
  playground: 'mdi:chat-outline',
  mcp: 'mdi:connection',
  agentspec: 'mdi:robot-outline',
  error: 'mdi:alert-octagon-outline',
}
