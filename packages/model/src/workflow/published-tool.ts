/** Workflows that other programs may call as a tool: those whose document has `config.tool`. */
import { fits } from '../check.ts'
import { isObject } from '../json.ts'
import { type Static, Type } from '../schema.ts'
import { enabledNodes } from './disabled.ts'
import { configOf, nodeTypeIdOf, type Workflow } from './workflow.ts'

/** The tool names that every model provider accepts. */
export const TOOL_NAME = '^[A-Za-z0-9_-]{1,64}$'

/** `config.tool`. An empty object publishes the workflow under its machine name. */
export const ToolSettings = Type.Object({
  name: Type.Optional(Type.String({ pattern: TOOL_NAME, description: 'The machine name if not given.' })),
  description: Type.Optional(
    Type.String({ maxLength: 4000, description: 'What the tool is for. That of the workflow if not given.' }),
  ),
})
export type ToolSettings = Static<typeof ToolSettings>

/** A workflow as a tool. It does not belong to a node, so its `nodeId` is one that no node can have. */
export interface ToolTrigger {
  readonly kind: 'tool'
  readonly nodeId: ''
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema of the launch inputs, from the start node; undefined if it accepts anything. */
  readonly schema: Readonly<Record<string, unknown>> | undefined
}

/** The parts of a document that define the tool. */
export type Publishable = Pick<Workflow, 'nodes'> &
  Partial<Pick<Workflow, 'name' | 'machineName' | 'description' | 'config'>>

/** The tool that a workflow is published as. Invalid settings publish nothing: drafts are saved unchanged. */
export function publishedTool(workflow: Publishable): ToolTrigger | undefined {
  const given = workflow.config?.tool
  if (!isObject(given)) return undefined
  // A form sends an empty text for a blank field.
  const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null))
  if (!fits(ToolSettings, settings)) return undefined
  const name = settings.name ?? workflow.machineName ?? ''
  if (!new RegExp(TOOL_NAME).test(name)) return undefined
  return {
    kind: 'tool',
    nodeId: '',
    name,
    title: workflow.name ?? name,
    description: settings.description ?? workflow.description ?? '',
    schema: launchSchemaOf(workflow),
  }
}

/** The schema of the launch inputs. They are an object, so a schema of another type is ignored. */
export function launchSchemaOf({ nodes }: Pick<Workflow, 'nodes'>): ToolTrigger['schema'] {
  const start = enabledNodes(nodes).find((node) => nodeTypeIdOf(node) === 'start')
  const schema = start && configOf(start).schema
  if (!isObject(schema)) return undefined
  if (schema.type === 'object') return schema
  return schema.type === undefined && isObject(schema.properties) ? { ...schema, type: 'object' } : undefined
}
