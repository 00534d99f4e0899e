export { BEHAVIOUR, BEHAVIOUR_CHANGES, hasBehaviour } from './core/behaviour.ts'
export type { Change } from './core/change.ts'
export { abandonedChildren, CHILD_NOTE, notedChildren } from './core/child-links.ts'
export type { ExecutionEvent, Failure, LogLine } from './core/events.ts'
export { inputsOf, portsOf } from './core/inputs.ts'
export { type Launch, openingEvents } from './core/launch.ts'
export { keptOutputsOf, outputsOf } from './core/outputs.ts'
export { progressOf } from './core/progress.ts'
export type { AskedQuestion, ExecutionState, Step } from './core/state.ts'
export {
  EXECUTION_TRANSITIONS,
  QUESTION_TRANSITIONS,
  STEP_TRANSITIONS,
} from './core/status.ts'
export { configWith } from './core/step-config.ts'
export { isRemoved, withoutValues } from './core/without-values.ts'
export type { Driven } from './driver/active-run-needs.ts'
export { failureOf } from './driver/attempt.ts'
export { Driver } from './driver/driver.ts'
export { Replay } from './driver/history.ts'
export { isSuperseded, isTransient, untilCreated, whileTransient } from './driver/journal-retry.ts'
export { questionRow } from './driver/question-rows.ts'
export { QuickEnds } from './driver/quick-ends.ts'
export { concernsOthers, hasWork, summaryOf } from './driver/summary.ts'
export { isSuspended } from './driver/suspension.ts'
export { usageAccountOf } from './driver/usage-rows.ts'
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
export { WaitingParents } from './scheduler/admission.ts'
export { type AnswerResult, type GivenAnswer, sendAnswer } from './scheduler/answers.ts'
export { childEnded, isAbandoned, mayYetWait, type Parent } from './scheduler/children.ts'
export { Engine, type EngineNeeds } from './scheduler/engine.ts'
export type { ExecutionEngine, Glance, Known, StartOptions } from './scheduler/execution-engine.ts'
export { type Operation, operationEvent } from './scheduler/operations.ts'
export { createEnded, createStored, viewStored } from './scheduler/stored.ts'
export { dueEvent, setsTimer } from './scheduler/timers.ts'
