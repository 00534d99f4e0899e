/** The data that the preview of an expression is evaluated with. Pure. */
import { isObject, languageData, nodeReferences, parseExpressionText } from '@millrace/model'
import { isCut } from '../data/cut-value.ts'
import type { NodeData, UpstreamNode } from '../data/node-data.ts'
import type { SettingLanguage } from '../data/used-value.ts'
import type { PreviewRequest } from './use-expression-preview.ts'

export interface PreviewData {
  readonly data: NodeData
  readonly upstream: readonly UpstreamNode[]
  readonly workflowName: string
}

export interface PreviewScope {
  readonly inputs: Record<string, unknown>
  readonly nodes: Record<string, Record<string, unknown>>
  readonly launch: Record<string, unknown>
  readonly execution: { readonly id: string }
  readonly workflow: { readonly name: string }
}

/** Only the nodes that the text uses, because their outputs may be long. */
export function previewScope(text: string, { data, upstream, workflowName }: PreviewData): PreviewScope {
  const nodes: Record<string, Record<string, unknown>> = {}
  for (const name of namesIn(text)) {
    const found = upstream.find((one) => one.id === name || nameOf(one) === name)
    if (found !== undefined) nodes[name] = { ...found.outputs }
  }
  return {
    inputs: { ...data.inputs },
    nodes,
    launch: {},
    execution: { id: data.executionId ?? '00000000-0000-4000-8000-000000000000' },
    workflow: { name: workflowName },
  }
}

/** The preview of a setting with expressions in double braces. */
export function settingRequest(text: string, data: PreviewData): PreviewRequest {
  if (!text.includes('{{')) return { state: 'none' }
  if (lacksData(text, data)) return { state: 'noData' }
  const { inputs, ...scope } = previewScope(text, data)
  const used = Object.fromEntries(
    Object.entries(inputs).filter(([name, value]) => !isCut(value) || text.includes(name)),
  )
  return [used, scope.nodes].some(hasCut) ? { state: 'tooLong' } : { text, scope: { ...scope, inputs: used } }
}

/** The preview of a text in the language of its node. Code is not run for a preview. */
export function languageRequest(
  text: string,
  { language, scope }: SettingLanguage,
  { inputs, config }: { readonly inputs: NodeData['inputs']; readonly config: Readonly<Record<string, unknown>> },
): PreviewRequest {
  const isTemplate = language === 'template'
  const isPlain = isTemplate ? !/\{[{%]/.test(text) : text.trim() === ''
  if (scope === undefined || language === 'code' || isPlain) return { state: 'none' }
  const found = languageData(scope, inputs, config)
  if (found === undefined || Object.keys(inputs).length === 0) return { state: 'noData' }
  if (hasCut(found.data)) return { state: 'tooLong' }
  const strict = scope.kind === 'placeholders' && scope.strict !== undefined && config[scope.strict] === true
  return { kind: language, text, data: found.data, ...(strict && { strict }) }
}

/** True if a value or one of its parts was truncated. */
function hasCut(value: unknown): boolean {
  if (isCut(value)) return true
  if (Array.isArray(value)) return value.some(hasCut)
  return isObject(value) && Object.values(value).some(hasCut)
}

/** True if no value that the text needs has been seen yet: there is nothing to preview. */
export function lacksData(text: string, { data, upstream }: PreviewData): boolean {
  const names = [...namesIn(text)]
  const isSeen = (name: string) =>
    upstream.some((one) => (one.id === name || nameOf(one) === name) && one.source !== undefined)
  if (names.length > 0) return !names.some(isSeen)
  const hasInputs = Object.keys(data.inputs).length > 0
  return !hasInputs && !/\b(now|workflow|execution|launch)\b/.test(text)
}

/** The name in a reference such as `nodes.fetch` or, quoted, nodes.`my node`. */
function nameOf({ reference }: UpstreamNode): string {
  return reference.slice('nodes.'.length).replaceAll('`', '')
}

function namesIn(text: string): ReadonlySet<string> {
  const parsed = parseExpressionText(text)
  const sources = parsed.ok ? parsed.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.source])) : [text]
  return new Set(sources.flatMap(nodeReferences).map(({ name }) => name))
}
