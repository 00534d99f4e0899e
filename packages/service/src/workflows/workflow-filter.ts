/** A list that is narrowed to one workflow: by its id or, as everywhere, by its machine name. */
import { isUuid, Problem } from '@millrace/model'
import { badParameter } from '../http/parameters.ts'
import type { Workflows } from './workflows.ts'

/** The condition of a list. An id need not be that of a workflow that there is: then the list is empty. */
export async function workflowCondition(
  { workflow_id: idOrName }: { readonly workflow_id?: string | undefined },
  workflows: Pick<Workflows, 'get'>,
): Promise<{ readonly workflowId?: string }> {
  if (idOrName === undefined) return {}
  if (isUuid(idOrName)) return { workflowId: idOrName.toLowerCase() }
  try {
    return { workflowId: (await workflows.get(idOrName)).id }
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error
    throw badParameter('workflow_id', 'is neither an id nor the name of a workflow')
  }
}
