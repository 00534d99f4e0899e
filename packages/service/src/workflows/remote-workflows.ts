/** The workflows of a service that a command talks to. */
import type { Client, WorkflowSummary } from '@millrace/client'

const PAGE = 100

export type RemoteWorkflow = Pick<WorkflowSummary, 'id' | 'machineName' | 'project'>

/** All workflows that the caller sees, in the order of their machine names. */
export async function remoteWorkflows(client: Client): Promise<readonly RemoteWorkflow[]> {
  const { items } = await import('@millrace/client')
  const found: RemoteWorkflow[] = []
  for await (const { id, machineName, project } of items(client.listWorkflowSummaries, { limit: PAGE }))
    found.push({ id, machineName, project })
  return found.sort((a, b) => (a.machineName < b.machineName ? -1 : 1))
}

/** Machine names by id. */
export function namesOf(workflows: readonly RemoteWorkflow[]): ReadonlyMap<string, string> {
  return new Map(workflows.map(({ id, machineName }) => [id, machineName]))
}
