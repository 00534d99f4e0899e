import { type Static, Type } from '../schema.ts'

export const PROBLEM_CODES = {
  DUPLICATE_NODE: 'error',
  DUPLICATE_EDGE: 'error',
  DANGLING_EDGE: 'error',
  BAD_HANDLE: 'error',
  TOO_MANY_NODES: 'error',
  UNKNOWN_NODE_TYPE: 'error',
  MISSING_INPUT: 'error',
  MISSING_CONFIG: 'error',
  BAD_CONFIG: 'error',
  BAD_EXPRESSION: 'error',
  BAD_TEMPLATE: 'error',
  EXPRESSION_SETTING: 'error',
  EXPRESSION_REFERENCE: 'error',
  EXPRESSION_TYPE: 'error',
  UNSUPPORTED_SCHEMA: 'error',
  DUPLICATE_BRANCH: 'error',
  UNKNOWN_PORT: 'error',
  INCOMPATIBLE_PORTS: 'error',
  CYCLE: 'error',
  DISCONNECTED_NODE: 'warning',
  UNREACHABLE_NODE: 'warning',
  SEVERAL_SOURCES: 'warning',
  UNKNOWN_CONFIG_KEY: 'warning',
  BRANCH_WITHOUT_TARGET: 'warning',
  DUPLICATE_PORT: 'warning',
  NOT_AN_EXPRESSION: 'warning',
  PLACEHOLDER_WITHOUT_SOURCE: 'warning',
  EMPTY_WORKFLOW: 'suggestion',
  ADD_START: 'suggestion',
  NAME_NODES: 'suggestion',
  CONNECT_LOOSE_END: 'suggestion',
} as const satisfies Record<string, 'error' | 'warning' | 'suggestion'>

export type ProblemCode = keyof typeof PROBLEM_CODES

/** One finding of validation: code, severity, message and location. */
export const ValidationProblem = Type.Object(
  {
    code: Type.Enum(Object.keys(PROBLEM_CODES) as ProblemCode[]),
    severity: Type.Enum(['error', 'warning', 'suggestion']),
    message: Type.String(),
    nodeId: Type.Optional(Type.String()),
    portId: Type.Optional(Type.String()),
    edgeId: Type.Optional(Type.String()),
    path: Type.Optional(Type.String({ description: 'JSON pointer into the config of the node.' })),
    position: Type.Optional(Type.Integer({ description: 'Index of a character in the expression, from 0.' })),
  },
  { $id: 'ValidationProblem' },
)
export type ValidationProblem = Static<typeof ValidationProblem>

/** The location of a problem. */
export interface ProblemPlace {
  readonly nodeId?: string
  readonly portId?: string
  readonly edgeId?: string
  readonly path?: string
  readonly position?: number
}

const MAX_MESSAGE = 500

export function problem(code: ProblemCode, message: string, place: ProblemPlace = {}): ValidationProblem {
  const said = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message
  return { code, severity: PROBLEM_CODES[code], message: said, ...place }
}

/** The validation result of the API, with the same findings in a machine-readable form. */
export const ValidationResult = Type.Object(
  {
    valid: Type.Boolean(),
    errors: Type.Array(Type.String()),
    warnings: Type.Array(Type.String()),
    suggestions: Type.Array(Type.String()),
    problems: Type.Array(ValidationProblem),
  },
  { $id: 'ValidationResult' },
)
export type ValidationResult = Static<typeof ValidationResult>

/** Sorts findings by severity into the result. */
export function resultOf(problems: readonly ValidationProblem[]): ValidationResult {
  const texts = (severity: string) => problems.filter((one) => one.severity === severity).map((one) => one.message)
  const errors = texts('error')
  return {
    valid: errors.length === 0,
    errors,
    warnings: texts('warning'),
    suggestions: texts('suggestion'),
    problems: [...problems],
  }
}
