/** The expressions of a node in the form in which a plan and the tools of an agent hold them. */
import type { TextPart } from './expression-text.ts'

/** The settings of a node that are computed when it runs, and the values that they use. */
export interface PlanExpressions {
  readonly settings: readonly PlanExpression[]
  /** Inputs of the node that are used; absent if an expression may use all of them. */
  readonly inputs?: readonly string[]
  /** The other nodes that are used, by the names in the expressions. */
  readonly nodes: readonly PlanReference[]
  /** Whether the launch inputs are used. */
  readonly launch?: true
}

export interface PlanExpression {
  /** A JSON pointer into the config, without the leading slash. */
  readonly setting: string
  readonly parts: readonly TextPart[]
}

export interface PlanReference {
  /** The id or machine name that the expressions use. */
  readonly name: string
  /** By number in `nodes` of the plan. */
  readonly node: number
  /** The outputs that are used; absent if all of them may be. */
  readonly ports?: readonly string[]
}
