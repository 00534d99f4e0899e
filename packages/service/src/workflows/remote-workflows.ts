/** The workflows and projects of a service that a command talks to. */
import type { Client, WorkflowSummary } from '@millrace/client'
import { BadSetting } from '../platform/bad-setting.ts'

const PAGE = 100

export const PROJECT_FLAG = { project: { type: 'string' } } as const

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

/** The id of the project that `--project` names by its id or its name; undefined without the flag. */
export async function projectIdOf(client: Client, wanted: string | undefined): Promise<string | undefined> {
  if (wanted === undefined) return undefined
  const { items } = await import('@millrace/client')
  const named: string[] = []
  for await (const { id, name } of items(client.listProjects, { limit: PAGE })) {
    if (id === wanted) return id
    if (name === wanted) named.push(id)
  }
  const [id, ...others] = named
  if (id === undefined) throw new BadSetting(`There is no project "${wanted}".`)
  if (others.length > 0) throw new BadSetting(`Several projects are named "${wanted}"; use an id: ${named.join(', ')}.`)
  return id
}
