/** What each kind of node does. */

import { NodeFailure } from '@millrace/model'
import type { FlowNodeComponent, NodeKind } from '../../components.ts'
import { DEFAULT_BRANCH, NEXT } from '../../components.ts'
import { textOf } from '../../value-text.ts'
import type { Visit, Visited } from '../visit.ts'
import { visitAgent } from './agent-node.ts'
import { visitApi } from './api-node.ts'
import { visitCatch, visitFlow } from './flow-node.ts'
import { visitLlm } from './llm-node.ts'
import { visitMap, visitParallelMap } from './map-node.ts'
import { visitInputMessage, visitOutputMessage } from './message-nodes.ts'
import { visitParallelFlow } from './parallel-flow-node.ts'
import { visitTool } from './tool-node.ts'

type Executors = {
  readonly [K in NodeKind]: (visit: Visit<Extract<FlowNodeComponent, { kind: K }>>) => Visited | Promise<Visited>
}

export const EXECUTORS: Executors = {
  start: ({ inputs }) => ({ outputs: inputs }),
  end: ({ node, inputs }) => ({ outputs: inputs, branch: node.branchName ?? NEXT }),
  llm: visitLlm,
  api: visitApi,
  agent: visitAgent,
  flow: visitFlow,
  map: visitMap,
  parallel_map: visitParallelMap,
  parallel_flow: visitParallelFlow,
  branching({ node, inputs, inputPorts }) {
    const text = textOf(inputs[inputPorts[0]?.title ?? ''])
    return {
      outputs: {},
      branch: Object.hasOwn(node.mapping, text) ? (node.mapping[text] ?? DEFAULT_BRANCH) : DEFAULT_BRANCH,
    }
  },
  tool: visitTool,
  input_message: visitInputMessage,
  output_message: visitOutputMessage,
  catch_exception: visitCatch,
  unknown({ name, node }) {
    throw new NodeFailure('UNSUPPORTED_NODE', `"${name}" is a ${node.componentType}, which this service cannot run.`)
  },
}
