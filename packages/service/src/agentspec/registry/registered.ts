/** Tools and agents that flows may name, as they are registered. */
import { AnyObject, type Static, Type } from '@millrace/model'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]+$' })
const Properties = Type.Array(
  Type.Object({ title: Type.String({ minLength: 1, maxLength: 200 }), type: Type.Optional(Type.Any()) }),
  { maxItems: 200, description: 'JSON Schemas; the title is the name.' },
)
const Description = Type.Optional(Type.String({ maxLength: 4000 }))

/** What a tool does when it is called. */
export const Implementation = Type.Union([
  Type.Object({
    kind: Type.Literal('code'),
    source: Type.String({
      minLength: 1,
      maxLength: 100_000,
      description: 'The body of a JavaScript function that gets `args` and returns the result. Runs in the sandbox.',
    }),
  }),
  Type.Object({
    kind: Type.Literal('workflow'),
    workflow: Type.String({ minLength: 1, maxLength: 200, description: 'Id or machine name.' }),
  }),
  Type.Object({
    kind: Type.Literal('http'),
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    method: Type.Optional(Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
    headers: Type.Optional(Type.Record(Type.String({ maxLength: 8000 }))),
  }),
])
export type Implementation = Static<typeof Implementation>

export const NewTool = Type.Object(
  {
    name: Name,
    description: Description,
    inputs: Type.Optional(Properties),
    outputs: Type.Optional(Properties),
    requires_confirmation: Type.Optional(Type.Boolean()),
    implementation: Implementation,
  },
  { $id: 'AgentSpecNewTool' },
)
export type NewTool = Static<typeof NewTool>

export const NewAgent = Type.Object(
  {
    name: Name,
    description: Description,
    system_prompt: Type.Optional(Type.String({ maxLength: 100_000 })),
    llm_config: Type.Optional(
      Type.Any({ description: 'As in a flow; the default model of the service if not given.' }),
    ),
    tools: Type.Optional(Type.Array(Type.Any(), { maxItems: 200, description: 'Tools, or names of registered ones.' })),
    inputs: Type.Optional(Properties),
    outputs: Type.Optional(Properties),
    human_in_the_loop: Type.Optional(
      Type.Boolean({ description: 'Whether it may ask the user. Not unless it says so.' }),
    ),
  },
  { $id: 'AgentSpecNewAgent' },
)
export type NewAgent = Static<typeof NewAgent>

/** A tool that a flow may call, whoever registered it. `node` is a node type of the catalogue. */
export interface RegisteredTool extends Omit<NewTool, 'implementation'> {
  readonly implementation:
    | Implementation
    | { readonly kind: 'node'; readonly type: string; readonly mayRunAgain: boolean }
}

export const AgentItem = Type.Object(
  { name: Type.String(), description: Type.String(), inputs: Type.Array(AnyObject), outputs: Type.Array(AnyObject) },
  { $id: 'AgentSpecAgent' },
)
export const ToolItem = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    component_type: Type.String(),
    inputs: Type.Array(AnyObject),
    outputs: Type.Array(AnyObject),
  },
  { $id: 'AgentSpecTool' },
)
export type AgentItem = Static<typeof AgentItem>
export type ToolItem = Static<typeof ToolItem>

/** As the listing shows it: what it is called with, never how it is done. */
export function toolItem({ name, description = '', inputs = [], outputs = [] }: RegisteredTool): ToolItem {
  return { name, description, component_type: 'server_tool', inputs: inputs.map(copy), outputs: outputs.map(copy) }
}

export function agentItem({ name, description = '', inputs = [], outputs = [] }: NewAgent): AgentItem {
  return { name, description, inputs: inputs.map(copy), outputs: outputs.map(copy) }
}

function copy(value: object): Record<string, unknown> {
  return { ...value }
}
