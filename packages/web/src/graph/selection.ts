/** The selected nodes and edges. */
export interface Selection {
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}

export const NOTHING_SELECTED: Selection = { nodes: new Set(), edges: new Set() }
