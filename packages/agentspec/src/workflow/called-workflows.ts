/**
 * Resolves the stored workflows that a workflow calls. Each is exported once, so that its flow can be part of the
 * document.
 */

import type { Flow, FlowNodeComponent } from '../components.ts'
import { quoted } from '../notes.ts'
import type { ExportedWorkflow } from './canvas.ts'
import { withIdPrefix } from './prefix-ids.ts'

/** JSONata expressions over the launch inputs, by input title of the flow. */
export type LaunchExpressions = ReadonlyMap<string, string>

/** A stored workflow and its exported flow. */
export interface CalledWorkflow {
  readonly flow: Flow
  readonly launch: LaunchExpressions
}

/** `problem`: why there is no flow. `cycle`: the names of workflows that call each other. */
export type Call = CalledWorkflow | { readonly problem: string } | { readonly cycle: readonly string[] }

export type FindCalled = (name: string) => Call

/** Maximum call depth in one document. */
const MAX_DEPTH = 10
/** Maximum total nodes of the called workflows, counted per call. */
const MAX_NODES = 5_000

export interface BuiltCall extends CalledWorkflow {
  readonly warnings: readonly string[]
}

interface Needs {
  /** Finds a stored workflow by id or name. */
  readonly find: (name: string) => ExportedWorkflow | undefined
  readonly build: (workflow: ExportedWorkflow, called: FindCalled) => BuiltCall | { readonly errors: readonly string[] }
  readonly warn: (text: string) => void
}

/** Resolves the workflows that `root` calls, directly or indirectly. */
export function calledWorkflows(root: ExportedWorkflow, { find, build, warn }: Needs): FindCalled {
  const done = new Map<string, Call>()
  /** Ids of the flows created so far. */
  const ids = new Set<string>()
  let nodes = 0

  function called(name: string, trail: readonly ExportedWorkflow[]): Call {
    const workflow = find(name)
    if (workflow === undefined) return { problem: 'it is not stored on this service' }
    const key = keyOf(workflow)
    const at = trail.findIndex((one) => keyOf(one) === key)
    if (at >= 0) return { cycle: [...trail.slice(at), workflow].map((one) => one.name) }
    if (trail.length > MAX_DEPTH) return { problem: `workflows call each other more than ${MAX_DEPTH} deep` }
    const before = done.get(key)
    const call = before ?? newCall(workflow, trail)
    if ('cycle' in call) return call
    done.set(key, call)
    if ('problem' in call) return call
    nodes += nodesIn(call.flow)
    return nodes > MAX_NODES ? { problem: `the workflows it calls have more than ${MAX_NODES} nodes` } : call
  }

  function newCall(workflow: ExportedWorkflow, trail: readonly ExportedWorkflow[]): Call {
    let cycle: Call | undefined
    const built = build(workflow, (name) => {
      const call = called(name, [...trail, workflow])
      if ('cycle' in call) cycle = call
      return call
    })
    if (cycle !== undefined) return cycle
    if ('errors' in built) return { problem: `it cannot be exported: ${built.errors[0]}` }
    for (const text of built.warnings) warn(`Workflow ${quoted(workflow.name)}: ${text}`)
    const flow = withIdPrefix(built.flow, `${keyOf(workflow)}/`, ids)
    ids.add(flow.id)
    return { flow, launch: built.launch }
  }

  return (name) => called(name, [root])
}

function keyOf({ id, name }: ExportedWorkflow): string {
  return id ?? name
}

/** Number of nodes of a flow including nested flows; shared flows count at every use. */
function nodesIn(flow: Flow): number {
  const inner = (node: FlowNodeComponent): number =>
    'subflow' in node && node.subflow.kind === 'flow'
      ? nodesIn(node.subflow)
      : 'subflows' in node
        ? node.subflows.reduce((sum, one) => sum + (one.kind === 'flow' ? nodesIn(one) : 0), 0)
        : 0
  return flow.nodes.reduce((sum, node) => sum + 1 + inner(node), 0)
}
