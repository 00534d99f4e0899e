/**
 * Warnings for the author of a save. The same rules as validation, but only those that concern one node and need no
 * parser: saving thousands of nodes must be fast, and a draft may be incomplete.
 */
import type { Catalogue } from '../catalogue.ts'
import { TimeSlice } from '../time-slice.ts'
import { isDisabled } from '../workflow/disabled.ts'
import { SCHEDULE_TYPE, WEBHOOK_TYPE } from '../workflow/triggers.ts'
import { configOf, nameOf, nodeTypeIdOf, type WorkflowNode } from '../workflow/workflow.ts'
import { heldSchemaProblems, type Languages, nodeProblems, unknownSetting, unknownType } from './node-rules.ts'

export interface SavedTriggers {
  /** Ids of trigger nodes that are registered. */
  readonly registered: ReadonlySet<string>
  /** True if they start nothing until the workflow is saved again, as after an import. */
  readonly areInert: boolean
}

const MOST_WARNINGS = 100

/** Unknown types and settings, schemas that cannot be checked, and triggers that start nothing, with the reason. */
export async function saveWarnings(
  nodes: readonly WorkflowNode[],
  triggers: SavedTriggers,
  rules: { readonly catalogue: Catalogue; readonly languages: Languages },
): Promise<string[]> {
  const found: string[] = []
  const slice = new TimeSlice()
  for (const node of nodes) {
    for (const warning of nodeWarnings(node, triggers, rules)) {
      if (found.length === MOST_WARNINGS) return [...found, 'There is more: validate the workflow to see everything']
      found.push(warning)
    }
    if (slice.isOver) await slice.next()
  }
  return found
}

function* nodeWarnings(
  node: WorkflowNode,
  triggers: SavedTriggers,
  { catalogue, languages }: { readonly catalogue: Catalogue; readonly languages: Languages },
): Iterable<string> {
  if (isDisabled(node)) return
  const typeId = nodeTypeIdOf(node)
  const type = catalogue.types.get(typeId)
  if (type === undefined) {
    yield unknownType(node, catalogue.whyMissing?.(typeId)).message
    return
  }
  const config = configOf(node)
  for (const key in config) {
    const unknown = unknownSetting(node, key, type)
    if (unknown !== undefined) yield unknown.message
    for (const problem of heldSchemaProblems(node, key, type)) yield problem.message
  }
  if (typeId !== WEBHOOK_TYPE && typeId !== SCHEDULE_TYPE) return
  if (!triggers.registered.has(node.id)) {
    const alone = { node, at: 0, config, type, ports: undefined, arriving: new Map(), leaving: new Map() }
    const reason = Iterator.from(nodeProblems(alone, languages)).find(({ severity }) => severity === 'error')
    const why = reason?.message ?? `Node ${nameOf(node)} has settings that do not fit`
    yield `${why}. It starts nothing until this is corrected`
  } else if (triggers.areInert) {
    yield `Node ${nameOf(node)} starts nothing until the imported workflow is saved`
  }
  if (typeId === WEBHOOK_TYPE && needsSecret(config)) yield `Node ${nameOf(node)} refuses every call: it has no secret`
}

function needsSecret({ auth = 'none', secret = '' }: Readonly<Record<string, unknown>>): boolean {
  return auth !== 'none' && auth !== '' && secret === ''
}
