/** Child executions: the effect of their end on the waiting step, and whether any step waits. */
import { isStepOver, objectOfKept, tooLargeIn } from '@millrace/model'
import { placeOf } from '../core/decide.ts'
import type { ExecutionEvent, StepWaits } from '../core/events.ts'
import { keptOutputsOf } from '../core/outputs.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { ExecutionRecord, Runner } from '../ports.ts'

export type Parent = NonNullable<ExecutionRecord['parent']>

interface ChildEnd {
  readonly id: string
  readonly state: ExecutionState
  readonly at: number
  /** Largest value on one port. */
  readonly maxValueBytes?: number | undefined
  readonly runner: Pick<Runner, 'childOutputs'>
}

/** The event of the step that waits for a child, when the child has ended. Undefined if no step waits for it. */
export function childEnded(
  above: ExecutionState,
  { id, state, at, maxValueBytes = Number.POSITIVE_INFINITY, runner }: ChildEnd,
): ExecutionEvent | undefined {
  const step = [...above.active].find(({ child }) => child === id)
  if (step === undefined) return undefined
  const place = { at, ...placeOf(step) }
  if (state.status === 'completed') {
    const { config } = above.index.plan.nodes[step.node] ?? {}
    const outputs = runner.childOutputs({ id, outputs: objectOfKept(keptOutputsOf(state)), config })
    const large = tooLargeIn(outputs, maxValueBytes)
    if (large === undefined) return { type: 'step-completed', ...place, outputs }
    return { type: 'step-failed', ...place, failure: { code: 'VALUE_TOO_LARGE', message: large.message } }
  }
  const why = state.failure?.message ?? 'it was cancelled.'
  const failure = { code: 'CHILD_FAILED', message: `The child workflow ended as ${state.status}: ${why}` }
  return { type: 'step-failed', ...place, failure }
}

/** True if the step that started a child has not recorded yet whether it waits for it. */
export function mayYetWait(above: ExecutionState, { node, scope }: Parent): boolean {
  const step = stepOf(above, { node, scope })
  return step?.status === 'running' && step.child === undefined
}

function stepOf(above: ExecutionState, { node, scope }: Pick<Parent, 'node' | 'scope'>): Step | undefined {
  return above.scopes.get(scope)?.steps[above.index.nodePlace[node] ?? 0]
}

/** True if no parent step will consume this child's result. Fire-and-forget children are never abandoned. */
export function isAbandoned(above: ExecutionState, { id, parent, about }: ExecutionRecord): boolean {
  const step = parent && stepOf(above, parent)
  if (about.root === undefined && step?.child !== id) return false
  return (
    above.finishedAt !== undefined || (step !== undefined && isStepOver(step.status) && step.status !== 'completed')
  )
}

/**
 * Children that ended before their parent recorded whether it waits for them, such as a quick child or one that a tool
 * started. The parent is notified again when its history continues at that step.
 */
export class EarlyChildren {
  readonly #byParent = new Map<string, Map<string, Parent>>()

  add(child: string, parent: Parent): void {
    const known = this.#byParent.get(parent.execution) ?? new Map<string, Parent>()
    this.#byParent.set(parent.execution, known.set(child, parent))
  }

  /** The children whose parent can be notified after these events of it; they are removed. */
  takeFor(parent: string, events: readonly ExecutionEvent[]): ReadonlySet<string> {
    const known = this.#byParent.get(parent)
    if (known === undefined && !events.some(waitsForChild)) return NO_CHILDREN
    const children = new Set<string>()
    for (const event of events) if (waitsForChild(event)) children.add(event.child)
    if (known === undefined) return children
    for (const [child, place] of known) {
      if (!events.some((event) => endsRunOf(place, event))) continue
      known.delete(child)
      children.add(child)
    }
    if (known.size === 0) this.#byParent.delete(parent)
    return children
  }
}

const NO_CHILDREN: ReadonlySet<string> = new Set()

function waitsForChild(event: ExecutionEvent): event is StepWaits & { readonly child: string } {
  return event.type === 'step-waits' && event.child !== undefined
}

function endsRunOf({ node, scope }: Parent, event: ExecutionEvent): boolean {
  if (event.type === 'finished') return true
  return 'node' in event && event.type !== 'step-noted' && event.node === node && (event.scope ?? '') === scope
}
