/** Detects the kind of a file by its content, because file names are unreliable. */
import { isObject } from '@millrace/model'

export type ImportKind =
  | { readonly kind: 'workflow' }
  | { readonly kind: 'agentspec'; readonly body: Record<string, unknown> }

/** Agent Spec documents have a version or a component type; everything else is imported as a workflow. */
export function importKindOf(text: string): ImportKind {
  const value = parsed(text)
  return isObject(value) && isAgentSpec(value) ? { kind: 'agentspec', body: value } : { kind: 'workflow' }
}

function isAgentSpec(value: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(value.nodes) && Array.isArray(value.edges)) return false
  const marks = ['agentspec_version', 'component_type', 'start_node', 'control_flow_connections']
  return marks.some((key) => key in value) || (isObject(value.flow) && isAgentSpec(value.flow))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
