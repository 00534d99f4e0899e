/** The document while it is edited: a workflow without the parts that the service owns. Unknown keys are kept. */
import { type Graph, isObject, LIMITS, type Workflow } from '@millrace/model'

export interface EditorDocument extends Graph {
  readonly name: string
  readonly description: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly config?: Readonly<Record<string, unknown>>
}

/** Origin of a document, needed to save it. */
export interface Origin {
  readonly id: string
  readonly revision: number | undefined
  readonly updatedAt: string | undefined
  /** Undefined if the host does not know projects. */
  readonly project: string | undefined
  /** The switches and the published version; they are changed apart from the document. */
  readonly publication: Publication
}

export interface Publication {
  /** Saves are not live until they are published. */
  readonly isManual: boolean
  /** False if triggers do not start the workflow. */
  readonly isActive: boolean
  /** Null if no version was published, undefined if that is not known. */
  readonly publishedRevision: number | null | undefined
}

export const EMPTY_DOCUMENT: EditorDocument = { name: '', description: '', nodes: [], edges: [] }

/** The service owns these keys; they are not part of the document. */
const OWNED = new Set([
  ...['id', 'machineName', 'revision'],
  ...['published_revision', 'active', 'has_triggers', 'has_unpublished_changes', 'project'],
])

/** The document of a value that looks like a workflow. */
export function documentOf(given: Partial<Workflow>): EditorDocument {
  const content = Object.fromEntries(Object.entries(given).filter(([key]) => !OWNED.has(key)))
  return {
    ...content,
    name: typeof given.name === 'string' ? given.name : '',
    description: typeof given.description === 'string' ? given.description : '',
    nodes: Array.isArray(given.nodes) ? given.nodes : [],
    edges: Array.isArray(given.edges) ? given.edges : [],
  }
}

export function originOf(given: Partial<Workflow>): Origin | undefined {
  if (typeof given.id !== 'string' || given.id === '') return undefined
  const { config, project, published_revision: publishedRevision } = given
  const publication = { isManual: config?.publish === 'manual', isActive: config?.active !== false, publishedRevision }
  return { id: given.id, revision: given.revision, updatedAt: given.metadata?.updatedAt, project, publication }
}

/** A config with the switches of the stored workflow: undo and drafts do not change them. */
export function withSwitches(
  config: EditorDocument['config'],
  { isManual, isActive }: Publication,
): EditorDocument['config'] {
  const { publish: _, active: __, ...rest } = config ?? {}
  const switches = { ...(isManual ? { publish: 'manual' } : {}), ...(isActive ? {} : { active: false }) }
  return config === undefined && Object.keys(switches).length === 0 ? undefined : { ...rest, ...switches }
}

/** Set by the service on every save, so they are not sent back. */
const SERVICE_METADATA = new Set(['createdAt', 'updatedAt', 'versionId', 'updateNumber', 'schemaVersion', 'version'])

/** The request body of a save. The name is required; an empty one is replaced by `untitled`. */
export function bodyOf(document: EditorDocument, untitled: string): EditorDocument & { name: string } {
  const metadata = isObject(document.metadata)
    ? Object.fromEntries(Object.entries(document.metadata).filter(([key]) => !SERVICE_METADATA.has(key)))
    : undefined
  const { metadata: _, ...content } = document
  return {
    ...content,
    name: document.name.trim().slice(0, LIMITS.nameLength) || untitled,
    ...(metadata === undefined ? {} : { metadata }),
  }
}

/** The complete workflow as passed to hosts and written to files. */
export function workflowOf(document: EditorDocument, origin: Origin | undefined): Partial<Workflow> & EditorDocument {
  const owned =
    origin === undefined
      ? {}
      : { id: origin.id, ...(origin.revision === undefined ? {} : { revision: origin.revision }) }
  return { ...owned, ...document } as Partial<Workflow> & EditorDocument
}

/** True if two documents have identical parts. Undo restores the same objects, so comparing identities is enough. */
export function isSameDocument(a: EditorDocument, b: EditorDocument): boolean {
  if (a === b) return true
  const isSameList = (left: readonly unknown[], right: readonly unknown[]) =>
    left === right || (left.length === right.length && left.every((item, at) => item === right[at]))
  if (!isSameList(a.nodes, b.nodes) || !isSameList(a.edges, b.edges)) return false
  const [left, right]: Readonly<Record<string, unknown>>[] = [{ ...a }, { ...b }]
  const keys = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])
  return [...keys].every((key) => key === 'nodes' || key === 'edges' || left?.[key] === right?.[key])
}

export function tagsOf(document: EditorDocument): string[] {
  const tags = document.metadata?.tags
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}
