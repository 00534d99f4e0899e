/** The Agent Spec component of a canvas node at run time. */
import { type FlowNodeComponent, type NodeComponent, nodeComponent, withSecretsOf } from '@millrace/agentspec'
import { NodeFailure, type NodeType, type RunContext } from '@millrace/model'

/** Includes the node's secrets. */
export function componentOf(context: RunContext, type: NodeType): NodeComponent {
  const { config, inputs, label } = context
  const made = nodeComponent({ type, name: label || type.name, config, fed: new Set(Object.keys(inputs)) })
  if ('errors' in made) throw new NodeFailure('BAD_SETTINGS', made.errors[0] ?? 'The settings of the node are invalid.')
  if (!made.isDrawn) return made
  return { ...made, component: withBody(withCaughtDefaults(withSecretsOf(made.component, config)), context) }
}

/** A value on the body port becomes the request body, unless the node configures one. */
function withBody(component: FlowNodeComponent, { inputs, config }: RunContext): FlowNodeComponent {
  if (component.kind !== 'api' || inputs.body === undefined || config.body !== undefined) return component
  const isTyped = Object.keys(component.headers ?? {}).some((name) => name.toLowerCase() === 'content-type')
  const type = typeof inputs.body === 'string' || isTyped ? {} : { 'content-type': 'application/json' }
  return { ...component, data: '{{body}}', headers: { ...component.headers, ...type } }
}

/**
 * The outputs of a stored workflow are unknown in advance, so a node that catches its failure defaults them to null.
 */
function withCaughtDefaults(component: FlowNodeComponent): FlowNodeComponent {
  if (component.kind !== 'catch_exception' || component.subflow.kind !== 'ref' || !component.outputs) return component
  return {
    ...component,
    outputs: component.outputs.map((one) => (one.default === undefined ? { ...one, default: null } : one)),
  }
}
