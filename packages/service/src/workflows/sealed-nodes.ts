/**
 * The stored form of nodes and edges that clients send again with every save (see body-parts.ts), kept with the parts of
 * the body. It is computed once for those that were repeated.
 */
import { type Catalogue, hidesSettings, type NodeType, nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import type { BodyPart } from '../http/body-parts.ts'
import type { KnownText } from './document-text.ts'

/** A node as it is stored. */
export interface SealedNode extends KnownText {
  readonly sealed: WorkflowNode
  readonly type: NodeType
}

/** The stored form of a node; undefined if it must be computed. */
export function sealedNodeOf({ value, made }: BodyPart, catalogue: Catalogue): SealedNode | undefined {
  const known = made as SealedNode | undefined
  // Custom types can be replaced.
  return known?.type === typeOf(value as WorkflowNode, catalogue) ? known : undefined
}

/** Keeps the stored form of a node; not if it depends on the secrets of the workflow. */
export function keepSealed(part: BodyPart, sealed: WorkflowNode, catalogue: Catalogue): SealedNode | undefined {
  const type = typeOf(part.value as WorkflowNode, catalogue)
  if (!part.isRepeated || type === undefined || hidesSettings(type.configSchema)) return undefined
  const kept: SealedNode = { sealed, type, json: undefined }
  part.made = kept
  return kept
}

/** Whether a node cannot have secrets, which must not be kept in memory. */
export function hasNoSecrets({ value }: BodyPart, catalogue: Catalogue): boolean {
  const type = typeOf(value as WorkflowNode, catalogue)
  return type !== undefined && !hidesSettings(type.configSchema)
}

/** The text of an edge, which is stored as it is. */
export function textOfEdge(part: BodyPart | undefined): KnownText | undefined {
  if (part?.isRepeated !== true) return undefined
  part.made ??= { json: undefined } satisfies KnownText
  return part.made as KnownText
}

function typeOf(node: WorkflowNode, { types }: Catalogue): NodeType | undefined {
  return types.get(nodeTypeIdOf(node))
}
