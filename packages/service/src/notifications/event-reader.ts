/** Reads what an event is about when it is sent: the outbox has only the ids. */

import type { ExecutionEngine, ExecutionState } from '@millrace/engine'
import { COST_UNIT, cutText, type SubscriptionEvent } from '@millrace/model'
import type { BudgetState, DeliveryRecord, Store } from '@millrace/store'
import { iso } from '../platform/iso.ts'
import { monthText, nextMonth } from '../platform/months.ts'
import type { BudgetData, EventMessage, ExecutionError, QuestionData } from './event-message.ts'
import type { PageLinks } from './page-links.ts'

export interface EventReaderNeeds {
  readonly store: Pick<Store, 'executions' | 'interrupts' | 'workflows' | 'budgets'>
  readonly engine: Pick<ExecutionEngine, 'view'>
  readonly links: PageLinks
  readonly currency: string
}

/** Undefined if the execution, the question or the budget was removed. */
export type EventReader = (
  delivery: Pick<DeliveryRecord, 'event' | 'subjectId' | 'createdAt'>,
) => Promise<EventMessage | undefined>

const MAX_MESSAGE = 2000

export function eventReader({ store, engine, links, currency }: EventReaderNeeds): EventReader {
  const nameOf = async (workflowId: string) =>
    workflowId === '' ? '' : ((await store.workflows.get(workflowId))?.name ?? '')

  async function execution(type: ExecutionEvent, id: string): Promise<EventMessage | undefined> {
    const item = await store.executions.get(id)
    if (item === undefined) return undefined
    const { workflowId, status, trigger, startedBy, revision } = item
    // Only a failure needs the history.
    const known = type === 'execution.failed' ? await engine.view(id) : undefined
    const data = {
      ...{ execution_id: id, workflow_id: workflowId, workflow_name: await nameOf(workflowId), status },
      ...(trigger !== undefined && { trigger }),
      ...(startedBy !== undefined && startedBy !== '' && { started_by: startedBy }),
      ...(revision !== undefined && { revision }),
      created_at: iso(item.createdAt),
      ended_at: iso(item.updatedAt),
      ...(known !== undefined && { error: errorIn(known.state) }),
      url: links.execution(id),
    }
    return { type, timestamp: iso(item.updatedAt), data }
  }

  async function question(type: QuestionEvent, id: string): Promise<EventMessage | undefined> {
    const row = await store.interrupts.get(id)
    if (row === undefined) return undefined
    const { workflowId, sessionId, closedAt, closedBy } = row
    const data: QuestionData = {
      ...{ question_id: id, question_type: row.question.type, message: cut(row.question.config.message) },
      ...{ execution_id: row.executionId, workflow_id: workflowId, workflow_name: await nameOf(workflowId) },
      ...{ node_id: row.nodeId, node_name: row.nodeLabel, created_at: iso(row.createdAt) },
      ...(sessionId !== null && { session_id: sessionId }),
      ...(type === 'question.answered' && closedAt !== null && { answered_at: iso(closedAt) }),
      ...(type === 'question.answered' && closedBy !== null && { answered_by: closedBy.name }),
      url: links.question(id),
    }
    const at = type === 'question.answered' ? (closedAt ?? row.createdAt) : row.createdAt
    return { type, timestamp: iso(at), data }
  }

  async function budget(type: BudgetEvent, reached: string, at: number): Promise<EventMessage | undefined> {
    const [id = '', text] = reached.split(':')
    const month = Number(text)
    const state = await store.budgets.get(id, month)
    return (
      state && { type, timestamp: iso(at), data: budgetData(state, { month, currency, url: links.settings('usage') }) }
    )
  }

  return async ({ event, subjectId, createdAt }) => {
    if (isOfQuestion(event)) return question(event, subjectId)
    return isOfBudget(event) ? budget(event, subjectId, createdAt) : execution(event, subjectId)
  }
}

function budgetData(
  { id, scope, subject, name, unit, limit, used }: BudgetState,
  { month, currency, url }: { readonly month: number; readonly currency: string; readonly url: string },
): BudgetData {
  const units = unit === 'tokens' ? 1 : COST_UNIT
  return {
    ...{ budget_id: id, scope, subject, ...(name !== null && { name }), unit, ...(unit === 'cost' && { currency }) },
    ...{ limit: limit / units, used: used / units, month: monthText(month), resets_at: iso(nextMonth(month)), url },
  }
}

type QuestionEvent = Extract<SubscriptionEvent, `question.${string}`>
type BudgetEvent = Extract<SubscriptionEvent, `budget.${string}`>
type ExecutionEvent = Extract<SubscriptionEvent, `execution.${string}`>

function isOfQuestion(event: SubscriptionEvent): event is QuestionEvent {
  return event === 'question.waiting' || event === 'question.answered'
}

function isOfBudget(event: SubscriptionEvent): event is BudgetEvent {
  return event === 'budget.warning' || event === 'budget.exceeded'
}

/** Why an execution failed, and the step that did. */
export function errorIn({ failure, steps, index }: ExecutionState): ExecutionError {
  const typeOf = ({ node }: { readonly node: number }) => index.plan.nodes[node]?.type
  const failed = steps.filter(({ status }) => status === 'failed')
  // A loop around a step fails with the same failure. A Fail node completes and ends the execution.
  const step =
    failed.find((one) => one.failure?.message === failure?.message && one.loop === undefined) ??
    failed.at(-1) ??
    steps.findLast((one) => one.status === 'completed' && typeOf(one) === 'fail')
  const node = step && index.plan.nodes[step.node]
  return {
    code: failure?.code ?? 'FAILED',
    message: cut(failure?.message ?? ''),
    node_id: node?.id ?? '',
    node_name: node?.label ?? '',
    attempt: step?.attempt ?? 1,
  }
}

function cut(text: string): string {
  return cutText(text, MAX_MESSAGE)
}
