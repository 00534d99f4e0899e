/** Runs a node in a test as the service does. */

export type { FakeHttp, FakeWorkflows } from './fake-effects.ts'
export { InvalidNode, type NodeRun, type RunOptions, runExamples, runNode } from './run-node.ts'
