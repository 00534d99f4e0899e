/** How much of a document we are willing to read. */
export interface Limits {
  /** Characters of text. */
  readonly characters: number
  readonly depth: number
  /** Values in the document as it is written: objects, lists, texts, numbers. */
  readonly values: number
  /** The same once references are followed. */
  readonly expandedValues: number
  readonly nodes: number
  /** Control and data edges that are written out. */
  readonly edges: number
  /** Data edges of a flow in which data flows by name: every output of a title times every input of it. */
  readonly derivedEdges: number
  /** Aliases of YAML: how many times the written size they may make of it. */
  readonly aliases: number
}

export const LIMITS_OF_READING: Limits = {
  characters: 10_000_000,
  depth: 100,
  values: 500_000,
  expandedValues: 1_000_000,
  nodes: 10_000,
  edges: 100_000,
  derivedEdges: 200_000,
  aliases: 100,
}
