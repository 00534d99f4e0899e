/** The state tables. Nothing else in the code base moves a status; docs/engine.md is held against them. */
export type StepStatus =
  | 'idle'
  | 'pending'
  | 'running'
  | 'paused'
  | 'interrupted'
  | 'completed'
  | 'skipped'
  | 'failed'
  | 'cancelled'

/** Where a step may go from each status. */
export const STEP_MOVES = {
  idle: ['pending', 'completed', 'skipped'],
  pending: ['running', 'completed', 'failed', 'skipped', 'cancelled'],
  running: ['completed', 'failed', 'paused', 'interrupted', 'pending', 'cancelled'],
  paused: ['pending', 'completed', 'failed', 'cancelled'],
  interrupted: ['pending', 'completed', 'failed', 'cancelled'],
  completed: [],
  skipped: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<StepStatus, readonly StepStatus[]>

export type ExecutionStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'

/** Where an execution may go from each status. */
export const EXECUTION_MOVES = {
  pending: ['running', 'cancelled', 'failed'],
  running: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<ExecutionStatus, readonly ExecutionStatus[]>

/** Whether a step is over. */
export function isOver(status: StepStatus): boolean {
  return STEP_MOVES[status].length === 0
}
