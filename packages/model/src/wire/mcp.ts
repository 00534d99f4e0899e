/** Messages of the Model Context Protocol, as far as this service looks at them. */
import { type Static, Type } from '../schema.ts'

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
