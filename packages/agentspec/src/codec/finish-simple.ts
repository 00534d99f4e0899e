/** Converts what the simple dialect expresses differently to the official form of a component. */
import { isObject, sameJson } from '@millrace/model'
import { type Fields, MAPPING_INPUT, type Property, type SimpleBranch } from '../components.ts'
import { type Notes, quoted } from '../notes.ts'
import { CARRIED, LLM, type Shape } from './shapes.ts'
import { branchesFor, mappingOf } from './simple-branches.ts'

interface Finishing {
  readonly raw: Fields
  readonly shape: Shape | undefined
  readonly notes: Notes
}

const OWN_KEYS = ['component_type', 'branches', 'mapping', 'original_name']

export function finishSeed(fields: Record<string, unknown>, { raw, shape, notes }: Finishing): Record<string, unknown> {
  const metadata = isObject(raw.metadata) ? raw.metadata : {}
  const carried = (key: string) => metadata[CARRIED + key]
  if (typeof carried('original_name') === 'string') fields.name = carried('original_name')
  if (Array.isArray(carried('branches'))) fields.branches = carried('branches')
  if (shape === LLM) {
    const type = carried('component_type')
    fields.componentType = typeof type === 'string' ? type : llmClassOf(fields)
  }
  if (shape?.kind === 'branching') finishBranching(fields, carried('mapping'))
  if (shape?.kind === 'llm') finishLlm(fields, notes)
  if ((shape?.kind === 'api' || shape?.kind === 'remote') && typeof fields.data === 'string' && fields.data === '') {
    delete fields.data
  }
  return withoutCarried(fields, OWN_KEYS)
}

/** The official class that matches a model configuration of the simple dialect. */
export function llmClassOf({ provider, url }: Fields): string {
  const by = typeof provider === 'string' ? provider.toLowerCase() : ''
  if (typeof url === 'string' && url !== '') {
    return by === 'vllm' ? 'VllmConfig' : by === 'ollama' ? 'OllamaConfig' : 'OpenAiCompatibleConfig'
  }
  return by === 'openai' ? 'OpenAiConfig' : 'LlmConfig'
}

function finishLlm(fields: Record<string, unknown>, notes: Notes): void {
  if (fields.promptTemplate !== '') return
  const inputs = Array.isArray(fields.inputs) ? (fields.inputs as Property[]) : []
  const first = inputs.find((input) => input.title === 'prompt') ?? inputs[0]
  if (first === undefined) return
  fields.promptTemplate = `{{${first.title}}}`
  notes.warn(
    `llm_node ${quoted(fields.name)} has no ${quoted('prompt_template')}: its input ${quoted(first.title)} is used`,
  )
}

/** Converts branches to the mapping; keeps them only if the mapping cannot express them completely. */
function finishBranching(fields: Record<string, unknown>, exact: unknown): void {
  const branches = Array.isArray(fields.seedBranches) ? (fields.seedBranches as SimpleBranch[]) : []
  const { mapping, variable } = mappingOf(branches)
  fields.mapping = isObject(exact) ? exact : mapping
  const inputs = Array.isArray(fields.inputs) ? (fields.inputs as Property[]) : []
  if (variable !== undefined && inputs.length > 1) {
    const looked = inputs.filter((input) => input.title === variable)
    if (looked.length === 1) fields.inputs = looked
  } else if (variable !== undefined && inputs.length === 0 && variable !== MAPPING_INPUT) {
    fields.inputs = [{ title: variable, type: 'string' }]
  }
  const input = (fields.inputs as Property[] | undefined)?.[0]?.title ?? MAPPING_INPUT
  if (sameJson(branches, branchesFor(fields.mapping as Record<string, string>, input))) delete fields.seedBranches
  else if (branches.length === 0) delete fields.seedBranches
}

/** The metadata without the keys that this dialect stores ids in; undefined if nothing else remains. */
export function withoutCarried(base: Record<string, unknown>, more: readonly string[] = []): Record<string, unknown> {
  if (!isObject(base.metadata)) return base
  const ours = new Set(['id', 'version', 'inputs', 'outputs', ...more].map((key) => CARRIED + key))
  const left = Object.entries(base.metadata).filter(([key]) => !ours.has(key))
  if (left.length === Object.keys(base.metadata).length) return base
  const { metadata: _, ...rest } = base
  return left.length > 0 ? { ...rest, metadata: Object.fromEntries(left) } : rest
}
