/**
 * Validates that a flow can run: the rules of the official format, rules that its tools omit (branches, duplicate
 * edges, unreachable nodes), and unresolved references. Every message names component and field.
 */

import type { AnyComponent, Flow, FlowNodeComponent } from '../components.ts'
import { componentsIn } from '../components-in.ts'
import { newNotes } from '../notes.ts'
import type { Registry } from '../ports.ts'
import { agentRules } from './agent-rules.ts'
import { controlRules } from './control-rules.ts'
import { dataRules } from './data-rules.ts'
import { nodeRules } from './node-rules.ts'
import { outputRules } from './output-rules.ts'
import type { RuleContext } from './rule-context.ts'

export interface Validation {
  readonly valid: boolean
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** Validates a flow and everything in it. References that `registry` has no function for are assumed to exist. */
export function validateFlow(flow: Flow, registry: Registry = {}): Validation {
  const { errors, warnings } = ruled(flow, registry).notes
  return { valid: errors.length === 0, errors, warnings }
}

/** Validates a single node and everything in it. */
export function validateNode(node: FlowNodeComponent, registry: Registry = {}): Validation {
  const ruling = newRuling(registry)
  nodeRules(node, ruling)
  for (const one of componentsIn(node)) componentRules(one, ruling)
  const { errors, warnings } = ruling.notes
  return { valid: errors.length === 0, errors, warnings }
}

/** Separates errors that prevent reading a document from those that only prevent running it. */
export function readingProblems(
  root: AnyComponent,
  { isOfficial }: { isOfficial: boolean },
): Omit<Validation, 'valid'> {
  const { notes, graves } = ruled(root, {})
  const isGrave = (text: string) => graves.get(text) === 'structure' || (isOfficial && graves.get(text) === 'rules')
  const [errors, warnings] = [notes.errors.filter(isGrave), notes.errors.filter((text) => !isGrave(text))]
  return { errors, warnings }
}

function newRuling(registry: Registry): RuleContext {
  return { notes: newNotes(), registry, graves: new Map() }
}

function ruled(root: AnyComponent, registry: Registry): RuleContext {
  const ruling = newRuling(registry)
  for (const one of [root, ...componentsIn(root)]) componentRules(one, ruling)
  return ruling
}

function componentRules(one: AnyComponent, ruling: RuleContext): void {
  if ('controlFlow' in one) flowRules(one, ruling)
  else agentRules(one, ruling)
}

function flowRules(flow: Flow, ruling: RuleContext): void {
  controlRules(flow, ruling)
  for (const node of flow.nodes) nodeRules(node, ruling)
  dataRules(flow, ruling)
  outputRules(flow, ruling)
}
