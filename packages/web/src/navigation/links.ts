/** Paths of pages that other pages link to. */
export const executionPath = (id: string): string => `/executions/${encodeURIComponent(id)}`

export const playgroundPath = (workflowId: string, sessionId?: string): string =>
  `/workflows/${encodeURIComponent(workflowId)}/playground${sessionId === undefined ? '' : `?session=${encodeURIComponent(sessionId)}`}`

/** Stands for the id of a workflow that does not exist yet. */
export const NEW_WORKFLOW = 'new'
export const newWorkflowPath = `/workflows/${NEW_WORKFLOW}`

/** The editor with the values of an execution on the canvas. */
export const editorRunPath = (workflowId: string, executionId: string): string =>
  `/workflows/${encodeURIComponent(workflowId)}?run=${encodeURIComponent(executionId)}`

export const comparePath = (a: string, b: string): string =>
  `/executions/compare?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`
