/** Reports everything that prevents the export of a workflow. The messages are part of the API. */
import { isDisabled, LOOP_BACK, readExpressions } from '@millrace/model'
import { type Notes, quoted } from '../notes.ts'
import { type Canvas, type CanvasNode, isAnnotation, isForeach, isTool, isWhile } from './canvas.ts'
import { listedPorts } from './listed-ports.ts'

export const NO_NODES = 'Workflow has no nodes'
export const CYCLE = 'Cycle detected'

/** Nodes that take part in a flow: no notes and no tools of an agent. */
export function runningNodes(canvas: Canvas): CanvasNode[] {
  return canvas.nodes.filter((one) => !isAnnotation(one) && !isTool(one))
}

export interface RuleOptions {
  /** Cycles are an error in the simple dialect and allowed in the official one. */
  readonly mayLoop: boolean
}

export function exportRules(canvas: Canvas, notes: Notes, { mayLoop }: RuleOptions): void {
  const nodes = canvas.nodes.filter((one) => !isAnnotation(one))
  if (nodes.length === 0) notes.error(NO_NODES)
  const starts = runningNodes(canvas).filter((one) => one.mapsTo === 'start_node')
  if (starts.length > 1) {
    notes.error(
      `Agent Spec requires exactly one StartNode. Found ${starts.length}: ${starts.map((one) => one.id).join(', ')}`,
    )
  }
  for (const one of nodes) {
    if (!isMappable(one) && !isTool(one)) notes.error(`Node type not mappable: ${one.id}`)
    if (one.arriving.length === 0 && one.leaving.length === 0) notes.error(`Disconnected node: ${one.id}`)
    for (const port of missingPorts(one)) notes.error(`Missing required port: ${one.id}:${port}`)
    // The whole node is in the metadata, so that an import restores the flag and the expressions.
    if (isDisabled(one.node)) notes.warn(`${quoted(one.name)} is disabled, which is kept, but a flow runs the node`)
    for (const setting in readExpressions(one.node)) {
      notes.warn(`${quoted(one.name)}: the expression in ${quoted(setting)} is kept, but a flow uses the plain value`)
    }
  }
  if (!isAcyclic(canvas)) {
    if (mayLoop) notes.warn('The workflow has a cycle, which only the official dialect supports')
    else notes.error(CYCLE)
  }
}

/** Required inputs without a connection, config value or default. */
function missingPorts(one: CanvasNode): string[] {
  if (isTool(one)) return []
  const list = one.typeId.startsWith('agentspec.') ? listedPorts(one.config, 'inputs') : undefined
  return (
    one.inputs
      .filter((port) => port.required === true && port.dataType !== 'trigger' && port.dataType !== 'tool')
      // A node that lists its ports has no others.
      .filter((port) => list === undefined || list.some((entry) => entry.name === port.id))
      .filter(
        (port) => port.defaultValue === undefined && (one.config[port.id] === undefined || one.config[port.id] === ''),
      )
      .filter((port) => !Object.hasOwn(readExpressions(one.node), port.id))
      .filter((port) => !one.arriving.some((edge) => edge.targetPort === port.id))
      .map((port) => port.id)
  )
}

/** True if a node can be exported: it is one of ours, or its type declares a component. */
export function isMappable(one: CanvasNode): boolean {
  return one.mapsTo !== undefined || isWhile(one)
}

/** The back edge of a loop is not a cycle, because the loop body becomes a separate flow. */
function isAcyclic({ nodes, edges: all }: Canvas): boolean {
  const isFolded = (node: CanvasNode) => isForeach(node) || isWhile(node)
  const edges = all.filter(({ target, targetPort }) => !(targetPort === LOOP_BACK && isFolded(target)))
  const leaving = Map.groupBy(edges, (edge) => edge.source)
  const waiting = new Map(nodes.map((one) => [one, 0]))
  for (const { target } of edges) waiting.set(target, (waiting.get(target) ?? 0) + 1)
  const ready = nodes.filter((one) => waiting.get(one) === 0)
  let seen = 0
  for (let one = ready.pop(); one !== undefined; one = ready.pop()) {
    seen++
    for (const { target } of leaving.get(one) ?? []) {
      const left = (waiting.get(target) ?? 0) - 1
      waiting.set(target, left)
      if (left === 0) ready.push(target)
    }
  }
  return seen === nodes.length
}
