/** Tools that list, describe and run workflows. */
import {
  DEFAULT_WAIT_SECONDS,
  launchSchemaOf,
  liveRevision,
  MCP_TOOLS,
  nodeTypeIdOf,
  Problem,
  parseInSlices,
  publishedTool,
  titleOf,
  type Workflow,
  type WorkflowNode,
} from '@millrace/model'
import type { StoredWorkflow } from '@millrace/store'
import { iso } from '../platform/iso.ts'
import { listedProjects } from '../platform/project-access.ts'
import { reportOf } from './execution-report.ts'
import { defineTool, type OwnTool } from './tool.ts'
import { waitFor } from './wait-for-execution.ts'

const MAX_NODES = 500

const listWorkflows = defineTool({
  name: 'list_workflows',
  title: 'List workflows',
  description: 'Lists the workflows, most recently changed first.',
  access: 'read',
  isReadOnly: true,
  parameters: MCP_TOOLS.list_workflows,
  async run({ search = '', tags = [], limit = 50, offset = 0 }, { services, caller }) {
    const { items, total } = await services.workflows.list({
      ...(search === '' ? {} : { search }),
      ...(tags.length === 0 ? {} : { tags }),
      ...listedProjects(caller, undefined),
      ...{ sort: 'updated_at', order: 'desc', limit, offset },
    })
    return { total, workflows: items.map(headOf) }
  },
})

const describeWorkflow = defineTool({
  name: 'describe_workflow',
  title: 'Describe a workflow',
  description: 'Returns the launch inputs of a workflow (as a JSON Schema, if it has one) and its nodes.',
  access: 'read',
  about: { kind: 'workflow', argument: 'workflow' },
  isReadOnly: true,
  parameters: MCP_TOOLS.describe_workflow,
  async run({ workflow: idOrName }, { services }) {
    const stored = await services.workflows.get(idOrName)
    // Describes the version that run_workflow starts.
    const { document: text } = await services.workflows.runnable(stored.id, liveRevision(stored) ?? 'latest')
    const document = (await parseInSlices(text)) as Workflow
    const tool = publishedTool(document)
    return {
      ...headOf(stored),
      revision: stored.revision,
      inputs_schema: launchSchemaOf(document) ?? null,
      ...(tool === undefined ? {} : { tool: tool.name }),
      nodes: document.nodes.slice(0, MAX_NODES).map(nodeRecord),
      connections: document.edges.slice(0, MAX_NODES).map(({ source, target }) => ({ from: source, to: target })),
    }
  },
})

const runWorkflow = defineTool({
  name: 'run_workflow',
  title: 'Run a workflow',
  description:
    'Starts a workflow and waits a while for its end. The result has the outputs if it has ended, the open questions if it ' +
    'asks a person (see answer_question), and otherwise its execution_id, to look at later with get_execution. It goes ' +
    'on by itself in any case. Inputs are the values that inputs_schema of describe_workflow asks for, or, for single ' +
    'nodes, {nodeId: {port or setting: value}}.',
  access: 'run',
  about: { kind: 'workflow', argument: 'workflow' },
  parameters: MCP_TOOLS.run_workflow,
  async run({ workflow, inputs = {}, wait_seconds = DEFAULT_WAIT_SECONDS }, use) {
    if (!(await use.services.workflows.current(workflow)).isActive) throw new Problem('WORKFLOW_INACTIVE')
    const start = { inputs, by: use.caller, about: { via: 'mcp' }, version: 'published' } as const
    const { id } = await use.services.executions.start(workflow, start)
    use.concerns(id)
    if (wait_seconds > 0) await waitFor(id, wait_seconds * 1000, use)
    return reportOf(id, use.services)
  },
})

function headOf({ id, machineName, name, description, tags, updatedAt }: StoredWorkflow) {
  return { id, machine_name: machineName, name, description, tags, updated_at: iso(updatedAt) }
}

function nodeRecord(node: WorkflowNode) {
  return { id: node.id, type: nodeTypeIdOf(node), label: titleOf(node) }
}

export const WORKFLOW_TOOLS: readonly OwnTool[] = [listWorkflows, describeWorkflow, runWorkflow]
