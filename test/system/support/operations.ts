/** The operations of a served OpenAPI document, each with an independent check of every answer that it declares. */
import { Ajv2020 } from 'ajv/dist/2020.js'

export type Json = Record<string, unknown>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: Json
  readonly example?: unknown
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** With parameters as `{name}`. */
  readonly path: string
  readonly tags: readonly string[]
  /** True if it needs no credential. */
  readonly isOpen: boolean
  readonly parameters: readonly Parameter[]
  readonly body: { readonly schema: Json; readonly example?: unknown; readonly types: readonly string[] } | undefined
  readonly declared: ReadonlyMap<number, Declared>
}

/** The documented reply for one status. */
export interface Declared {
  /** Media types; empty when there is nothing to read. */
  readonly types: readonly string[]
  /** Error codes that may come with it. */
  readonly codes: readonly string[]
  /** What is wrong with a JSON body; undefined when it fits. */
  readonly misfit: (body: unknown) => string | undefined
}

interface Content {
  readonly schema?: Json
  readonly example?: unknown
  readonly examples?: Json
}

interface WrittenOperation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly security?: readonly Json[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Record<string, Content> }
  readonly responses: Record<string, { readonly content?: Record<string, Content> }>
}

export interface OpenApi {
  readonly paths: Record<string, Record<string, WrittenOperation>>
  readonly components: { readonly schemas: Record<string, Json> }
}

const FORMATS = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  'date-time': (text: string) => /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
}

/** All operations of the document. */
export function operationsOf(document: OpenApi): readonly Operation[] {
  const ajv = new Ajv2020({ strict: false, logger: false, formats: FORMATS })
  const compiled = (schema: Json) => {
    const check = ajv.compile({ ...schema, components: document.components })
    return (body: unknown) => (check(body) ? undefined : ajv.errorsText(check.errors))
  }
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, written]): Operation => {
      const content = written.requestBody?.content
      const json = content?.['application/json']
      return {
        id: written.operationId,
        method: method.toUpperCase(),
        path,
        tags: written.tags ?? [],
        isOpen: written.security?.length === 0,
        parameters: written.parameters ?? [],
        body: json && { schema: {}, ...json, types: Object.keys(content ?? {}) },
        declared: declaredBy(written, compiled),
      }
    }),
  )
}

type Compile = (schema: Json) => Declared['misfit']

function declaredBy({ responses }: WrittenOperation, compile: Compile): Map<number, Declared> {
  return new Map(
    Object.entries(responses).map(([status, { content = {} }]) => {
      const { schema, examples } = content['application/json'] ?? {}
      const codes = Number(status) >= 400 ? Object.keys(examples ?? {}) : []
      const misfit = schema === undefined ? () => 'it is JSON and none is declared' : compile(schema)
      return [Number(status), { types: Object.keys(content), codes, misfit }]
    }),
  )
}
