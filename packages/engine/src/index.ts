export { apply } from './core/apply.ts'
export { BEHAVIOUR, BEHAVIOUR_CHANGES, hasBehaviour } from './core/behaviour.ts'
export type { ExecutionEvent, Failure, LogLine } from './core/events.ts'
export { inputsOf, portsOf } from './core/inputs.ts'
export type { Launch } from './core/launch.ts'
export { keptOutputsOf, outputsOf, progressOf } from './core/outputs.ts'
export { indexed } from './core/plan-index.ts'
export { questionRow } from './core/questions.ts'
export { type Asked, type ExecutionState, emptyState, type Step } from './core/state.ts'
export { EXECUTION_MOVES, type ExecutionStatus, isOver, STEP_MOVES } from './core/status.ts'
export type { Written } from './driver/active-run.ts'
export { failureOf } from './driver/attempt.ts'
export { whileTransient } from './driver/patience.ts'
export { headOf } from './driver/summary.ts'
export { isSuspended } from './driver/suspension.ts'
export type {
  ChildRequest,
  Clock,
  ExecutionRecord,
  HeadChange,
  Journal,
  Outcome,
  QuestionRow,
  Runner,
  StoredExecution,
  Task,
} from './ports.ts'
export { CHILD_NOTE, notedChildren } from './scheduler/children.ts'
export { Engine, type Known } from './scheduler/engine.ts'
