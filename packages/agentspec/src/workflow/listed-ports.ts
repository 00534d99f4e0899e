/**
 * Properties of an Agent Spec node that are ports of its type. They are not listed as dynamic ports, which would
 * duplicate them; `config.ports` has the order of all ports and the schemas of these.
 */
import { isObject, type NodePort, type NodeType } from '@millrace/model'
import type { Fields, Property } from '../components.ts'
import { isDataPort } from './canvas.ts'
import { dataTypeOf } from './property-types.ts'

export type Side = 'inputs' | 'outputs'

/** The port of a type for a property: same name and compatible values. */
export function typePort(type: NodeType | undefined, side: Side, property: Property): NodePort | undefined {
  return type?.[side].find(
    (port) => port.id === property.title && isDataPort(port) && port.dataType === dataTypeOf(property),
  )
}

/** The listed ports of a node in order, each with its name and optional schema; undefined without a list. */
export function listedPorts(config: Fields, side: Side): Fields[] | undefined {
  const list = side === 'inputs' ? config.dynamicInputs : config.dynamicOutputs
  if (!Array.isArray(list)) return undefined
  const dynamic = list.filter(isObject)
  const ports = isObject(config.ports) ? config.ports[side] : undefined
  if (!Array.isArray(ports)) return dynamic
  const byName = new Map(dynamic.map((entry) => [entry.name, entry]))
  const ordered = ports.filter(isObject).flatMap(({ id, schema }): Fields[] => {
    const entry = byName.get(id)
    byName.delete(id)
    return entry ? [entry] : isObject(schema) ? [{ name: id, dataType: dataTypeOf(schema), schema }] : []
  })
  return [...ordered, ...byName.values()]
}
