import type { NodeNames } from '../expressions/node-names.ts'
import type { Schema } from '../schema.ts'
import { nameOf, short } from '../workflow/workflow.ts'
import type { Languages } from './node-rules.ts'
import type { Order } from './nodes-before.ts'
import type { ProblemPlace } from './problem.ts'
import type { ResolvedNode } from './resolved-graph.ts'

/** One setting of a node that is an expression, and what is known about the workflow around it. */
export interface ExpressionPlace {
  readonly resolved: ResolvedNode
  readonly setting: string
  readonly schema: Schema
  readonly names: NodeNames<ResolvedNode>
  readonly orderOf: (target: ResolvedNode, of: ResolvedNode) => Order
  readonly languages: Languages
}

/** The values and the place that every problem at a position of an expression has. */
export interface Where {
  readonly values: { readonly node: string; readonly setting: string; readonly at: number }
  readonly place: ProblemPlace
}

/** The message counts characters from 1. */
export function whereIn({ resolved, setting }: Pick<ExpressionPlace, 'resolved' | 'setting'>, position: number): Where {
  return {
    values: { node: nameOf(resolved.node), setting: short(setting), at: position + 1 },
    place: { nodeId: resolved.node.id, path: `/${setting}`, position },
  }
}
