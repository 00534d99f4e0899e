/** The tools of an agent: the nodes, workflows and MCP servers on its tool port. */
import { configWith, type ExecutionRecord, type Task } from '@millrace/engine'
import {
  defaultsOf,
  type Effects,
  isObject,
  isResult,
  isSpecialResult,
  type NodeDefinition,
  NodeFailure,
  type NodeResult,
  type PlanTool,
  type RunContext,
  runWorkflow,
  type Tool,
  type WorkflowResult,
} from '@millrace/model'
import type { McpUser } from '../../../effects/mcp/mcp.ts'
import type { RemoteTool } from '../../../effects/mcp/remote-tool.ts'
import { masked, maskedError } from '../../../platform/masking.ts'
import { type ChildRun, childPorts } from '../child-ports.ts'
import { jsonOf } from '../json-outputs.ts'
import type { ConfigReader } from '../step-secrets.ts'
import { stepArguments } from './step-arguments.ts'
import { inputsFor, parametersOf, refuseOtherHosts, toolName, withUniqueNames } from './tool-schema.ts'

type Values = Readonly<Record<string, unknown>>

/** A workflow that runs as a tool, with its launch schema. */
export interface CalledWorkflow {
  readonly name: string
  readonly description: string
  /** JSON Schema of its launch inputs, if its start node has one. */
  readonly schema: Readonly<Record<string, unknown>> | undefined
}

export interface ToolBoxNeeds {
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly configOf: ConfigReader
  readonly effectsFor: (key: string) => Effects
  /** The values of a tool's expressions for a call with these arguments. */
  readonly resolve?: (tool: PlanTool, args: Values) => Promise<Values>
  /** Where a tool logs: into the log of the step that uses it. */
  readonly log: RunContext['log']
  /** Called with what a node threw that ran as a tool. */
  readonly onError?: (error: unknown, type: string, secrets: readonly string[]) => void
  /** Only workflows of the project of the step exist. */
  readonly workflow: (idOrName: string, caller: ExecutionRecord) => Promise<CalledWorkflow>
  /** Runs a workflow for a step and waits for its outputs; the same key finds the same execution. */
  readonly runWorkflow: (task: Task, request: WorkflowResult, key: string) => Promise<ChildRun>
  readonly mcpTools: (config: Values, user: McpUser) => Promise<readonly RemoteTool[]>
}

/** The host for nodes without agents. */
export const NO_TOOLS: Pick<ToolBoxNeeds, 'workflow' | 'runWorkflow' | 'mcpTools'> = {
  workflow: () => Promise.reject(new NodeFailure('NOT_A_TOOL', 'There are no workflows here.')),
  runWorkflow: () => Promise.reject(new NodeFailure('NOT_A_TOOL', 'There are no workflows here.')),
  mcpTools: async () => [],
}

export async function toolsOf(task: Task, needs: ToolBoxNeeds): Promise<readonly Tool[]> {
  const { plan } = task.record
  const attached = (plan.nodes[task.node]?.tools ?? []).flatMap((at) => plan.tools[at] ?? [])
  return toolsMade(attached, task, needs)
}

/** The given nodes as tools of a step. */
export async function toolsMade(tools: readonly PlanTool[], task: Task, needs: ToolBoxNeeds): Promise<readonly Tool[]> {
  const made = await Promise.all(tools.map((tool) => toolsMadeOf(tool, task, needs)))
  return withUniqueNames(made.flat())
}

async function toolsMadeOf(tool: PlanTool, task: Task, needs: ToolBoxNeeds): Promise<Tool[]> {
  if (tool.type === 'mcp_tools') return remoteTools(tool, task, needs)
  const definition = needs.definitions.get(tool.type)
  if (definition?.run === undefined || (definition.tool !== true && tool.isStep !== true)) {
    throw new NodeFailure('NOT_A_TOOL', `"${tool.label}" cannot be used as a tool.`)
  }
  if (tool.type === 'sub_workflow' && tool.isStep !== true) return [await workflowTool(tool, task, needs)]
  const facts = factsOf(tool)
  const config = configOf(tool, definition, task.record, needs)
  return [
    {
      ...facts,
      name: toolName(tool.label),
      description: descriptionOf(tool) ?? definition.description,
      parameters: parametersOf(definition, tool),
      mayRunAgain: mayRunAgain(definition, config().config),
      mayRunAgainWith: (args, settings = {}) => {
        const own = config().config
        if (tool.isStep !== true) return mayRunAgain(definition, own)
        return mayRunAgain(definition, stepArguments(definition, own, { args, settings }).config)
      },
      ...(tool.expressions && { resolve: async (args: Values) => (await valuesOf(tool, args, needs)) ?? {} }),
      async call(args, key, settings = {}, resolved) {
        const { config: set, secrets } = config(resolved ?? (await valuesOf(tool, args, needs)))
        const { config: own, inputs } = tool.isStep
          ? stepArguments(definition, set, { args, settings })
          : { config: set, inputs: inputsFor(definition, set, args) }
        const log: RunContext['log'] = (level, message, more) =>
          needs.log(level, masked(`${tool.label}: ${message}`, secrets), more && masked(more, secrets))
        if (secrets.length > 0) refuseOtherHosts(definition, own, inputs)
        const context = contextOf({ config: own, inputs, key, log, task, needs })
        const run = definition.run as (context: RunContext) => NodeResult | Promise<NodeResult>
        try {
          return masked(
            await resultFor(await run(context), { task, key, needs, ...(tool.isStep ? { stepConfig: own } : {}) }),
            secrets,
          )
        } catch (error) {
          needs.onError?.(error, tool.type, secrets)
          // The agent can mask only its own secrets.
          throw maskedError(error, secrets)
        }
      },
    },
  ]
}

