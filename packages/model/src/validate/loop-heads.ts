/** Which nodes of a graph are heads of loops. */
import { LOOP_EXTENSION } from '../extensions.ts'
import type { LoopHead } from '../graph/loops.ts'
import { isObject } from '../json.ts'
import type { NodeType } from '../node-type.ts'
import type { ResolvedNode } from './resolved-graph.ts'

/** The loop properties of a node type: its kind, and the outputs that deliver in every iteration. */
export interface LoopTrait {
  readonly kind: 'foreach' | 'while'
  readonly each: readonly string[]
}

/** The heads of loops among these nodes, by their position in the list. */
export function loopHeadsOf(nodes: readonly ResolvedNode[]): (LoopHead & { readonly kind: LoopTrait['kind'] })[] {
  return nodes.flatMap(({ type }, node) => {
    const trait = loopTrait(type)
    return trait === undefined ? [] : [{ node, kind: trait.kind, each: new Set(trait.each) }]
  })
}

/** The loop properties of a type; undefined if it is not the head of a loop. */
export function loopTrait(type: NodeType | undefined): LoopTrait | undefined {
  const trait = type?.extensions[LOOP_EXTENSION]
  return isObject(trait) ? (trait as unknown as LoopTrait) : undefined
}
