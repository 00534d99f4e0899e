/** The component that a node of the canvas stands for when it runs. */
import { type FlowNodeComponent, type NodeComponent, nodeComponent, withSecretsOf } from '@millrace/agentspec'
import { NodeFailure, type NodeType, type RunContext } from '@millrace/model'

/** With its secrets in place. */
export function componentOf(context: RunContext, type: NodeType): NodeComponent {
  const { config, inputs, label } = context
  const made = nodeComponent({ type, name: label || type.name, config, fed: new Set(Object.keys(inputs)) })
  if ('errors' in made)
    throw new NodeFailure('BAD_SETTINGS', made.errors[0] ?? 'The node cannot run with its settings.')
  if (!made.isDrawn) return made
  return { ...made, component: withBody(withCaughtDefaults(withSecretsOf(made.component, config)), context) }
}

/** A value on the body port is what a call sends, unless the node has data of its own. */
function withBody(component: FlowNodeComponent, { inputs, config }: RunContext): FlowNodeComponent {
  if (component.kind !== 'api' || inputs.body === undefined || config.body !== undefined) return component
  const isTyped = Object.keys(component.headers ?? {}).some((name) => name.toLowerCase() === 'content-type')
  const type = typeof inputs.body === 'string' || isTyped ? {} : { 'content-type': 'application/json' }
  return { ...component, data: '{{body}}', headers: { ...component.headers, ...type } }
}

/** The outputs of a stored workflow are not known beforehand: a node that catches its failure gives null for them. */
function withCaughtDefaults(component: FlowNodeComponent): FlowNodeComponent {
  if (component.kind !== 'catch_exception' || component.subflow.kind !== 'ref' || !component.outputs) return component
  return {
    ...component,
    outputs: component.outputs.map((one) => (one.default === undefined ? { ...one, default: null } : one)),
  }
}
