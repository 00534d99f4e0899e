/** Flows that steps run as child executions. */
import {
  COMPONENT_SETTING,
  type ComponentCredentials,
  credentialSettingsFor,
  type Flow,
  type FlowNodeComponent,
  flowInputValues,
  MAX_FLOW_DEPTH,
} from '@millrace/agentspec'
import { type FlowCall, NodeFailure } from '@millrace/model'
import type { CalledFlow, CalledFlows, CompiledFlow } from '../../executions/called-flows.ts'
import type { Named } from '../registry/named-components.ts'
import { flowLaunch } from './compiled-flow.ts'
import { flowFailure, flowResult } from './flow-outcome.ts'
import type { FlowPlans } from './flow-plans.ts'

export function createCalledFlows(plans: FlowPlans): CalledFlows {
  return {
    maxDepth: MAX_FLOW_DEPTH,
    open(call: FlowCall): CalledFlow {
      const flow = call.flow as Flow
      const values = flowInputValues(flow, call.inputs)
      return {
        async compile(caller) {
          const compiled = await plans.of(flow, caller, call.named as Named | undefined)
          const signed = withCredentials(compiled, call.credentials ?? {})
          return { flow: signed, inputs: flowLaunch(signed, values) }
        },
        resultOf(state) {
          if (state.status === 'completed') return flowResult(flow, state)
          const { code, message } = flowFailure(state)
          return new NodeFailure(code, message)
        },
      }
    },
  }
}

/** The flow with the credentials that its caller has for the components in it. They are settings, as in a workflow. */
function withCredentials(flow: CompiledFlow, credentials: ComponentCredentials): CompiledFlow {
  if (Object.keys(credentials).length === 0) return flow
  const nodes = flow.plan.nodes.map((node) => {
    const component = node.config[COMPONENT_SETTING] as FlowNodeComponent
    return { ...node, config: { ...node.config, ...credentialSettingsFor(component, credentials) } }
  })
  return { ...flow, plan: { ...flow.plan, nodes } }
}
