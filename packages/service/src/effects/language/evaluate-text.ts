/** Evaluates texts with expressions in double braces. */
import { NodeFailure, type TextPart, textValue } from '@millrace/model'

/** The value of an expression; a promise if it is evaluated in the sandbox. */
export type Evaluate = (source: string, input: unknown) => unknown

/** A failure of an expression, with its position in the text. */
export class ExpressionFailure extends NodeFailure {
  readonly position: number | undefined
  constructor(code: string, message: string, position?: number) {
    super(code, message)
    this.position = position
  }
}

/** The value of a text, or a promise of it. Throws an `ExpressionFailure`, or rejects with one. */
export function evaluateText(parts: readonly TextPart[], scope: unknown, evaluate: Evaluate): unknown {
  const values: unknown[] = []
  for (const part of parts) {
    if (typeof part === 'string') continue
    const value = located(part.position, () => evaluate(part.source, scope))
    values.push(value)
  }
  if (!values.some((value) => value instanceof Promise)) return textValue(parts, values)
  return Promise.all(values).then((all) => textValue(parts, all))
}

function located(position: number, evaluate: () => unknown): unknown {
  try {
    const value = evaluate()
    if (!(value instanceof Promise)) return value
    return value.catch((error: unknown) => {
      throw withPosition(error, position)
    })
  } catch (error) {
    throw withPosition(error, position)
  }
}

const AT_CHARACTER = / \(at character (\d+)\)/

/** The sandbox counts characters within the expression; an author sees the whole text. */
function withPosition(error: unknown, start: number): unknown {
  if (!(error instanceof NodeFailure)) return error
  const found = AT_CHARACTER.exec(error.message)
  const position = start + Number(found?.[1] ?? 0)
  return new ExpressionFailure(error.code, error.message.replace(AT_CHARACTER, ''), position)
}
