/** The names by which expressions refer to nodes: the id, or the machine name of the label. */
import { machineNameOf } from '../workflow/machine-name.ts'
import { titleOf, type WorkflowNode } from '../workflow/workflow.ts'

/** The machine name of a node's label; undefined if it has no label. */
export function labelName(node: WorkflowNode): string | undefined {
  const label = titleOf(node)
  return label === '' ? undefined : machineNameOf(label)
}

/** Finds nodes by the names that expressions use. An id wins over a label. */
export class NodeNames<N extends { readonly node: WorkflowNode }> {
  readonly #byId: ReadonlyMap<string, N>
  #byLabel: ReadonlyMap<string, readonly N[]> | undefined
  readonly #nodes: readonly N[]

  constructor(nodes: readonly N[]) {
    this.#nodes = nodes
    this.#byId = new Map(nodes.map((one) => [one.node.id, one]))
  }

  /** The nodes with a name: none, one, or several with the same label. */
  named(name: string): readonly N[] {
    const own = this.#byId.get(name)
    if (own !== undefined) return [own]
    this.#byLabel ??= Map.groupBy(this.#nodes, ({ node }) => labelName(node) ?? '')
    return name === '' ? [] : (this.#byLabel.get(name) ?? [])
  }
}
