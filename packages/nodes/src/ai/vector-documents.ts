/** Parses documents and vectors from the inputs of a vector store. */
import { hash } from 'node:crypto'
import { isObject, type RunContext, type VectorDocument } from '@millrace/model'
import { canonical } from '../lists/canonical.ts'
import { badInput, kindOf } from '../running/input-values.ts'
import { MAX_TEXTS } from './embed-texts.ts'

type Inputs = RunContext['inputs']

/** A document with the vector that it may have come with. */
interface Arrived extends VectorDocument {
  readonly embedding: readonly number[] | undefined
}

const OWN_KEYS = new Set(['id', 'text', 'content', 'metadata', 'embedding', 'score'])

/** The documents to store, with the vectors that came with them. Unknown keys become metadata. */
export function documentsAt(inputs: Inputs): Arrived[] {
  return listed(inputs).map((value, at) => {
    const place = `documents/${at}`
    const { text, metadata } = contentsOf(value, place)
    if (text === undefined || text.trim() === '') throw badInput(place, 'must have a string "text" or "content"')
    const embedding = isObject(value) && value.embedding !== undefined ? vectorOf(value.embedding, place) : undefined
    return { id: idOf(value, place) ?? idFor(text, metadata), text, metadata, embedding }
  })
}

/** The ids of documents, or plain ids; undefined if the input is not connected. */
export function idsAt(inputs: Inputs): string[] | undefined {
  if (inputs.documents === undefined || inputs.documents === null) return undefined
  return listed(inputs).map((value, at) => {
    const place = `documents/${at}`
    if (typeof value === 'string') return value
    const { text, metadata } = contentsOf(value, place)
    const id = idOf(value, place) ?? (text === undefined ? undefined : idFor(text, metadata))
    if (id === undefined) throw badInput(place, 'must have an "id", or the text it was stored with')
    return id
  })
}

/** The vectors of the input, one per document; a single vector counts as a list of one. Undefined if there are none. */
export function embeddingsAt({ embeddings }: Inputs): readonly (readonly number[])[] | undefined {
  if (embeddings === undefined || embeddings === null) return undefined
  if (!Array.isArray(embeddings)) throw badInput('embeddings', `must be a list of vectors (got ${kindOf(embeddings)})`)
  if (embeddings.length === 0) return undefined
  const all: readonly unknown[] = typeof embeddings[0] === 'number' ? [embeddings] : embeddings
  return all.map((value, at) => vectorOf(value, `embeddings/${at}`))
}

/** Keeps only the last document per id, as if they had been stored one by one. */
export function lastOfEach<T extends { readonly id: string }>(documents: readonly T[]): T[] {
  return [...new Map(documents.map((document) => [document.id, document])).values()]
}

function listed({ documents }: Inputs): readonly unknown[] {
  const list: unknown = isObject(documents) ? [documents] : documents
  if (!Array.isArray(list)) throw badInput('documents', `must be a list (got ${kindOf(documents)})`)
  if (list.length > MAX_TEXTS)
    throw badInput('documents', `must have at most ${MAX_TEXTS} entries (got ${list.length})`)
  return list
}

function contentsOf(value: unknown, place: string): { text: string | undefined; metadata: Record<string, unknown> } {
  if (typeof value === 'string') return { text: value, metadata: {} }
  if (!isObject(value)) throw badInput(place, `must be an object (got ${kindOf(value)})`)
  const { text = value.content, metadata = {} } = value
  if (!isObject(metadata)) throw badInput(`${place}/metadata`, `must be an object (got ${kindOf(metadata)})`)
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
  throw badInput(`${place}/id`, `must be a string (got ${kindOf(id)})`)
}

/** A content hash, so that storing the same document twice keeps one copy. */
function idFor(text: string, metadata: Readonly<Record<string, unknown>>): string {
  return hash('sha256', canonical([text, metadata]), 'hex').slice(0, 32)
}

function vectorOf(value: unknown, place: string): readonly number[] {
  const isVector = Array.isArray(value) && value.length > 0 && value.every((part) => Number.isFinite(part))
  if (!isVector) throw badInput(place, 'must be a vector (a list of numbers)')
  return value
}
