/** Scopes and the look-ups between them. */
import { EDGE_OPEN, type ExecutionState, type LoopRun, type Scope, type Step } from './state.ts'

/** A new passage through a level. What shallower levels have already settled is not waited for again. */
export function openScope(state: ExecutionState, run: LoopRun | undefined, index: number): Scope {
  const loop = run?.loop ?? -1
  const parent = run?.head.scope
  const level = state.index.levels[loop + 1] ?? { nodes: [], edges: [], waits: new Int32Array() }
  const path = parent === undefined ? '' : `${parent.path === '' ? '' : `${parent.path}/`}${loop}:${index}`
  const scope: Scope = {
    path,
    loop,
    index,
    parent,
    run,
    steps: new Array(level.nodes.length),
    waiting: level.waits.slice(),
    edgeStates: new Uint8Array(level.edges.length),
    edgeValues: new Array(level.edges.length),
    left: level.nodes.length,
    closed: false,
  }
  if (parent !== undefined) forgetSettled(state, scope, level.nodes)
  state.scopes.set(path, scope)
  run?.open.add(scope)
  return scope
}

function forgetSettled(state: ExecutionState, scope: Scope, nodes: readonly number[]): void {
  const { arriving, nodePlace, plan } = state.index
  for (const node of nodes) {
    for (const edge of arriving[node] ?? []) {
      if (plan.edges[edge]?.level === scope.loop || edgeState(state, scope, edge) === EDGE_OPEN) continue
      const place = nodePlace[node] ?? 0
      scope.waiting[place] = (scope.waiting[place] ?? 0) - 1
    }
  }
}

/** The scope around (or at) this one that belongs to a level. */
export function scopeAt(scope: Scope, level: number): Scope {
  let at = scope
  while (at.loop !== level && at.parent !== undefined) at = at.parent
  return at
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

/** The step of a node in a scope, made when first asked for. */
export function stepAt(state: ExecutionState, scope: Scope, node: number): Step {
  const place = state.index.nodePlace[node] ?? 0
  const found = scope.steps[place]
  if (found !== undefined) return found
  const step: Step = {
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
    until: undefined,
    child: undefined,
    loop: undefined,
    asked: [],
    isResumed: false,
    notes: {},
    usage: undefined,
  }
  scope.steps[place] = step
  state.steps.push(step)
  countNew(state, node)
  return step
}

function countNew({ progress }: ExecutionState, node: number): void {
  if (progress.isKnown[node] === 1 && progress.unfinished[node] === 0) progress.overNodes--
  progress.isKnown[node] = 1
  progress.unfinished[node] = (progress.unfinished[node] ?? 0) + 1
}

/** Counts a step as over; called once for each. */
export function countOver({ progress }: ExecutionState, { node }: Step): void {
  const left = (progress.unfinished[node] ?? 0) - 1
  progress.unfinished[node] = left
  if (left === 0) progress.overNodes++
}
