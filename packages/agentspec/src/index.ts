export { cast, isCastable } from './casting.ts'
export { writeOfficial } from './codec/write-official.ts'
export { writeSimpleDocument, writeSimpleFlow } from './codec/write-simple.ts'
export { compileFlow, launchInputs, MAX_FLOW_DEPTH } from './compile-flow.ts'
export {
  type Agent,
  type Agentic,
  type AgentNode,
  type ApiNode,
  type BranchingNode,
  CAUGHT_BRANCH,
  CAUGHT_INFO,
  type CatchExceptionNode,
  type ClientTool,
  DEFAULT_BRANCH,
  type EndNode,
  type Fields,
  type Flow,
  type FlowNode,
  type FlowNodeComponent,
  type HttpFields,
  type InputMessageNode,
  type LlmConfig,
  type LlmNode,
  type MapNode,
  type McpTool,
  type NameRef,
  NEXT,
  type NodeKind,
  type OutputMessageNode,
  type ParallelFlowNode,
  type ParallelMapNode,
  type Property,
  type Reducer,
  type RemoteTool,
  type ServerTool,
  type StartNode,
  type Tool,
  type ToolNode,
} from './components.ts'
export { flowOfAgent } from './flow-of-agent.ts'
export { modelSettingsOf } from './model-settings.ts'
export {
  agenticPorts,
  flowInputs,
  flowOutputs,
  inputsOf,
  type MapPorts,
  mapPorts,
  outputsOf,
  type Registry,
  toolPorts,
} from './ports.ts'
export { readAgentSpec } from './read.ts'
export { namesIn, workflowsIn } from './references.ts'
export { placeholdersIn, renderTemplate, renderValue } from './templates.ts'
export { toYaml } from './text.ts'
export { argumentsFor, resultsFor, settingsIn } from './tool-metadata.ts'
export { readingProblems, validateFlow, validateNode } from './validate/validate-flow.ts'
export { textOf } from './value-text.ts'
export { flowInputValues, flowOutputValues, outputValues, type Values, valuesFor } from './values.ts'
export type { ExportOptions } from './workflow/export-options.ts'
export { COMPONENT_SETTING, type NodeComponent, nodeComponent } from './workflow/node-component.ts'
export {
  type ComponentCredentials,
  credentialSettingsFor,
  credentialsOf,
  DEFAULT_MODEL,
} from './workflow/node-credentials.ts'
export { withSecretsOf } from './workflow/node-secrets.ts'
export { checkExport, toFlow } from './workflow/to-flow.ts'
export { toWorkflow } from './workflow/to-workflow.ts'
