/** Paths of the pages that questions link to. */
export const executionPath = (id: string): string => `/executions/${encodeURIComponent(id)}`

export const playgroundPath = (workflowId: string, sessionId?: string): string =>
  `/workflows/${encodeURIComponent(workflowId)}/playground${sessionId === undefined ? '' : `?session=${encodeURIComponent(sessionId)}`}`
