/** Schemas of command arguments, shared by the verbs. A command is its verb with these arguments. */
import { type Schema, type Static, Type } from '../schema.ts'

/** The command that a schema of arguments describes. */
export type CommandWith<V extends string, S extends Schema> = { readonly verb: V } & Readonly<Static<S>>

const CLOSED = { additionalProperties: false } as const

/** The arguments of a command. */
export const argumentsOf = <P extends Record<string, Schema>>(properties: P) => Type.Object(properties, CLOSED)

export const NodeId = Type.String({ minLength: 1, description: 'Id of a node of the workflow.' })
export const NodeTypeId = Type.String({ minLength: 1, description: 'Id of a node type of the catalogue.' })
export const SettingKey = Type.String({ minLength: 1, description: 'Key of a setting of the node type.' })
export const Value = Type.Any({ description: 'Any JSON value that fits.' })
export const OutputRef = Type.Object(
  { node: NodeId, port: Type.String({ minLength: 1, description: 'Id of an output.' }) },
  CLOSED,
)
export const InputRef = Type.Object(
  { node: NodeId, port: Type.String({ minLength: 1, description: 'Id of an input.' }) },
  CLOSED,
)
export const Position = Type.Object({ x: Type.Number(), y: Type.Number() }, CLOSED)

/** Only a node. */
export const NodeArguments = argumentsOf({ node: NodeId })
/** No arguments. */
export const NoArguments = argumentsOf({})
/** A connection, by its ends. */
export const ConnectionArguments = argumentsOf({ source: OutputRef, target: InputRef })
