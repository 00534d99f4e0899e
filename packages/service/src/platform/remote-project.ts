/** The project that a command names with `--project`. */
import type { Client } from '@millrace/client'
import { DEFAULT_PROJECT } from '@millrace/model'
import { BadSetting } from './bad-setting.ts'
import { grants } from './project-access.ts'

const PAGE = 100

export const PROJECT_FLAG = { project: { type: 'string' } } as const

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

/** Throws if the service could not choose the project of new workflows: the caller may write in several. */
export async function requireProjectChoice(client: Client): Promise<void> {
  const { role, projects = [] } = await client.getSession()
  if (grants(role, 'write')) return
  const possible = projects.filter((project) => grants(project.role, 'write')).map(({ id }) => id)
  if (possible.length < 2 || possible.includes(DEFAULT_PROJECT)) return
  throw new BadSetting(
    `The token has access to several projects; name the one for new workflows with --project: ${possible.join(', ')}.`,
  )
}
