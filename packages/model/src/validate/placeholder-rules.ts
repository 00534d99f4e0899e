import { isObject } from '../json.ts'
import { isFilledByObjects, reservedPlaceholders, templatePlaceholders } from '../template-inputs.ts'
import { nameOf } from '../workflow/workflow.ts'
import { problem, type ValidationProblem } from './problem.ts'
import { isUsedAsTool, type ResolvedNode } from './resolved-graph.ts'

/** Placeholders of a template without a source. They stay empty, so a run would look right and be wrong. */
export function* placeholderProblems(resolved: ResolvedNode): Iterable<ValidationProblem> {
  const { node, type, config, arriving } = resolved
  if (type === undefined) return
  const names = templatePlaceholders(type, config)
  const reserved = reservedPlaceholders(type, config)
  if ((names.length === 0 && reserved.length === 0) || isUsedAsTool(resolved)) return
  // Keys of an object at another input, such as `data`, may fill every placeholder.
  const takesObjects = isFilledByObjects(type)
  const isFilled =
    takesObjects &&
    type.inputs.some(({ id, dataType }) => dataType !== 'trigger' && (arriving.has(id) || config[id] !== undefined))
  // A listed Agent Spec input may have a default value.
  const inputs = new Set(Array.isArray(config.dynamicInputs) ? config.dynamicInputs.map(nameIn) : [])
  const listed = takesObjects ? new Set() : inputs
  for (const name of isFilled ? [] : reserved) {
    if (inputs.has(name)) continue
    yield problem('placeholderIsSetting', { node: nameOf(node), placeholder: name }, { nodeId: node.id })
  }
  for (const name of isFilled ? [] : names) {
    if (arriving.has(name) || config[name] !== undefined || listed.has(name)) continue
    const values = { node: nameOf(node), placeholder: name, port: name }
    yield problem('placeholderWithoutSource', values, { nodeId: node.id, portId: name })
  }
}

function nameIn(port: unknown): unknown {
  return isObject(port) ? port.name : undefined
}
