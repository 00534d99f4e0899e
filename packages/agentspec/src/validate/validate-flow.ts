/**
 * Whether a flow can run: the rules of the official format, the ones its tools forget (branches, doubled edges,
 * unreachable nodes), and whether the runtime knows what the flow only names. Every message names component and field.
 */

import type { AnyComponent, Flow } from '../components.ts'
import { componentsIn } from '../components-in.ts'
import { type Notes, newNotes } from '../notes.ts'
import type { Registry } from '../ports.ts'
import { agentRules } from './agent-rules.ts'
import { controlRules } from './control-rules.ts'
import { dataRules } from './data-rules.ts'
import { nodeRules } from './node-rules.ts'
import { outputRules } from './output-rules.ts'

export interface Validation {
  readonly valid: boolean
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** What the rules share. */
export interface Ruling {
  readonly notes: Notes
  readonly registry: Registry
}

/** Checks a flow and every flow and agent in it. What `registry` has no function for is taken to be known. */
export function validateFlow(flow: Flow, registry: Registry = {}): Validation {
  const notes = newNotes()
  const ruling = { notes, registry }
  for (const one of [flow as AnyComponent, ...componentsIn(flow)]) {
    if ('controlFlow' in one) flowRules(one, ruling)
    else agentRules(one, ruling)
  }
  const { errors, warnings } = notes
  return { valid: errors.length === 0, errors, warnings }
}

function flowRules(flow: Flow, ruling: Ruling): void {
  controlRules(flow, ruling)
  for (const node of flow.nodes) nodeRules(node, ruling)
  dataRules(flow, ruling)
  outputRules(flow, ruling)
}
