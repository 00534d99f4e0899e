/** A placeholder for a value that a new template node is connected to. Pure. */
import { configOf, type NodePort, type NodeType, templateKeysOf, type WorkflowNode } from '@millrace/model'
import type { InsertContext } from './insert-on-edge.ts'
import { typeOf } from './node-look.ts'
import { carriedPort } from './value-connection.ts'

/** The setting that gives a node an input for a value. */
export interface NewPlaceholder {
  readonly key: string
  readonly value: string
}

const NAME = /^[\p{L}_][\p{L}\w]*$/u
const FALLBACK = 'value'

/** The template with a placeholder for an output; undefined if the node has no empty template. */
export function newPlaceholder(
  node: WorkflowNode,
  from: { readonly node: string; readonly port: NodePort },
  { graph, catalogue: { types } }: InsertContext,
): NewPlaceholder | undefined {
  const type = typeOf(node, types)
  const key = type && emptyTemplate(type, configOf(node))
  if (key === undefined) return undefined
  const source = from.port.carries === undefined ? from.port : carriedPort(from.node, { graph, types })
  const name = source !== undefined && NAME.test(source.id) ? source.id : FALLBACK
  return { key, value: `{{ ${isFree(name, type) ? name : FALLBACK} }}` }
}

/** The settings of a new node of a type as if it were given a placeholder. */
export function withPlaceholder(type: NodeType): Readonly<Record<string, unknown>> {
  const key = emptyTemplate(type, {})
  return key === undefined ? {} : { [key]: `{{ ${FALLBACK} }}` }
}

function emptyTemplate(type: NodeType, config: Readonly<Record<string, unknown>>): string | undefined {
  return templateKeysOf(type).find((key) => (config[key] ?? '') === '')
}

/** Names of settings and fixed inputs do not make inputs. */
function isFree(name: string, type: NodeType | undefined): boolean {
  const { properties } = type?.configSchema ?? {}
  const isSetting = typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name)
  return !isSetting && type?.inputs.some(({ id }) => id === name) !== true
}
