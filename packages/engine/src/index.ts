export { BEHAVIOUR, BEHAVIOUR_CHANGES, hasBehaviour } from './core/behaviour.ts'
export type { Change } from './core/change.ts'
export { CHILD_NOTE, notedChildren } from './core/child-links.ts'
export type { ExecutionEvent, Failure, LogLine } from './core/events.ts'
export { inputsOf, portsOf } from './core/inputs.ts'
export type { Launch } from './core/launch.ts'
export { keptOutputsOf, outputsOf } from './core/outputs.ts'
export { progressOf } from './core/progress.ts'
export type { AskedQuestion, ExecutionState, Step } from './core/state.ts'
export {
  EXECUTION_TRANSITIONS,
  QUESTION_TRANSITIONS,
  STEP_TRANSITIONS,
} from './core/status.ts'
export { configWith } from './core/step-config.ts'
export { failureOf } from './driver/attempt.ts'
export { Replay } from './driver/history.ts'
export { whileTransient } from './driver/journal-retry.ts'
export { questionRow } from './driver/question-rows.ts'
export { hasWork } from './driver/summary.ts'
export { isSuspended } from './driver/suspension.ts'
export type {
  ChildRequest,
  Clock,
  ExecutionRecord,
  ExecutionSummary,
  Journal,
  Outcome,
  QuestionRow,
  Runner,
  StoredExecution,
  Task,
  Written,
} from './ports.ts'
export { Engine, type Known } from './scheduler/engine.ts'
