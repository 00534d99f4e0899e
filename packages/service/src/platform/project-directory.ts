/** Finds the projects of things; `identity` implements it. */
import type { Owned } from '@millrace/store'
import type { Caller } from './caller.ts'
import { roleIn } from './project-access.ts'

export interface ProjectDirectory {
  /** Undefined if it does not exist. */
  projectOf(owned: Owned): Promise<string | undefined>
  /** The project of a workflow, by id, for steps; what runs without a stored workflow is in the default project. */
  ofWorkflow(id: string): string | Promise<string>
  /** Throws NOT_FOUND; reads nothing for the default project. */
  require(id: string): Promise<void>
  moveWorkflow(id: string, project: string): Promise<void>
}

export interface ProjectServices {
  readonly projects: ProjectDirectory
}

/** Whether the caller may see what belongs to a workflow, for streams, which are filtered event by event. */
export async function isVisible(
  caller: Caller,
  workflowId: string,
  projects: Pick<ProjectDirectory, 'ofWorkflow'>,
): Promise<boolean> {
  return caller.projects === undefined || roleIn(caller, await projects.ofWorkflow(workflowId)) !== null
}
