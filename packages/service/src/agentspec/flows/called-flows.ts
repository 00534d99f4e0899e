/** Flows that steps run as child executions. */
import { type Flow, flowInputValues, MAX_FLOW_DEPTH } from '@millrace/agentspec'
import { type FlowCall, NodeFailure } from '@millrace/model'
import type { CalledFlow, CalledFlows } from '../../executions/called-flows.ts'
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
          return { flow: compiled, inputs: flowLaunch(compiled, values) }
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
