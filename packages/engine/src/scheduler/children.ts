/** Executions that another one calls, and how their end reaches the step that waits for them. */
import { tooLargeIn } from '@millrace/model'
import { placeOf } from '../core/decide.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { outputsOf } from '../core/outputs.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import { isOver } from '../core/status.ts'
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

/** What the end of a child means for the step that waits for it. */
export function childEnded(
  above: ExecutionState,
  { id, state, at, maxValueBytes = Number.POSITIVE_INFINITY, runner }: ChildEnd,
): ExecutionEvent | undefined {
  const step = [...above.active].find(({ child }) => child === id)
  if (step === undefined) return undefined
  const place = { at, ...placeOf(step) }
  if (state.status === 'completed') {
    const outputs = runner.childOutputs({ id, outputs: outputsOf(state) })
    const large = tooLargeIn(outputs, maxValueBytes)
    if (large === undefined) return { type: 'step-completed', ...place, outputs }
    return { type: 'step-failed', ...place, failure: { code: 'VALUE_TOO_LARGE', message: large.message } }
  }
  const why = state.failure?.message ?? 'It was cancelled.'
  const failure = { code: 'CHILD_FAILED', message: `The workflow that was called ended as ${state.status}: ${why}` }
  return { type: 'step-failed', ...place, failure }
}

/** Whether the step that called a child has not yet written down what it makes of it. */
export function mayYetWait(above: ExecutionState, { node, scope }: Parent): boolean {
  const step = stepOf(above, { node, scope })
  return step?.status === 'running' && step.child === undefined
}

function stepOf(above: ExecutionState, { node, scope }: Pick<Parent, 'node' | 'scope'>): Step | undefined {
  return above.scopes.get(scope)?.steps[above.index.nodePlace[node] ?? 0]
}

/** Notes of a step with this before the id tell which executions its tools have called. */
export const CHILD_NOTE = 'child:'

/** The executions that tools of a step run or ran, and that it waits for. */
export function notedChildren({ notes }: Pick<Step, 'notes'>): string[] {
  const keys = Object.keys(notes).filter((key) => key.startsWith(CHILD_NOTE))
  return keys.map((key) => key.slice(CHILD_NOTE.length))
}

/** Executions that were called by steps that were cut off: they have nobody to work for. */
export function abandonedChildren({ steps }: ExecutionState): string[] {
  return steps.flatMap((step) => {
    if (step.status !== 'cancelled') return []
    return step.child === undefined ? notedChildren(step) : [step.child, ...notedChildren(step)]
  })
}

/** Whether nobody will ever hear of the end of a child. One that was never waited for is no part of what called it. */
export function isAbandoned(above: ExecutionState, { id, parent, about }: ExecutionRecord): boolean {
  const step = parent && stepOf(above, parent)
  if (about.root === undefined && step?.child !== id) return false
  return above.finishedAt !== undefined || (step !== undefined && isOver(step.status) && step.status !== 'completed')
}

/**
 * Children that were over before their parents had written down that they wait for them, or that they do not: a quick
 * child, or one that a tool called. They are told again when the history of the parent goes on at that step.
 */
export class UntoldChildren {
  readonly #of = new Map<string, Map<string, Parent>>()

  add(child: string, parent: Parent): void {
    const known = this.#of.get(parent.execution) ?? new Map<string, Parent>()
    this.#of.set(parent.execution, known.set(child, parent))
  }

  /** Children that these events of their parent let hear of each other. */
  takeFor(parent: string, events: readonly ExecutionEvent[]): Set<string> {
    const children = new Set<string>()
    for (const event of events) if (event.type === 'step-waits' && event.child !== undefined) children.add(event.child)
    const known = this.#of.get(parent)
    if (known === undefined) return children
    for (const [child, place] of known) {
      if (!events.some((event) => endsRunOf(place, event))) continue
      known.delete(child)
      children.add(child)
    }
    if (known.size === 0) this.#of.delete(parent)
    return children
  }
}

function endsRunOf({ node, scope }: Parent, event: ExecutionEvent): boolean {
  if (event.type === 'finished') return true
  return 'node' in event && event.type !== 'step-noted' && event.node === node && (event.scope ?? '') === scope
}
