export { cast } from './casting.ts'
export { writeOfficial } from './codec/write-official.ts'
export { writeSeedDocument, writeSeedFlow } from './codec/write-seed.ts'
export { compileFlow, MAX_FLOW_DEPTH, MAX_VISITS } from './compile-flow.ts'
export {
  type Agentic,
  type ApiNode,
  type BranchingNode,
  type ClientTool,
  type ControlEdge,
  type DataEdge,
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
  type McpTool,
  type NameRef,
  NEXT,
  type NodeKind,
  type OutputMessageNode,
  type Property,
  type RemoteTool,
  type ServerTool,
  type StartNode,
  type Tool,
  type ToolNode,
} from './components.ts'
export { flowOfAgent } from './flow-of-agent.ts'
export { uniqueNames } from './names.ts'
export { branchesOf, flowInputs, flowOutputs, inputsOf, outputsOf, type Registry, toolPorts } from './ports.ts'
export { readAgentSpec } from './read.ts'
export {
  askNoteIn,
  FlowBoard,
  flowInputValues,
  type Host,
  type HostTool,
  modelSettingsOf,
  type NodeStanding,
  type OfferedTool,
  runFlow,
} from './runtime/runtime.ts'
export { placeholdersIn, renderTemplate, renderValue } from './templates.ts'
export { toYaml } from './text.ts'
export { readingProblems, validateFlow } from './validate/validate-flow.ts'
export { textOf } from './value-text.ts'
export { COMPONENT_SETTING, type NodeComponent, nodeComponent } from './workflow/node-component.ts'
export { withSecretsOf } from './workflow/node-secrets.ts'
export { checkExport, type ExportOptions, toFlow } from './workflow/to-flow.ts'
export { toWorkflow } from './workflow/to-workflow.ts'
