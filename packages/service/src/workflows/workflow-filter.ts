/** The query parameter that filters a list by workflow: by id or machine name. */
import { isUuid, Problem } from '@millrace/model'
import { badParameter } from '../http/parameters.ts'
import { missing } from './stored-workflows.ts'
import type { Workflows } from './workflows.ts'

/** The filter of a list. An unknown id is not an error: the list is empty. */
export async function workflowCondition(
  { workflow_id: idOrName }: { readonly workflow_id?: string | undefined },
  workflows: Pick<Workflows, 'get'>,
  { projects }: { readonly projects?: readonly string[] } = {},
): Promise<{ readonly workflowId?: string }> {
  if (idOrName === undefined) return {}
  if (isUuid(idOrName)) return { workflowId: idOrName.toLowerCase() }
  try {
    const { id, project } = await workflows.get(idOrName)
    // A name of another project is as unknown as one that does not exist.
    if (projects?.includes(project) === false) throw missing(idOrName)
    return { workflowId: id }
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error
    throw badParameter('workflow_id', 'is neither an id nor the name of a workflow')
  }
}
