/** Names of the built-in MCP tools; no workflow can be published under one of them. */
export const OWN_TOOL_NAMES: ReadonlySet<string> = new Set([
  'list_workflows',
  'describe_workflow',
  'run_workflow',
  'get_execution',
  'cancel_execution',
  'list_questions',
  'answer_question',
])
