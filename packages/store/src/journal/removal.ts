/** Removes executions with their data: history, values, plan and counts. */
import type { Sql, Statement } from '../sql.ts'
import { takeFromCounts } from './counts.ts'
import { inLists, numberList } from './number-list.ts'
import { type Segments, segmentsIn } from './segments.ts'

/** The fields that removing an execution needs. */
export interface Removable {
  readonly num: number
  readonly plan: number
  readonly workflow: number
}

/** The columns of a `Removable`. */
export const REMOVABLE = 'num, plan, workflow'

/**
 * Removes executions and returns their number. Uses many transactions of a few milliseconds each, so that other writers
 * do not wait longer than that.
 */
export async function removeExecutions(
  { dialect }: Pick<Sql, 'dialect'>,
  transaction: Sql['transaction'],
  executions: readonly Removable[],
): Promise<number> {
  for (const some of inLists(executions)) await transaction(removalOf(some, segmentsIn(dialect)))
  return executions.length
}

function removalOf(executions: readonly Removable[], { inHistoriesOf }: Segments): Statement[] {
  const { list, params } = numberList(executions.map(({ num }) => num))
  const plans = numberList([...new Set(executions.map(({ plan }) => plan))])
  const workflows = numberList([...new Set(executions.map(({ workflow }) => workflow))])
  return [
    ...takeFromCounts(`num IN (${list})`, params),
    { text: `DELETE FROM journal WHERE ${inHistoriesOf(list)}`, params },
    { text: `DELETE FROM journal_chapters WHERE num IN (${list})`, params },
    {
      text: `DELETE FROM large_values WHERE hash IN (SELECT u.hash FROM large_value_uses u WHERE u.num IN (${list}))
        AND NOT EXISTS (
          SELECT 1 FROM large_value_uses u WHERE u.hash = large_values.hash AND u.num NOT IN (${list}))`,
      params,
    },
    { text: `DELETE FROM large_value_uses WHERE num IN (${list})`, params },
    { text: `DELETE FROM executions WHERE num IN (${list})`, params },
    {
      text: `DELETE FROM plans WHERE num IN (${plans.list})
        AND NOT EXISTS (SELECT 1 FROM executions e WHERE e.plan = plans.num)`,
      params: plans.params,
    },
    {
      text: `DELETE FROM execution_workflows WHERE num IN (${workflows.list}) AND num > 0
        AND NOT EXISTS (SELECT 1 FROM executions e WHERE e.workflow = execution_workflows.num)`,
      params: workflows.params,
    },
  ]
}
