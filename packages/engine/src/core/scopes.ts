/** Scopes, and the steps and edges in them. */
import { countNew } from './progress.ts'
import {
  EDGE_OPEN,
  type ExecutionState,
  type MutableLoopRun,
  type MutableScope,
  type MutableState,
  type MutableStep,
  type Scope,
} from './state.ts'

/** Opens a pass through a level. Does not wait again for edges of outer levels that are already settled. */
export function openScope(state: MutableState, run: MutableLoopRun | undefined, index: number): MutableScope {
  const loop = run?.loop ?? -1
  const parent = run?.head.scope
  const level = state.index.levels[loop + 1] ?? { nodes: [], edges: [], waits: [], noEdges: [] }
  const path = parent === undefined ? '' : `${parent.path === '' ? '' : `${parent.path}/`}${loop}:${index}`
  const scope: MutableScope = {
    path,
    loop,
    index,
    parent,
    run,
    steps: new Array(level.nodes.length),
    waiting: level.waits.slice(),
    edgeStates: level.noEdges.slice(),
    edgeValues: new Array(level.edges.length),
    left: level.nodes.length,
    closed: false,
  }
  if (parent !== undefined) discountSettled(state, scope, level.nodes)
  state.scopes.set(path, scope)
  run?.open.add(scope)
  return scope
}

function discountSettled(state: MutableState, scope: MutableScope, nodes: readonly number[]): void {
  const { arriving, nodePlace, plan } = state.index
  for (const node of nodes) {
    for (const edge of arriving[node] ?? []) {
      if (plan.edges[edge]?.level === scope.loop || edgeState(state, scope, edge) === EDGE_OPEN) continue
      const place = nodePlace[node] ?? 0
      scope.waiting[place] = (scope.waiting[place] ?? 0) - 1
    }
  }
}

/** The scope at or around this one that belongs to a level. */
export function scopeAt<S extends Scope | MutableScope>(scope: S, level: number): S {
  let at = scope
  while (at.loop !== level && at.parent !== undefined) at = at.parent as S
  return at
}

export function isWithin(scope: Scope, around: Scope): boolean {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) if (at === around) return true
  return false
}

export function edgeState(state: ExecutionState, scope: Scope, edge: number): number {
  const { plan, edgePlace } = state.index
  const holder = scopeAt(scope, plan.edges[edge]?.level ?? -1)
  return holder.edgeStates[edgePlace[edge] ?? 0] ?? EDGE_OPEN
}

export function edgeValue(state: ExecutionState, scope: Scope, edge: number): unknown {
  const { plan, edgePlace } = state.index
  return scopeAt(scope, plan.edges[edge]?.level ?? -1).edgeValues[edgePlace[edge] ?? 0]
}

/** Most steps ask nothing and store nothing, so they share these. */
const NO_QUESTIONS: MutableStep['asked'] = Object.freeze([])
export const NO_NOTES: MutableStep['notes'] = Object.freeze({})

/** The step of a node in a scope; created on first use. */
export function stepAt(state: MutableState, scope: MutableScope, node: number): MutableStep {
  const place = state.index.nodePlace[node] ?? 0
  const found = scope.steps[place]
  if (found !== undefined) return found
  const step: MutableStep = {
    node,
    scope,
    status: 'idle',
    attempt: 0,
    run: 0,
    startedAt: 0,
    endedAt: 0,
    outputs: undefined,
    taken: undefined,
    delivered: undefined,
    failure: undefined,
    settings: undefined,
    waits: undefined,
    until: undefined,
    child: undefined,
    loop: undefined,
    asked: NO_QUESTIONS,
    isResumed: false,
    notes: NO_NOTES,
    usage: undefined,
  }
  scope.steps[place] = step
  state.steps.push(step)
  countNew(state, node)
  return step
}
