/** Documents and vectors as they arrive on the inputs of a vector store. */
import { hash } from 'node:crypto'
import { isObject, type RunContext, type VectorDocument } from '@millrace/model'
import { canonical } from '../lists/canonical.ts'
import { badInput, kindOf } from '../running/input-values.ts'
import { MAX_TEXTS } from './embed-texts.ts'

type Inputs = RunContext['inputs']

/** What is known of a document by the keys that it may be written with. */
interface Arrived extends VectorDocument {
  readonly embedding: readonly number[] | undefined
}

const OWN_KEYS = new Set(['id', 'text', 'content', 'metadata', 'embedding', 'score'])

/** The documents to keep, with the vectors that they brought. Other keys than those of a document are metadata. */
export function documentsAt(inputs: Inputs): Arrived[] {
  return listed(inputs).map((value, at) => {
    const place = `documents/${at}`
    const { text, metadata } = contentsOf(value, place)
    if (text === undefined || text.trim() === '') throw badInput(place, 'needs a text as "text" or "content"')
    const embedding = isObject(value) && value.embedding !== undefined ? vectorOf(value.embedding, place) : undefined
    return { id: idOf(value, place) ?? idFor(text, metadata), text, metadata, embedding }
  })
}

/** The ids of documents, or ids alone; undefined when the input is not connected. */
export function idsAt(inputs: Inputs): string[] | undefined {
  if (inputs.documents === undefined || inputs.documents === null) return undefined
  return listed(inputs).map((value, at) => {
    const place = `documents/${at}`
    if (typeof value === 'string') return value
    const { text, metadata } = contentsOf(value, place)
    const id = idOf(value, place) ?? (text === undefined ? undefined : idFor(text, metadata))
    if (id === undefined) throw badInput(place, 'needs an "id", or the text it was kept with')
    return id
  })
}

/** The vectors on the input, one a document; a vector alone counts as a list of one. Undefined when there are none. */
export function embeddingsAt({ embeddings }: Inputs): readonly (readonly number[])[] | undefined {
  if (embeddings === undefined || embeddings === null) return undefined
  if (!Array.isArray(embeddings)) throw badInput('embeddings', `must be a list of vectors, is ${kindOf(embeddings)}`)
  if (embeddings.length === 0) return undefined
  const all: readonly unknown[] = typeof embeddings[0] === 'number' ? [embeddings] : embeddings
  return all.map((value, at) => vectorOf(value, `embeddings/${at}`))
}

/** Of documents with the same id only the last is kept, as it would be if they came one after the other. */
export function lastOfEach<T extends { readonly id: string }>(documents: readonly T[]): T[] {
  return [...new Map(documents.map((document) => [document.id, document])).values()]
}

function listed({ documents }: Inputs): readonly unknown[] {
  const list: unknown = isObject(documents) ? [documents] : documents
  if (!Array.isArray(list)) throw badInput('documents', `must be a list, is ${kindOf(documents)}`)
  if (list.length > MAX_TEXTS) throw badInput('documents', `has more than ${MAX_TEXTS} entries`)
  return list
}

function contentsOf(value: unknown, place: string): { text: string | undefined; metadata: Record<string, unknown> } {
  if (typeof value === 'string') return { text: value, metadata: {} }
  if (!isObject(value)) throw badInput(place, `must be an object, is ${kindOf(value)}`)
  const { text = value.content, metadata = {} } = value
  if (!isObject(metadata)) throw badInput(`${place}/metadata`, `must be an object, is ${kindOf(metadata)}`)
  const others = Object.entries(value).filter(([key]) => !OWN_KEYS.has(key))
  return {
    text: typeof text === 'string' ? text : undefined,
    metadata: { ...Object.fromEntries(others), ...metadata },
  }
}

function idOf(value: unknown, place: string): string | undefined {
  const id = isObject(value) ? (value.id ?? undefined) : undefined
  if (id === undefined || id === '') return undefined
  if (typeof id === 'string') return id
  if (typeof id === 'number') return String(id)
  throw badInput(`${place}/id`, `must be a text, is ${kindOf(id)}`)
}

/** The same for the same document, so that keeping it twice keeps it once. */
function idFor(text: string, metadata: Readonly<Record<string, unknown>>): string {
  return hash('sha256', canonical([text, metadata]), 'hex').slice(0, 32)
}

function vectorOf(value: unknown, place: string): readonly number[] {
  const isVector = Array.isArray(value) && value.length > 0 && value.every((part) => Number.isFinite(part))
  if (!isVector) throw badInput(place, 'must be a vector: a list of numbers')
  return value
}
