/** The runner of nodes, for `@millrace/node-sdk/testing`: nodes under test run on the code of the service. */
export { childPorts } from '../executions/runner/child-ports.ts'
export { createRunner } from '../executions/runner/node-runner.ts'
export { secretsReader } from '../executions/runner/step-secrets.ts'
export { NO_TOOLS } from '../executions/runner/tools/tool-box.ts'
