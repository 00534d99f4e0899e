import { ofProjects } from '../project-names.ts'
import type { Bind } from '../sql.ts'

/** A query for the numbers of the workflows. */
export function workflowsOf(projects: readonly string[], bind: Bind): string {
  return `SELECT x.num FROM execution_workflows x WHERE x.num > 0 AND ${ofProjects('x.id', projects, bind)}`
}
