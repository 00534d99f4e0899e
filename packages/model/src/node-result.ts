/**
 * Special results of a node besides plain outputs: tagged values created by functions. They are recognised by their tag
 * and not by a class, because a custom node may have its own copy of this package.
 */

import type { Question } from './people/question.ts'
import type { RunEndStatus } from './statuses.ts'

/** Values by output port. An omitted port delivers nothing: nodes connected to it alone are skipped. */
export type NodeOutputs = Readonly<Record<string, unknown>>

/** A registered symbol is the same in every copy of this package, and cannot be the name of an output port. */
const TAG: unique symbol = Symbol.for('millrace.node-result')

interface Tagged<Kind extends string> {
  readonly [TAG]: true
  readonly kind: Kind
}

export interface BranchesResult extends Tagged<'take_branches'> {
  readonly branches: readonly string[]
  readonly outputs: NodeOutputs
}

export interface EndResult extends Tagged<'end_run'> {
  readonly status: RunEndStatus
  readonly failure: { readonly message: string; readonly code: string } | undefined
}

export interface SleepResult extends Tagged<'sleep_until'> {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly outputs: NodeOutputs
}

export interface WorkflowResult extends Tagged<'run_workflow'> {
  readonly workflow: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly wait: boolean
}

export interface LoopResult extends Tagged<'continue_loop'> {
  readonly goesOn: boolean
}

export interface AskResult extends Tagged<'ask'> {
  readonly question: Question
}

export type SpecialResult = BranchesResult | EndResult | SleepResult | WorkflowResult | LoopResult | AskResult

export type NodeResult = NodeOutputs | SpecialResult

/** Continues through these branches only. */
export function takeBranches(branches: readonly string[], outputs: NodeOutputs = {}): BranchesResult {
  return { [TAG]: true, kind: 'take_branches', branches, outputs }
}

/** Ends the whole execution at once. */
export function endRun(status: EndResult['status'], failure?: EndResult['failure']): EndResult {
  return { [TAG]: true, kind: 'end_run', status, failure }
}

/** Waits without using memory, then completes with these outputs. */
export function sleepUntil(time: number, outputs: NodeOutputs): SleepResult {
  return { [TAG]: true, kind: 'sleep_until', time, outputs }
}

/** Runs another workflow; with `wait` the step ends when that workflow does, with its outputs. */
export function runWorkflow(workflow: string, inputs: WorkflowResult['inputs'], wait: boolean): WorkflowResult {
  return { [TAG]: true, kind: 'run_workflow', workflow, inputs, wait }
}

/** The result of a loop condition: whether there is another round. */
export function continueLoop(goesOn: boolean): LoopResult {
  return { [TAG]: true, kind: 'continue_loop', goesOn }
}

/** Asks a person and waits without using memory. The node runs again, with `replies`, when the question is closed. */
export function ask(question: Question): AskResult {
  return { [TAG]: true, kind: 'ask', question }
}

/** True for a result of one of the functions above, of any copy of this package. */
export function isSpecialResult(value: unknown): value is SpecialResult {
  return typeof value === 'object' && value !== null && TAG in value
}

/** True for a special result of this kind. */
export function isResult<Kind extends SpecialResult['kind']>(
  value: unknown,
  kind: Kind,
): value is Extract<SpecialResult, Tagged<Kind>> {
  return isSpecialResult(value) && value.kind === kind
}
