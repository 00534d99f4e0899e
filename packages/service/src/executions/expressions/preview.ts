/** Evaluates a setting of the editor as a run would, with data that the caller sends. */
import { type ExpressionPreview, isNodeFailure, parseExpressionText } from '@millrace/model'
import type { StepEffects } from '../../effects/create-effects.ts'
import { ExpressionFailure, evaluateText } from '../../effects/language/evaluate-text.ts'

/** CPU time of an expression in a preview: an editor sends one with every pause in typing. */
const PREVIEW_MS = 500

export interface PreviewScope {
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly nodes?: Readonly<Record<string, unknown>>
  readonly launch?: Readonly<Record<string, unknown>>
  readonly execution?: Readonly<Record<string, unknown>>
  readonly workflow?: Readonly<Record<string, unknown>>
}

export interface PreviewRequest {
  readonly text: string
  readonly scope: PreviewScope
  /** The caller, who takes turns in the sandbox with others. */
  readonly queueKey: string
  readonly signal: AbortSignal
}

export type PreviewExpression = (request: PreviewRequest) => Promise<ExpressionPreview>

export function createPreview(effects: Pick<StepEffects, 'evaluateFor'>, clock: { now(): number }): PreviewExpression {
  return async ({ text, scope, queueKey, signal }) => {
    const parsed = parseExpressionText(text)
    if (!parsed.ok) return { error: { code: 'BAD_EXPRESSION', message: parsed.message, position: parsed.position } }
    const { inputs, nodes = {}, launch = {}, execution = {}, workflow = {} } = scope
    const now = new Date(clock.now()).toISOString()
    const share = { caller: queueKey, workflow: '' }
    const evaluate = effects.evaluateFor({ share, signal, timeoutMs: PREVIEW_MS })
    try {
      return {
        value: await evaluateText(parsed.parts, { ...inputs, nodes, launch, execution, workflow, now }, evaluate),
      }
    } catch (error) {
      if (!isNodeFailure(error)) throw error
      const position = error instanceof ExpressionFailure ? error.position : undefined
      return { error: { code: error.code, message: error.message, ...(position !== undefined && { position }) } }
    }
  }
}
