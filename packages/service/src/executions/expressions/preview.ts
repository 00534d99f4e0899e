/** Evaluates texts of the editor as a run would, with data that the caller sends. */

import {
  type ExpressionPreview,
  type ExpressionPreviewRequest,
  isNodeFailure,
  isObject,
  parseExpressionText,
  type Static,
} from '@millrace/model'
import type { StepEffects } from '../../effects/create-effects.ts'
import { ExpressionFailure, evaluateText } from '../../effects/language/evaluate-text.ts'
import { iso } from '../../platform/iso.ts'

/** CPU time of a preview: an editor sends one with every pause in typing. */
const PREVIEW_MS = 500

export interface PreviewRequest extends Static<typeof ExpressionPreviewRequest> {
  /** The caller, who takes turns in the sandbox with others. */
  readonly queueKey: string
  readonly signal: AbortSignal
}

export type PreviewExpression = (request: PreviewRequest) => Promise<ExpressionPreview>

type Needs = Pick<StepEffects, 'evaluateFor' | 'templateFor'>

export function createPreview(effects: Needs, clock: { now(): number }): PreviewExpression {
  return async (request) => {
    const asking = {
      share: { caller: request.queueKey, workflow: '' },
      signal: request.signal,
      timeoutMs: PREVIEW_MS,
    }
    try {
      if (request.kind === 'template') return await rendered(request, effects.templateFor(asking))
      const evaluate = effects.evaluateFor(asking)
      if (request.kind === 'expression') {
        const { text, data = null } = request
        return { value: await evaluateText([{ source: text, position: 0 }], data, evaluate) }
      }
      return await settingValue(request, iso(clock.now()), evaluate)
    } catch (error) {
      if (!isNodeFailure(error)) throw error
      const position = error instanceof ExpressionFailure ? error.position : undefined
      return { error: { code: error.code, message: error.message, ...(position !== undefined && { position }) } }
    }
  }
}

/** The value of a text with expressions in double braces. */
async function settingValue(
  { text, scope = {} }: PreviewRequest,
  now: string,
  evaluate: ReturnType<StepEffects['evaluateFor']>,
): Promise<ExpressionPreview> {
  const parsed = parseExpressionText(text)
  if (!parsed.ok) return { error: { code: 'BAD_EXPRESSION', message: parsed.message, position: parsed.position } }
  const { inputs, nodes = {}, launch = {}, execution = {}, workflow = {} } = scope
  return { value: await evaluateText(parsed.parts, { ...inputs, nodes, launch, execution, workflow, now }, evaluate) }
}

/** The text of a template, and the variables that have no value. */
async function rendered(
  { text, data, strict = false }: PreviewRequest,
  render: ReturnType<StepEffects['templateFor']>,
): Promise<ExpressionPreview> {
  try {
    const { text: value, missing } = await render(text, isObject(data) ? data : {})
    if (!strict || missing.length === 0) return { value, ...(missing.length > 0 && { missing }) }
    const message = `Missing template variables: ${missing.join(', ')}.`
    return { error: { code: 'MISSING_VARIABLES', message }, missing }
  } catch (error) {
    throw isNodeFailure(error) ? templateFailure(error, text) : error
  }
}

/** Liquid ends its messages with the place of the tag or output. */
const AT_LINE = /, line:(\d+), col:(\d+)/

function templateFailure({ code, message }: { code: string; message: string }, text: string): ExpressionFailure {
  const found = AT_LINE.exec(message)
  if (found === null) return new ExpressionFailure(code, message)
  const before = text.split('\n').slice(0, Number(found[1]) - 1)
  const position = before.reduce((sum, line) => sum + line.length + 1, 0) + Number(found[2]) - 1
  return new ExpressionFailure(code, message.replace(AT_LINE, ''), position)
}
