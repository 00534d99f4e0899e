/** The node type that runs a flow. It is in no catalogue: only submitted flows are made of it. */
import { runFlow } from '@millrace/agentspec'
import { Asks, catalogueOf, defineNode, isObject, type NodeDefinition, NodeFailure, Type } from '@millrace/model'
import type { ServedCatalogue } from '../../../given.ts'
import { type FlowHostNeeds, flowHost } from './flow-host.ts'
import { FLOW_TYPE, type FlowConfig } from './flow-record.ts'
import { withSecrets } from './flow-secrets.ts'
import type { Named } from './names-in.ts'

const NONE: Named = { tools: {}, agents: {} }
const EARLIER = 'The flow was started by an earlier version of the service and cannot go on. Start it again.'

export function flowNode(needs: FlowHostNeeds): NodeDefinition {
  return defineNode({
    id: FLOW_TYPE,
    version: '1.0.0',
    name: 'Agent Spec flow',
    description: 'Runs a flow of Open Agent Spec.',
    category: 'agents',
    icon: 'mdi:sitemap',
    tags: ['agentspec'],
    config: Type.Object({
      flow: Type.Any(),
      places: Type.Any(),
      named: Type.String({ format: 'hidden' }),
      nodes: Type.Array(Type.String()),
      maxSteps: Type.Optional(Type.Integer()),
      secrets: Type.Array(Type.String({ format: 'hidden' })),
    }),
    inputs: {},
    outputs: { outputs: { dataType: 'json' }, end_node: { dataType: 'string' }, end_branch: { dataType: 'string' } },

    async run(context) {
      const { secrets, maxSteps, ...sealed } = context.config as unknown as FlowConfig
      if (sealed.places === undefined) throw new NodeFailure('INVALID_FLOW', EARLIER)
      const flow = withSecrets(sealed.flow, sealed.places, secrets)
      const named = sealed.named === '' ? NONE : (JSON.parse(sealed.named) as Named)
      const { values } = context.launch
      const limits = maxSteps === undefined ? {} : { maxSteps }
      const end = await runFlow(flow, isObject(values) ? values : {}, flowHost(context, named, needs), limits)
      if (end.question !== undefined) return new Asks(end.question)
      if (!isObject(end.outputs)) throw new NodeFailure('BAD_OUTPUT', 'The flow gave no outputs.')
      return { outputs: end.outputs, end_node: end.endNode, end_branch: end.endBranch }
    },
  }) as unknown as NodeDefinition
}

/** The catalogue with the one type that it does not show, for the engine alone. */
export function withFlowNode(catalogue: ServedCatalogue, node: NodeDefinition): ServedCatalogue {
  const { types } = catalogueOf([node], [])
  return {
    ...catalogue,
    types: new Map([...catalogue.types, ...types]),
    definitions: new Map([...catalogue.definitions, [node.id, node]]),
  }
}
