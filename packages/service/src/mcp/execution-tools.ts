/** Tools that inspect and cancel executions. */
import { MCP_TOOLS } from '@millrace/model'
import { nodesOf, reportOf } from './execution-report.ts'
import { defineTool, type OwnTool } from './tool.ts'
import { waitFor } from './wait-for-execution.ts'

const getExecution = defineTool({
  name: 'get_execution',
  title: 'Inspect an execution',
  description:
    'Returns the state of an execution: status, outputs, error, its nodes, and its open questions to people. Long ' +
    'values are cut.',
  access: 'read',
  about: { kind: 'execution', argument: 'execution_id' },
  isReadOnly: true,
  parameters: MCP_TOOLS.get_execution,
  async run({ execution_id: id, wait_seconds = 0 }, use) {
    use.concerns(id)
    await use.services.executions.head(id)
    if (wait_seconds > 0) await waitFor(id, wait_seconds * 1000, use)
    return { ...(await reportOf(id, use.services)), nodes: await nodesOf(id, use.services) }
  },
})

const cancelExecution = defineTool({
  name: 'cancel_execution',
  title: 'Cancel an execution',
  description: 'Cancels an execution that is waiting or running.',
  access: 'run',
  about: { kind: 'execution', argument: 'execution_id' },
  isDestructive: true,
  parameters: MCP_TOOLS.cancel_execution,
  async run({ execution_id: id }, { services, recordChange, concerns }) {
    concerns(id)
    await recordChange('execution.cancelled', { subject: { id } }, () => services.executions.cancel(id))
    return reportOf(id, services)
  },
})

export const EXECUTION_TOOLS: readonly OwnTool[] = [getExecution, cancelExecution]
