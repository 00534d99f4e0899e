/** Messages of the Model Context Protocol that the service reads, and the parameters of its own tools. */
import { AnyObject, type Static, Type, Uuid } from '../schema.ts'

export const JsonRpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
    method: Type.Optional(Type.String()),
    params: Type.Optional(Type.Any()),
    result: Type.Optional(Type.Any()),
    error: Type.Optional(Type.Object({ code: Type.Number(), message: Type.String() })),
  },
  { $id: 'JsonRpcMessage' },
)
export type JsonRpcMessage = Static<typeof JsonRpcMessage>

/** The event stream that answers a message. */
export const MCP_EVENTS = { message: JsonRpcMessage } as const

const WorkflowName = Type.String({ minLength: 1, maxLength: 200, description: 'Its id or its machine name.' })
const PAGE = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
}

const MAX_WAIT_SECONDS = 300
/** How long `run_workflow` waits by default. */
export const DEFAULT_WAIT_SECONDS = 20

/** The parameters of the service's own tools, by the name of the tool. */
export const MCP_TOOLS = {
  list_workflows: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 100, description: 'Found anywhere in name or description.' })),
    tags: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20, description: 'Any of them.' })),
    ...PAGE,
  }),
  describe_workflow: Type.Object({ workflow: WorkflowName }),
  run_workflow: Type.Object({
    workflow: WorkflowName,
    inputs: Type.Optional(AnyObject),
    wait_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS, default: DEFAULT_WAIT_SECONDS })),
  }),
  get_execution: Type.Object({
    execution_id: Uuid,
    wait_seconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS, default: 0, description: 'Wait for its end for so long.' }),
    ),
  }),
  cancel_execution: Type.Object({ execution_id: Uuid }),
  list_questions: Type.Object({ execution_id: Type.Optional(Uuid), ...PAGE }),
  answer_question: Type.Object({ question_id: Uuid, value: Type.Any({ description: 'The answer.' }) }),
} as const

export const McpRequest = Type.Any({ description: 'A JSON-RPC message.' })
