/** `defineNode` with the types of config, inputs and outputs, all inferred from the definition. */
import type { NodeDefinition, PortSpec, RunContext, Schema, SpecialResult, Static } from '@millrace/model'

/** The TypeScript type of a value, by the data type of its port. */
interface PortValues {
  readonly mixed: unknown
  readonly json: unknown
  readonly string: string
  readonly number: number
  readonly boolean: boolean
  readonly array: readonly unknown[]
  readonly 'string[]': readonly string[]
  readonly 'number[]': readonly number[]
  readonly 'boolean[]': readonly boolean[]
  readonly 'json[]': readonly unknown[]
  readonly 'file[]': readonly unknown[]
  readonly 'image[]': readonly unknown[]
  readonly messages: readonly unknown[]
  readonly file: unknown
  readonly image: unknown
  readonly audio: unknown
  readonly video: unknown
  readonly url: string
  readonly email: string
  readonly date: string
  readonly datetime: string
  readonly time: string
  readonly trigger: unknown
  readonly tool: unknown
}

/** The data types of ports, as `GET /port-config` lists them. */
export type DataTypeId = keyof PortValues

/** A port of a node. */
export type Port = PortSpec & { readonly dataType: DataTypeId }

/** Ports by id. */
export type Ports = Readonly<Record<string, Port>>

type ValueOf<P extends Port> = PortValues[P['dataType']]
type Present<I extends Ports> = {
  [K in keyof I]: I[K] extends { readonly required: true } | { readonly defaultValue: unknown } ? K : never
}[keyof I]

/** A node with dynamic ports has more inputs and outputs than it declares. */
type Further<C, Setting extends string> = C extends { readonly [S in Setting]?: unknown }
  ? Setting extends keyof C
    ? Readonly<Record<string, unknown>>
    : unknown
  : unknown

type InputValues<C, I extends Ports> = { readonly [K in Present<I>]: ValueOf<I[K]> } & {
  readonly [K in Exclude<keyof I, Present<I>>]?: ValueOf<I[K]>
} & Further<C, 'dynamicInputs'>

type OutputValues<C, O extends Ports> = { readonly [K in keyof O]?: ValueOf<O[K]> | null | undefined } & Further<
  C,
  'dynamicOutputs'
>

interface Context<C, I extends Ports> extends Omit<RunContext<C>, 'inputs'> {
  /**
   * The values by port. They have the types of their ports if the connected outputs have a data type; values of `mixed`
   * outputs and of the launch are passed on unchanged.
   */
  readonly inputs: InputValues<C, I>
}

type Result<C, O extends Ports> = OutputValues<C, O> | SpecialResult

/** A node type with the types of its config, inputs and outputs. */
export interface NodeOf<C extends Schema = Schema, I extends Ports = Ports, O extends Ports = Ports>
  extends Omit<NodeDefinition<C>, 'inputs' | 'outputs' | 'run'> {
  readonly inputs: I
  readonly outputs: O
  run?(context: Context<Static<C>, I>): Result<Static<C>, O> | Promise<Result<Static<C>, O>>
}

/** The settings of a node type. */
export type ConfigOf<N> = N extends NodeOf<infer C> ? Static<C> : Readonly<Record<string, unknown>>

/** The values that a node type gets by port. */
export type InputsOf<N> =
  N extends NodeOf<infer C, infer I> ? InputValues<Static<C>, I> : Readonly<Record<string, unknown>>

/** The values that a node type returns by port. */
export type OutputsOf<N> =
  N extends NodeOf<infer C, Ports, infer O> ? OutputValues<Static<C>, O> : Readonly<Record<string, unknown>>

/**
 * Declares a node type. `config`, `inputs` and the result of `run` are typed by the schema of the config and by the data
 * types of the ports. Returns the frozen definition.
 */
export function defineNode<const C extends Schema, const I extends Ports, const O extends Ports>(
  definition: NodeOf<C, I, O>,
): NodeOf<C, I, O> {
  return Object.freeze(definition)
}