function mayRunAgain({ afterCrash }: NodeDefinition, config: Record<string, unknown>): boolean {
  return (afterCrash?.(config) ?? 'run again') === 'run again'
}

async function workflowTool(tool: PlanTool, task: Task, needs: ToolBoxNeeds): Promise<Tool> {
  const { workflow: called, wait } = configWith(tool, await valuesOf(tool, {}, needs))
  const { name, description, schema } = await needs.workflow(String(called ?? ''), task.record)
  return {
    ...factsOf(tool),
    name: toolName(tool.label === 'Sub-workflow' ? name : tool.label),
    description: descriptionOf(tool) ?? (description || `Runs the workflow "${name}".`),
    parameters: schema ?? { type: 'object', properties: {}, additionalProperties: true },
    // A repeated call finds the started execution by its key.
    mayRunAgain: true,
    call: async (args, key) =>
      toolValue(await needs.runWorkflow(task, runWorkflow(String(called), args, wait !== false), key)),
  }
}

async function remoteTools(tool: PlanTool, task: Task, needs: ToolBoxNeeds): Promise<Tool[]> {
  const definition = needs.definitions.get(tool.type)
  const { config, secrets } = configOf(tool, definition, task.record, needs)(await valuesOf(tool, {}, needs))
  const include = Array.isArray(config.include) ? config.include : []
  const offered = await needs.mcpTools(config, { signal: task.signal, workflow: task.record.workflowId })
  return offered
    .filter(({ name }) => include.length === 0 || include.includes(name))
    .map((remote) => ({
      ...factsOf(tool),
      name: toolName(remote.name),
      label: `${tool.label}: ${remote.name}`,
      description: remote.description,
      parameters: remote.parameters,
      // The effects of a remote tool are unknown, so it is not idempotent.
      mayRunAgain: false,
      call: async (args) => masked(await remote.call(args), secrets),
    }))
}

function factsOf({ id, label }: PlanTool) {
  return { nodeId: id, label }
}

function descriptionOf({ config }: PlanTool): string | undefined {
  const { instanceDescription } = config
  return typeof instanceDescription === 'string' && instanceDescription.trim() !== '' ? instanceDescription : undefined
}

/** The settings of a tool with its secrets, unsealed on use. */
function configOf(
  tool: PlanTool,
  definition: NodeDefinition | undefined,
  record: ExecutionRecord,
  needs: ToolBoxNeeds,
) {
  return (settings?: Values) => {
    const own = needs.configOf({ record, tool, ...(settings && { settings }) }, {})
    const defaults = isObject(definition?.config.properties) ? defaultsOf(definition.config) : {}
    return { config: { ...defaults, ...own.config }, secrets: own.secrets }
  }
}

/** The values of a tool's expressions; undefined if it has none. */
async function valuesOf(tool: PlanTool, args: Values, needs: ToolBoxNeeds): Promise<Values | undefined> {
  if (tool.expressions === undefined) return undefined
  if (needs.resolve !== undefined) return needs.resolve(tool, args)
  throw new NodeFailure('NOT_RUNNABLE', 'Expressions cannot be evaluated on this service.')
}

interface Calling {
  readonly config: Record<string, unknown>
  readonly inputs: Record<string, unknown>
  readonly key: string
  readonly log: RunContext['log']
  readonly task: Task
  readonly needs: ToolBoxNeeds
}

function contextOf({ config, inputs, key, log, task, needs }: Calling): RunContext {
  return {
    config,
    inputs,
    launch: {},
    round: 0,
    effects: needs.effectsFor(key),
    signal: task.signal,
    idempotencyKey: key,
    attempt: task.attempt,
    replies: [],
    notes: {},
    isWired: () => false,
    say: () => {},
    note: () => Promise.reject(new Error('A tool has no notes.')),
    tools: async () => [],
    log,
  }
}

interface Returning extends Pick<Calling, 'task' | 'key' | 'needs'> {
  /** The settings of a tool that runs as a step. */
  readonly stepConfig?: Record<string, unknown>
}

/** What an agent gets from a workflow: its outputs, or its execution if it was only started. */
function toolValue({ id, outputs }: ChildRun): unknown {
  return outputs === undefined ? { execution_id: id } : outputs
}

async function resultFor(result: NodeResult, { task, key, needs, stepConfig }: Returning) {
  const isStep = stepConfig !== undefined
  if (isResult(result, 'run_workflow')) {
    const given = await needs.runWorkflow(task, result, key)
    // As a step, the tool has the ports of the sub-workflow node.
    return isStep && result.wait ? childPorts({ ...given, config: stepConfig }) : toolValue(given)
  }
  if (isResult(result, 'take_branches')) {
    const [branch = null] = result.branches
    return { branches: [...result.branches], ...(isStep ? { branch } : {}), ...jsonOf(result.outputs) }
  }
  if (isStep && isResult(result, 'end_run') && result.failure !== undefined) {
    throw new NodeFailure(result.failure.code, result.failure.message)
  }
  if (isSpecialResult(result) || !isObject(result) || Object.getPrototypeOf(result) !== Object.prototype) {
    throw new NodeFailure('NOT_A_TOOL', 'This node cannot be used as a tool: it does more than give outputs.')
  }
  return jsonOf(result)
}
