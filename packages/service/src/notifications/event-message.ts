/** The content of an event as programs get it: the `type`, `timestamp` and `data` of Standard Webhooks. */
import type { SubscriptionEvent } from '@millrace/model'

export interface ExecutionError {
  readonly code: string
  readonly message: string
  /** The node that failed; empty if none did. */
  readonly node_id: string
  readonly node_name: string
  readonly attempt: number
}

export interface ExecutionData {
  readonly execution_id: string
  readonly workflow_id: string
  readonly workflow_name: string
  readonly status: string
  readonly trigger?: string
  readonly started_by?: string
  readonly revision?: number
  readonly created_at: string
  readonly ended_at: string
  readonly error?: ExecutionError
  readonly url: string
}

export interface QuestionData {
  readonly question_id: string
  readonly question_type: string
  readonly message: string
  readonly execution_id: string
  readonly workflow_id: string
  readonly workflow_name: string
  readonly node_id: string
  readonly node_name: string
  readonly session_id?: string
  readonly created_at: string
  readonly answered_at?: string
  readonly answered_by?: string
  /** Opens the form that answers it. */
  readonly url: string
}

export interface BudgetData {
  readonly budget_id: string
  readonly scope: string
  readonly subject: string
  readonly name?: string
  readonly unit: string
  readonly currency?: string
  readonly limit: number
  readonly used: number
  readonly month: string
  readonly resets_at: string
  readonly url: string
}

interface Message<Type extends string, Data> {
  readonly type: Type
  readonly timestamp: string
  readonly data: Data
}

type OfQuestion = Extract<SubscriptionEvent, `question.${string}`>
type OfBudget = Extract<SubscriptionEvent, `budget.${string}`>
type OfExecution = Extract<SubscriptionEvent, `execution.${string}`>

export type EventMessage =
  | Message<OfExecution, ExecutionData>
  | Message<OfQuestion, QuestionData>
  | Message<OfBudget, BudgetData>
  | Message<'test', { readonly message: string; readonly url: string }>

/** A subject and a text for people. */
export function textOf(message: EventMessage): { readonly subject: string; readonly text: string } {
  switch (message.type) {
    case 'test':
      return { subject: 'Test from Millrace', text: `${message.data.message}\n${message.data.url}` }
    case 'question.waiting':
    case 'question.answered':
      return questionText(message.type, message.data)
    case 'budget.warning':
    case 'budget.exceeded':
      return budgetText(message.type, message.data)
    default:
      return executionText(message.type, message.data)
  }
}

const ENDED = {
  'execution.completed': 'completed',
  'execution.failed': 'failed',
  'execution.cancelled': 'was cancelled',
} as const satisfies Record<OfExecution, string>

function executionText(type: OfExecution, { workflow_name, execution_id, error, url }: ExecutionData) {
  const subject = `${shortName(workflow_name) || execution_id} ${ENDED[type]}`
  const node = error === undefined || error.node_id === '' ? [] : [`Node: ${error.node_name || error.node_id}`]
  const why = error === undefined ? [] : [`${error.code}: ${error.message}`, ...node]
  return { subject, text: [...why, url].join('\n') }
}

function questionText(type: OfQuestion, { workflow_name, message, answered_by, url }: QuestionData) {
  const name = shortName(workflow_name) || 'A workflow'
  const subject = type === 'question.waiting' ? `${name} waits for an answer` : `${name} was answered`
  const by = answered_by === undefined ? [] : [`Answered by ${answered_by}`]
  return { subject, text: [message, ...by, url].join('\n') }
}

function budgetText(type: OfBudget, { scope, name, subject, unit, currency, limit, used, resets_at, url }: BudgetData) {
  const whose = scope === 'instance' ? 'of the service' : `of ${scope} ${shortName(name ?? subject)}`
  const state = type === 'budget.exceeded' ? 'is used up' : 'is almost used up'
  const units = unit === 'tokens' ? 'tokens' : (currency ?? '')
  const lines = [`${used} of ${limit} ${units} in this month.`, `It resets on ${resets_at.slice(0, 10)} (UTC).`, url]
  return { subject: `The model budget ${whose} ${state}`, text: lines.join('\n') }
}

/** A subject has one line. */
function shortName(name: string): string {
  return name.replace(/\s+/g, ' ').trim().slice(0, 100)
}
