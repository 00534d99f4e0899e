export * from './casting.ts'
export { CannotWrite, type OfficialOptions, writeOfficial, writeOfficialComponent } from './codec/write-official.ts'
export { type SeedDocument, writeSeedDocument, writeSeedFlow } from './codec/write-seed.ts'
export * from './components.ts'
export * from './components-in.ts'
export * from './data-flow.ts'
export { type AgentFlowOptions, flowOfAgent } from './flow-of-agent.ts'
export { LIMITS_OF_READING, type Limits } from './limits.ts'
export * from './names.ts'
export * from './ports.ts'
export * from './read.ts'
export * from './runtime/runtime.ts'
export * from './templates.ts'
export { toYaml } from './text.ts'
export { readingProblems, type Validation, validateFlow } from './validate/validate-flow.ts'
export * from './value-text.ts'
export { KNOWN_VERSIONS, type NeededVersion, versionNeeded } from './versions.ts'
export type { ExportedWorkflow } from './workflow/canvas.ts'
export { layeredLayout } from './workflow/layered-layout.ts'
export { COMPONENT_SETTING, type ConfiguredNode, type NodeComponent, nodeComponent } from './workflow/node-component.ts'
export { withSecretsOf } from './workflow/node-secrets.ts'
export { withoutSecretsIn } from './workflow/redact.ts'
export {
  checkExport,
  type ExportCheck,
  type Exported,
  type ExportOptions,
  type NotExportable,
  toFlow,
} from './workflow/to-flow.ts'
export { type Drawn, type DrawnWorkflow, toWorkflow } from './workflow/to-workflow.ts'
