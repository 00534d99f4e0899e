/** What the outputs of a disabled node pass on. */
import { branchesOf, isFailurePort, passedInput } from '../../node-ports.ts'
import type { NodePort } from '../../ports/port.ts'
import { LOOP_BACK } from '../../ports/port.ts'
import { loopTrait } from '../loop-heads.ts'
import type { ResolvedNode } from '../resolved-graph.ts'
import { componentOf } from '../sequential.ts'

/**
 * - `value`: the output passes on the value of an input; without an input there is none.
 * - `order`: what is connected runs after the sources of the node.
 * - `closed`: what is connected does not run because of this output.
 */
export type Passing =
  | { readonly kind: 'value'; readonly input: string | undefined }
  | { readonly kind: 'order' }
  | { readonly kind: 'closed' }

const CLOSED: Passing = { kind: 'closed' }
const ORDER: Passing = { kind: 'order' }

/** Components that continue on their trigger if no branch is taken. */
const WITH_NEXT = new Set(['flow_node', 'catch_exception_node'])

/**
 * The rule of disabled nodes. An output passes on the input of the same name. Otherwise the first data output passes on
 * the first connected data input, and other data outputs have no value. Triggers pass on the order. A gateway takes its
 * first branch; a loop skips its body; triggers, tools and error outputs are closed.
 */
export function passingOf(node: ResolvedNode, output: string): Passing {
  const { type, ports, config } = node
  const port = ports?.outputs.get(output)
  // The ports of an unknown type are not known, so only the order can pass.
  if (type === undefined || port === undefined) return ORDER
  if (type.category === 'triggers' || port.dataType === 'tool' || isFailurePort(port)) return CLOSED
  if (loopTrait(type)?.each.includes(output)) return CLOSED
  const branches = branchesOf(type, config)
  if (branches.some(({ name }) => name === output)) {
    const isTaken = branches[0]?.name === output && !WITH_NEXT.has(componentOf(type) ?? '')
    if (!isTaken) return CLOSED
    return port.carries === undefined ? ORDER : { kind: 'value', input: passedInput(type) }
  }
  if (port.dataType === 'trigger') return ORDER
  return { kind: 'value', input: inputFor(node, output) }
}

function inputFor(node: ResolvedNode, output: string): string | undefined {
  const inputs = [...(node.ports?.inputs.values() ?? [])].filter(isData)
  if (inputs.some(({ id }) => id === output)) return output
  const each = loopTrait(node.type)?.each ?? []
  const outputs = [...(node.ports?.outputs.values() ?? [])].filter(
    (port) => isData(port) && !isFailurePort(port) && !each.includes(port.id),
  )
  if (outputs[0]?.id !== output) return undefined
  return inputs.find(({ id }) => node.arriving.has(id))?.id
}

function isData({ id, dataType }: NodePort): boolean {
  return dataType !== 'trigger' && dataType !== 'tool' && id !== LOOP_BACK
}
