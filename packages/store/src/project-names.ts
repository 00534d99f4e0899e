/**
 * Names of things that belong to a project and are stored beside those of others. Those of the default project are stored
 * as they are; those of another one start with a text that no name of a workflow can have, because it is longer than the
 * limit, so that no workflow can name something of another project.
 */
import { DEFAULT_PROJECT } from '@millrace/model/default-project'
import type { Bind } from './sql.ts'

/** Longer than a namespace of keyed values may be. */
const PREFIX_LENGTH = 101

function prefixOf(project: string): string {
  return `:project ${project} `.padEnd(PREFIX_LENGTH, '.')
}

export function nameInProject(project: string, name: string): string {
  return project === DEFAULT_PROJECT ? name : `${prefixOf(project)}${name}`
}

/** The name without the project. */
export function nameWithoutProject(project: string, stored: string): string {
  return project === DEFAULT_PROJECT ? stored : stored.slice(prefixOf(project).length)
}

/** The first name of a project, and a text that sorts after all of them. */
export function namesOfProject(project: string): readonly [string, string] {
  return [prefixOf(project), `${prefixOf(project)}\u{10ffff}`]
}

/** The projects of workflows by their ids, and of what ran without a stored workflow. Deleted workflows have none. */
export const WORKFLOW_PROJECTS = `(SELECT '' AS id, '${DEFAULT_PROJECT}' AS project
  UNION ALL SELECT id, project FROM workflows)`

/** A condition: the workflow with the id in this column is in one of the projects. Without a workflow it is the default one. */
export function ofProjects(column: string, projects: readonly string[], bind: Bind): string {
  const stored = `${column} IN (SELECT id FROM workflows WHERE project IN (${projects.map(bind).join(', ')}))`
  return projects.includes(DEFAULT_PROJECT) ? `(${stored} OR ${column} = '')` : stored
}
