import { refuse } from '../edit-problem.ts'
import { extractionOf } from '../extract/extraction.ts'
import type { ExtractReason, ExtractRefusal } from '../extract/refusals.ts'
import type { Verb } from '../verb.ts'

/** Replaces nodes by a call of the workflow that was made of them. */
export interface ExtractCommand {
  readonly verb: 'extract'
  readonly nodes: readonly string[]
  /** Id of the workflow that was made of the nodes. */
  readonly workflow: string
  readonly label: string
}

export const extract: Verb<ExtractCommand> = {
  kind: 'edit',
  gesture: 'Replaces a selection by a sub-workflow node that calls the workflow which was made of it.',

  edit(graph, { nodes, workflow, label }, catalogue) {
    const extraction = extractionOf(graph, new Set(nodes), catalogue)
    if (!extraction.ok) return refuse('CANNOT_EXTRACT', messageOf(extraction))
    const replaced = extraction.replaced({ workflow, label })
    return { graph: replaced.graph, nodes: [replaced.node] }
  },
}

const MESSAGES: Readonly<Record<ExtractReason, (node: string, other: string) => string>> = {
  empty: () => 'There is no node that runs',
  unknown: (node) => `The type of "${node}" is unknown`,
  trigger: (node) => `"${node}" is a trigger: it starts this workflow`,
  input: (node) => `"${node}" takes an input of this workflow`,
  output: (node) => `"${node}" gives an output of this workflow or ends it`,
  tool: (node, other) => `"${node}" is a tool of "${other}": extract both`,
  loop: (node, other) => `The loop "${node}" has only some of its nodes in the selection, such as "${other}"`,
  start: (node, other) => `"${node}" starts by itself, but the call would be skipped with "${other}"`,
  between: (node) => `"${node}" is between nodes of the selection: extract it as well`,
  order: (node, other) => `"${node}" and "${other}" start under different conditions`,
  branch: (node, other) => `A branch of "${node}" joins other connections at "${other}": extract that as well`,
  reference: (node, other) => `An expression of "${node}" uses the result of "${other}" across the boundary`,
  scope: (node) => `An expression of "${node}" uses facts of this run (launch, execution or workflow)`,
}

function messageOf({ reason, node, other }: ExtractRefusal): string {
  return MESSAGES[reason](node, other)
}
