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

/**
 * Our own export of a workflow of 10,000 nodes must be readable: it has some 730,000 values in 14 MB, and nodes for start
 * and end beside those of the workflow. Large documents are read in a worker thread.
 */
export const LIMITS_OF_READING: Limits = {
  characters: 16 * 2 ** 20,
  depth: 100,
  values: 2_000_000,
  expandedValues: 4_000_000,
  nodes: 10_100,
  edges: 100_000,
  derivedEdges: 200_000,
  aliases: 100,
}
