/** Shapes of the Agent Spec entries. Each doubled field is there under both of its names. */
import { AnyObject, DateTime, type Static, Type } from '@millrace/model'

/** Ids are issued by whichever runtime it is, so they are opaque. */
export const ExecutionParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id of the Agent Spec execution.' }),
})

export const EXAMPLE_ID = '5d0a3d7e-1f6e-4a57-9b43-1c9f0d4b7e21'
export const exampleParams = { id: EXAMPLE_ID }

export const NodeRecord = Type.Object(
  {
    status: Type.String({ description: 'idle, running, interrupted, completed, failed, skipped or cancelled.' }),
    state: Type.String({ description: 'The same as status.' }),
    execution_count: Type.Integer({ minimum: 0 }),
    started_at: Type.Optional(DateTime),
    duration_ms: Type.Optional(Type.Integer({ minimum: 0 })),
    error: Type.Optional(Type.String()),
  },
  { $id: 'AgentSpecNodeStatus' },
)
export type NodeRecord = Static<typeof NodeRecord>

export const ExecutionRecord = Type.Object(
  {
    execution_id: Type.String(),
    id: Type.String(),
    status: Type.String({ description: 'running, completed, failed or cancelled.' }),
    execution_status: Type.String({ description: 'The same as status.' }),
    node_statuses: Type.Record(NodeRecord),
    nodes: Type.Record(NodeRecord),
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
export type ExecutionRecord = Static<typeof ExecutionRecord>

export const Results = AnyObject

export const FlowCheck = Type.Object(
  { valid: Type.Boolean(), errors: Type.Array(Type.String()) },
  { $id: 'AgentSpecFlowCheck' },
)

/** What is told on the stream. */
export type FlowMessage =
  | { readonly type: 'node_status'; readonly node: string; readonly status: NodeRecord }
  | { readonly type: 'execution_complete'; readonly results: unknown }
  | { readonly type: 'execution_error'; readonly error: string }
