/** The result of an expression with the sample data. */
import { isObject } from '@millrace/model'
import { useMemo } from 'react'
import { valueText } from '../data/value-text.ts'
import { useText } from '../i18n/use-text.ts'
import type { PreviewData } from './expression-scope.ts'
import { type ExpressionFields, useForm } from './form-context.tsx'
import { useExpressionPreview } from './use-expression-preview.ts'

/** The value that the setting has with the sample data, or the error of a run. */
export function Result({ data, text }: { data: PreviewData; text: string }) {
  const t = useText()
  const { client } = useForm()
  const preview = useExpressionPreview(client, text, data)
  if (preview.state === 'none') return null
  const shown = {
    noData: () => t.expressions.noData,
    offline: () => t.expressions.offline,
    error: () => (preview.state === 'error' ? t.message(preview.message) : ''),
    value: () => (preview.state === 'value' ? shortened(valueText(preview.value)) : ''),
  }[preview.state]()
  return (
    <div className="mr-expr__result" data-state={preview.state} role="status">
      <span className="mr-expr__result-label">{t.expressions.result}</span>
      <span className={preview.state === 'value' ? 'mr-mono' : undefined}>{shown}</span>
    </div>
  )
}

const MAX_SHOWN = 500

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/**
 * The result of an expression in the language of its node. Such a node evaluates it over the fields of its only input;
 * for other nodes, lists and the root of the data the result here could differ from that of a run, so it is not shown.
 */
export function LanguageResult({ expressions, text }: { expressions: ExpressionFields; text: string }) {
  const { preview } = expressions
  const data = useMemo((): PreviewData => {
    const [only] = Object.values(preview.data.inputs)
    const inputs = isObject(only) ? { ...only, ...preview.data.inputs } : preview.data.inputs
    return { ...preview, data: { ...preview.data, inputs } }
  }, [preview])
  const values = Object.values(preview.data.inputs)
  const usesRoot = /\$(?![A-Za-z_])/.test(text)
  if (text.trim() === '' || values.length !== 1 || Array.isArray(values[0]) || usesRoot) return null
  return <Result data={data} text={`{{ ${text} }}`} />
}
