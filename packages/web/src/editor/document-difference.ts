/** The difference of two documents: only what a save would send is compared, not what the service adds. */
import { type Catalogue, diffOf, isObject, splitSecrets, type WorkflowDiff } from '@millrace/model'
import { isSame } from '../graph/graph-difference.ts'
import { bodyOf, type EditorDocument } from './editor-document.ts'

export function differenceBetween(before: EditorDocument, after: EditorDocument, catalogue: Catalogue): WorkflowDiff {
  return diffOf(comparable(before, catalogue), comparable(after, catalogue))
}

/** True if two documents have no difference that the editor would show. */
export function hasSameContent(a: EditorDocument, b: EditorDocument, catalogue: Catalogue): boolean {
  return isSame(differenceBetween(a, b, catalogue))
}

/** A document without plain-text secrets: other scripts of the page can read the storage of the browser. */
export function withoutPlainSecrets(document: EditorDocument, catalogue: Catalogue): EditorDocument {
  return { ...document, nodes: splitSecrets(document.nodes, catalogue).nodes }
}

function comparable(document: EditorDocument, catalogue: Catalogue) {
  const { metadata, config, nodes, ...rest } = bodyOf(withoutPlainSecrets(document, catalogue), '')
  // The switches are changed apart from the document. An absent object and an empty one are the same.
  const { publish: _, active: __, ...settings } = config ?? {}
  return { ...rest, metadata: { ...metadata }, config: settings, nodes: nodes.map(withSavedPlaceholders) }
}

const DRAFT_PLACEHOLDER = /^__secret__:draft:/

/** The service marks secrets that were entered in a draft; saved, they have the placeholder without the mark. */
function withSavedPlaceholders<T>(value: T): T
function withSavedPlaceholders(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(DRAFT_PLACEHOLDER, '__secret__:')
  if (Array.isArray(value)) return value.map((inner: unknown) => withSavedPlaceholders(inner))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withSavedPlaceholders(inner)]))
}
