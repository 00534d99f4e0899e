import { PROBLEM_CODES, type ProblemCode } from '../messages/problem-codes.ts'
import { PROBLEM_MESSAGES, type ProblemKey, type ProblemValues, problemMessage } from '../messages/problem-messages.ts'
import { type Static, Type } from '../schema.ts'

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

/** A problem with the message of a key. */
export function problem<Key extends ProblemKey>(
  key: Key,
  values: ProblemValues<Key>,
  place: ProblemPlace = {},
): ValidationProblem {
  const message = problemMessage(key, values)
  const [code] = PROBLEM_MESSAGES[key]
  const shown = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message
  return { code, severity: PROBLEM_CODES[code], message: shown, ...place }
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
