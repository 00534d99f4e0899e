/** Size limits for reading a document. */
export interface Limits {
  /** Characters of text. */
  readonly characters: number
  readonly depth: number
  /** Values in the document as written: objects, lists, strings, numbers. */
  readonly values: number
  /** Values after resolving references. */
  readonly expandedValues: number
  readonly nodes: number
  /** Explicit control and data edges. */
  readonly edges: number
  /** Data edges of a flow without a list of them: every output of a title times every input of it. */
  readonly derivedEdges: number
  /** Limit for the expansion factor of YAML aliases. */
  readonly aliases: number
}

/**
 * Our own export of a workflow of 10,000 nodes must be readable: about 730,000 values in 14 MB, plus start and end
 * nodes. Large documents are read in a worker thread.
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
