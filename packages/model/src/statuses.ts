/**
 * Every status of the product, one list per kind. Types, schemas, transition tables, database codes and labels derive
 * from these lists or are keyed by them; no other file spells out a set of statuses.
 */

/** Statuses of a step. The wire calls a step a job. */
export const STEP_STATUSES = [
  'idle',
  'pending',
  'running',
  'paused',
  'interrupted',
  'completed',
  'skipped',
  'failed',
  'cancelled',
] as const
export type StepStatus = (typeof STEP_STATUSES)[number]

export const ENDED_STEP_STATUSES = ['completed', 'skipped', 'failed', 'cancelled'] as const
export type EndedStepStatus = (typeof ENDED_STEP_STATUSES)[number]
const STEP_ENDS: ReadonlySet<string> = new Set(ENDED_STEP_STATUSES)

/** True if this status of a step is final. */
export function isStepOver(status: StepStatus): status is EndedStepStatus {
  return STEP_ENDS.has(status)
}

/** Statuses of an execution. The wire calls an execution a pipeline. */
export const EXECUTION_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number]

export const ENDED_EXECUTION_STATUSES = ['completed', 'failed', 'cancelled'] as const
export type EndedExecutionStatus = (typeof ENDED_EXECUTION_STATUSES)[number]
const EXECUTION_ENDS: ReadonlySet<string> = new Set(ENDED_EXECUTION_STATUSES)

/** True if this status of an execution is final. */
export function isExecutionOver(status: ExecutionStatus): status is EndedExecutionStatus {
  return EXECUTION_ENDS.has(status)
}

/** Statuses of executions that are not over. */
export const OPEN_EXECUTION_STATUSES: readonly ExecutionStatus[] = EXECUTION_STATUSES.filter(
  (status) => !isExecutionOver(status),
)

/** How a node may end its execution. */
export const RUN_END_STATUSES = ['completed', 'failed'] as const
export type RunEndStatus = (typeof RUN_END_STATUSES)[number]

/** Statuses of a tool call of an agent. */
export const TOOL_CALL_STATUSES = ['running', 'completed', 'failed'] as const
export type ToolCallStatus = (typeof TOOL_CALL_STATUSES)[number]

/** Statuses of a question to people. The wire calls it an interrupt. */
export const INTERRUPT_STATUSES = ['pending', 'resolved', 'cancelled'] as const
export type InterruptStatus = (typeof INTERRUPT_STATUSES)[number]

/** True if a question accepts no more answers. */
export function isInterruptOver(status: InterruptStatus): boolean {
  return status !== 'pending'
}

/** Why a question was cancelled: a person dismissed it, it expired, or its execution or loop round ended first. */
export const CANCEL_REASONS = ['cancelled', 'expired', 'stopped'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** Reasons that the asking node receives; after `stopped` it does not run again. */
export type DismissReason = Exclude<CancelReason, 'stopped'>

/** Statuses of a playground session. */
export const SESSION_STATUSES = ['idle', 'running', 'awaiting_input', 'completed', 'failed'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** True while a turn of the session is in progress: no other message is accepted. */
export function isSessionBusy(status: SessionStatus): boolean {
  return status === 'running' || status === 'awaiting_input'
}

/** Statuses of a playground message. */
export const MESSAGE_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** True if this status of a message is final. */
export function isMessageOver(status: MessageStatus): boolean {
  return status === 'completed' || status === 'failed'
}

/** Statuses of a turn: a user message and the execution that answers it. */
export const TURN_STATUSES = ['running', 'completed', 'failed'] as const
export type TurnStatus = (typeof TURN_STATUSES)[number]
export type EndedTurnStatus = Exclude<TurnStatus, 'running'>

/** Statuses of a turn in the reply to its message. */
export const SENT_TURN_STATUSES = ['queued', 'running', 'completed', 'awaiting_input', 'paused', 'failed'] as const
export type SentTurnStatus = (typeof SENT_TURN_STATUSES)[number]

/** Statuses of an Agent Spec flow. */
export const FLOW_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const
export type FlowStatus = (typeof FLOW_STATUSES)[number]

/** True if this status of a flow is final. */
export function isFlowOver(status: FlowStatus): boolean {
  return status !== 'running'
}

/** Statuses of a person's account; an invited person has not chosen a password yet. */
export const PERSON_STATUSES = ['active', 'invited', 'disabled'] as const
export type PersonStatus = (typeof PERSON_STATUSES)[number]

/** What started an execution. */
export const EXECUTION_TRIGGERS = [
  'manual',
  'webhook',
  'schedule',
  'sub_workflow',
  'playground',
  'mcp',
  'agentspec',
  'error',
] as const
export type ExecutionTrigger = (typeof EXECUTION_TRIGGERS)[number]

/** Credentials that a caller may start an execution with; `local` is a service or a command without authentication. */
export const CREDENTIAL_KINDS = ['token', 'session', 'jwt', 'local'] as const
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number]

/** Who started an execution: a caller with a credential, a trigger of the workflow, or another execution. */
export const STARTER_KINDS = [...CREDENTIAL_KINDS, 'webhook', 'schedule', 'execution'] as const
export type StarterKind = (typeof STARTER_KINDS)[number]

/** Events that other programs and people can subscribe to. */
export const SUBSCRIPTION_EVENTS = [
  'execution.completed',
  'execution.failed',
  'execution.cancelled',
  'question.waiting',
  'question.answered',
  'budget.warning',
  'budget.exceeded',
] as const
export type SubscriptionEvent = (typeof SUBSCRIPTION_EVENTS)[number]

/** How events are sent: signed to a program, as text to a chat, or as e-mail. */
export const SUBSCRIPTION_KINDS = ['webhook', 'chat', 'email'] as const
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number]

/** Statuses of a delivery. Databases contain the positions, so they never change. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** What a monthly budget can limit. Databases contain the names, so they never change. */
export const BUDGET_SCOPES = ['instance', 'project', 'workflow', 'person', 'model'] as const
export type BudgetScope = (typeof BUDGET_SCOPES)[number]

export const BUDGET_UNITS = ['cost', 'tokens'] as const
export type BudgetUnit = (typeof BUDGET_UNITS)[number]

/** What usage can be added up by. */
export const USAGE_GROUPINGS = ['workflow', 'person', 'model', 'day'] as const
export type UsageGrouping = (typeof USAGE_GROUPINGS)[number]
