/** A node type as it is served, and as custom packages and the built-in catalogue define it. */

import type { NodeResult } from './node-result.ts'
import { NodePort } from './ports/port.ts'
import type { NodeExample, RunContext } from './run.ts'
import { AnyObject, type Schema, type Static, Type } from './schema.ts'

export const VISUAL_TYPES = ['default', 'simple', 'square', 'tool', 'gateway', 'terminal', 'note', 'idea'] as const
export type VisualType = (typeof VISUAL_TYPES)[number]

/** The record of `GET /nodes`. Has both names of its id, for older and newer clients. */
export const NodeType = Type.Object(
  {
    node_type_id: Type.String(),
    id: Type.String({ description: 'The same as node_type_id, for older clients.' }),
    name: Type.String(),
    description: Type.String(),
    category: Type.String(),
    version: Type.String(),
    icon: Type.String(),
    iconUrl: Type.Optional(Type.String({ description: 'The address of an icon of its own, shown instead of `icon`.' })),
    color: Type.String(),
    type: Type.String({ description: 'Visual type.' }),
    supportedTypes: Type.Array(Type.String()),
    badge: Type.Optional(Type.String()),
    portDataType: Type.Optional(Type.String()),
    inputs: Type.Array(NodePort),
    outputs: Type.Array(NodePort),
    configSchema: AnyObject,
    config: Type.Optional(AnyObject),
    tags: Type.Array(Type.String()),
    formats: Type.Array(Type.String()),
    extensions: AnyObject,
  },
  { $id: 'NodeType' },
)
export type NodeType = Static<typeof NodeType>

/** A port in a definition; its id is its key. */
export interface PortSpec {
  readonly name?: string
  readonly dataType: string
  readonly required?: boolean
  readonly description?: string
  readonly defaultValue?: unknown
  readonly schema?: Record<string, unknown>
  readonly exposedByDefault?: boolean
  /** Its position among the ports of its side, lowest first; default: the position in the definition. */
  readonly displayOrder?: number
}

/**
 * One line about the settings of a node. `{{setting}}` is the value of a setting, `{{a | b}}` the first that has one, and
 * a part in square brackets is left out if one of its values is missing.
 */
export type SummaryTemplate = string | { readonly when: Readonly<Record<string, unknown>>; readonly text: string }

/** The icon of a node type without one. */
export const DEFAULT_ICON = 'mdi:puzzle-outline'

/** The content of one file of the catalogue. */
export interface NodeDefinition<C extends Schema = Schema> {
  readonly id: string
  readonly version: string
  readonly name: string
  readonly description: string
  readonly category: string
  /** Default: `DEFAULT_ICON`. An SVG file beside the file of a custom node is shown instead of it. */
  readonly icon?: string
  readonly color?: string
  readonly badge?: string
  readonly visual?: VisualType
  /** Other visual types of the node. */
  readonly alsoDrawnAs?: readonly VisualType[]
  /** Other names of the node. Search and the assistant find it by them. */
  readonly tags: readonly string[]
  /** Words of tasks that the node is used for. Only the search of the editor finds it by them. */
  readonly keywords?: readonly string[]
  /** One line of the settings for the card of a node; the first template with all its values is used. */
  readonly summary?: SummaryTemplate | readonly SummaryTemplate[]
  readonly config: C
  readonly inputs: Readonly<Record<string, PortSpec>>
  readonly outputs: Readonly<Record<string, PortSpec>>
  /** Which of the reserved ports (trigger in, trigger out, error out) it has; default: all. */
  readonly reserved?: { readonly triggerIn?: boolean; readonly triggerOut?: boolean; readonly error?: boolean }
  /** It can be attached to an agent: its inputs are then the arguments. */
  readonly tool?: boolean
  /** Drawn only, never run. Its ports, if any, are for planned connections. */
  readonly annotation?: boolean
  /** Component type of Open Agent Spec that it is exported as. */
  readonly agentspec?: string
  /** Workflow formats that offer it; default: derived from `agentspec`. */
  readonly formats?: readonly string[]
  readonly extensions?: Readonly<Record<string, unknown>>
  /** Set for the head of a loop: its kind, and the outputs that deliver in every iteration. */
  readonly loop?: { readonly kind: 'foreach' | 'while'; readonly each: readonly string[] }
  /** Its value is an output of the execution. */
  readonly isOutput?: boolean
  /** A pure function that returns at once: the engine computes it before its inputs are durable. Default: false. */
  readonly quick?: boolean
  /**
   * It has no effects: it uses only the sandbox (code, expressions, templates, patterns) and the clock. The engine runs it
   * before its inputs are durable, and again if the process ends before its result is durable. Default: false.
   */
  readonly pure?: boolean
  /** It is pure and computes for long: a cluster shares its steps between workers. Default: false. */
  readonly heavy?: boolean
  /** What happens to a step that a crash interrupted; default: `run again`. */
  afterCrash?(config: Static<C>): 'run again' | 'fail'
  run?(context: RunContext<Static<C>>): NodeResult | Promise<NodeResult>
  readonly examples?: readonly NodeExample[]
}

/** Declares a node type with inferred types. Returns the frozen definition. */
export function defineNode<const C extends Schema>(definition: NodeDefinition<C>): NodeDefinition<C> {
  return Object.freeze(definition)
}
