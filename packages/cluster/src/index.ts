export { ClusterEngine } from './cluster-engine.ts'
export type {
  ClusterEngineNeeds,
  ClusterExecutionEngine,
  DeploymentOptions,
  WorkerEndpoint,
  WorkerEndpointOptions,
} from './ports.ts'
export { deploymentUrl, registerDeployment } from './register-deployment.ts'
export { RestateHealth } from './restate-health.ts'
export { resumeStuck } from './resume-stuck.ts'
export { type StuckExecution, StuckExecutions } from './stuck-executions.ts'
export { startWorkerEndpoint } from './worker-endpoint.ts'
