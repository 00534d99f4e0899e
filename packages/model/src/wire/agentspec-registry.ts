/** Tools and agents that Agent Spec flows may refer to, as they are registered and listed. */
import { AnyObject, type Static, Type } from '../schema.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]+$' })
const Properties = Type.Array(
  Type.Object({ title: Type.String({ minLength: 1, maxLength: 200 }), type: Type.Optional(Type.Any()) }),
  { maxItems: 200, description: 'JSON Schemas; the title is the name.' },
)
const Description = Type.Optional(Type.String({ maxLength: 4000 }))

/** The implementation of a tool. */
export const AgentSpecImplementation = Type.Union([
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
export type AgentSpecImplementation = Static<typeof AgentSpecImplementation>

export const AgentSpecNewTool = Type.Object(
  {
    name: Name,
    description: Description,
    inputs: Type.Optional(Properties),
    outputs: Type.Optional(Properties),
    requires_confirmation: Type.Optional(Type.Boolean()),
    implementation: AgentSpecImplementation,
  },
  { $id: 'AgentSpecNewTool' },
)
export type AgentSpecNewTool = Static<typeof AgentSpecNewTool>

export const AgentSpecNewAgent = Type.Object(
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
export type AgentSpecNewAgent = Static<typeof AgentSpecNewAgent>

export const AgentSpecAgent = Type.Object(
  { name: Type.String(), description: Type.String(), inputs: Type.Array(AnyObject), outputs: Type.Array(AnyObject) },
  { $id: 'AgentSpecAgent' },
)
export type AgentSpecAgent = Static<typeof AgentSpecAgent>

export const AgentSpecTool = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    component_type: Type.String(),
    inputs: Type.Array(AnyObject),
    outputs: Type.Array(AnyObject),
  },
  { $id: 'AgentSpecTool' },
)
export type AgentSpecTool = Static<typeof AgentSpecTool>

/** Path of a registered tool or agent. */
export const AgentSpecEntryParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) })
