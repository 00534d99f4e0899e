/** Schemas of the Agent Spec operations. Fields that clients read under two names are sent twice. */
import { AnyObject, DateTime, type Static, Type } from '../schema.ts'
import { FLOW_STATUSES, STEP_STATUSES } from '../statuses.ts'
import { newProjectParameter } from './projects.ts'
import { TYPES } from './workflows.ts'

const MAX_TIMEOUT_MS = 366 * 24 * 3600 * 1000
const MAX_STEPS = 10_000

/** Forms of Agent Spec that a workflow can be exported in. */
export const AGENT_SPEC_DIALECTS = ['simple', 'official'] as const
export type AgentSpecDialect = (typeof AGENT_SPEC_DIALECTS)[number]

export const AgentSpecStart = Type.Object({
  flow: Type.Any({ description: 'An object, or the JSON or YAML text of one.' }),
  components: Type.Optional(AnyObject),
  inputs: Type.Optional(AnyObject),
  options: Type.Optional(
    Type.Object({
      timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TIMEOUT_MS, description: 'Milliseconds.' })),
      maxSteps: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_STEPS, description: 'Visits of nodes.' })),
    }),
  ),
})
export type AgentSpecStart = Static<typeof AgentSpecStart>

export const StartedAgentSpec = Type.Object({
  execution_id: Type.String(),
  id: Type.String(),
  status: Type.Enum(FLOW_STATUSES),
  execution_status: Type.Enum(FLOW_STATUSES),
})
export type StartedAgentSpec = Static<typeof StartedAgentSpec>

export const AgentSpecNodeStatus = Type.Object(
  {
    status: Type.Enum(STEP_STATUSES),
    state: Type.Enum(STEP_STATUSES, { description: 'The same as status.' }),
    execution_count: Type.Integer({ minimum: 0 }),
    started_at: Type.Optional(DateTime),
    duration_ms: Type.Optional(Type.Integer({ minimum: 0 })),
    error: Type.Optional(Type.String()),
  },
  { $id: 'AgentSpecNodeStatus' },
)
export type AgentSpecNodeStatus = Static<typeof AgentSpecNodeStatus>

export const AgentSpecExecution = Type.Object(
  {
    execution_id: Type.String(),
    id: Type.String(),
    status: Type.Enum(FLOW_STATUSES),
    execution_status: Type.Enum(FLOW_STATUSES, { description: 'The same as status.' }),
    node_statuses: Type.Record(AgentSpecNodeStatus),
    nodes: Type.Record(AgentSpecNodeStatus),
    created_at: Type.Optional(DateTime),
    updated_at: Type.Optional(DateTime),
    error: Type.Optional(Type.String()),
    message: Type.Optional(Type.String({ description: 'The same as error.' })),
    waiting_for: Type.Optional(
      Type.Array(
        Type.Object(
          { interruptId: Type.String(), node: Type.String(), type: Type.String() },
          { description: 'Answered at /interrupts/{id}.' },
        ),
      ),
    ),
    messages: Type.Optional(Type.Array(Type.Object({ role: Type.String(), content: Type.String() }))),
    end_node: Type.Optional(Type.String()),
    end_branch: Type.Optional(Type.String()),
  },
  { $id: 'AgentSpecExecution' },
)
export type AgentSpecExecution = Static<typeof AgentSpecExecution>

/** Whether a flow can run. */
export const AgentSpecFlowCheck = Type.Object(
  { valid: Type.Boolean(), errors: Type.Array(Type.String()) },
  { $id: 'AgentSpecFlowCheck' },
)
export type AgentSpecFlowCheck = Static<typeof AgentSpecFlowCheck>

/** Whether a workflow can be exported. */
export const AgentSpecCheck = Type.Object(
  { valid: Type.Boolean(), errors: Type.Array(Type.String()), warnings: Type.Array(Type.String()) },
  { $id: 'AgentSpecCheck' },
)
export type AgentSpecCheck = Static<typeof AgentSpecCheck>

export const AgentSpecHealth = Type.Object(
  {
    status: Type.Literal('healthy'),
    runtime: Type.String(),
    version: Type.String(),
    uptime: Type.Integer({ minimum: 0 }),
  },
  { $id: 'AgentSpecHealth' },
)
export type AgentSpecHealth = Static<typeof AgentSpecHealth>

/** Messages of the socket that streams an execution, by type. */
export const AGENT_SPEC_MESSAGES = {
  node_status: Type.Object(
    { type: Type.Literal('node_status'), node: Type.String(), status: AgentSpecNodeStatus },
    { $id: 'AgentSpecNodeMessage' },
  ),
  execution_complete: Type.Object(
    { type: Type.Literal('execution_complete'), results: Type.Any() },
    { $id: 'AgentSpecCompleteMessage' },
  ),
  execution_error: Type.Object(
    { type: Type.Literal('execution_error'), error: Type.String() },
    { $id: 'AgentSpecErrorMessage' },
  ),
} as const

export type AgentSpecMessage = Static<(typeof AGENT_SPEC_MESSAGES)[keyof typeof AGENT_SPEC_MESSAGES]>

/** The runtime issues the ids, and it may be a remote one: they are opaque. */
export const AgentSpecExecutionParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id of the Agent Spec execution.' }),
})

/** The simple form has no versions. */
const FORM = {
  dialect: Type.Enum(AGENT_SPEC_DIALECTS, { default: 'simple' }),
  version: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'Of the official form, from 25.4.1; the lowest that fits unless given.',
    }),
  ),
}

export const AgentSpecCheckQuery = Type.Object(FORM)

export const AgentSpecExportQuery = Type.Object({
  format: Type.Enum(['flow', 'document'], { default: 'flow' }),
  ...FORM,
  as: Type.Enum(['json', 'yaml'], { default: 'json' }),
})

export const AgentSpecImportQuery = Type.Object({
  save: Type.Boolean({ default: false }),
  ...TYPES,
  ...newProjectParameter,
})
