import type { NodeNames } from '../expressions/node-names.ts'
import type { Schema } from '../schema.ts'
import { nameOf, short } from '../workflow/workflow.ts'
import type { Languages } from './node-rules.ts'
import type { Order } from './nodes-before.ts'
import { type ProblemCode, problem, type ValidationProblem } from './problem.ts'
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

/** A problem at a position of an expression. The message counts characters from 1. */
export function at(
  { resolved, setting }: Pick<ExpressionPlace, 'resolved' | 'setting'>,
  code: ProblemCode,
  what: string,
  position: number,
): ValidationProblem {
  const message = `Node ${nameOf(resolved.node)}: in "${short(setting)}" at character ${position + 1}, ${what}`
  return problem(code, message, { nodeId: resolved.node.id, path: `/${setting}`, position })
}
