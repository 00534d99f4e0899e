/** Addresses that pages link to. */

/** The address of a page of the service outside of this one, such as `/docs`; the service may be below a path. */
export const servicePage = (path: string): string =>
  `${document.querySelector<HTMLMetaElement>('meta[name="millrace-root"]')?.content ?? ''}${path}`

export const executionPath = (id: string): string => `/executions/${encodeURIComponent(id)}`

export const playgroundPath = (workflowId: string, sessionId?: string): string =>
  `/workflows/${encodeURIComponent(workflowId)}/playground${sessionId === undefined ? '' : `?session=${encodeURIComponent(sessionId)}`}`

/** Stands for the id of a workflow that does not exist yet. */
export const NEW_WORKFLOW = 'new'
/** The editor of a new workflow; without a project, the service chooses it. */
export const newWorkflowPathIn = (project: string | undefined): string =>
  `/workflows/${NEW_WORKFLOW}${project === undefined ? '' : `?project=${encodeURIComponent(project)}`}`

/** The editor with the values of an execution on the canvas. */
export const editorRunPath = (workflowId: string, executionId: string): string =>
  `/workflows/${encodeURIComponent(workflowId)}?run=${encodeURIComponent(executionId)}`

export const comparePath = (a: string, b: string): string =>
  `/executions/compare?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`
