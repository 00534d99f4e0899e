/**
 * The entity tag of a workflow: its revision in quotes. A reply that depends on more than the revision, such as the
 * published version or copies of node types, has a digest after it: `"7.4QJx…"`.
 */
export function etagOf(revision: number, digest?: string): string {
  return digest === undefined ? `"${revision}"` : `"${revision}.${digest}"`
}

/** Saves compare revisions, so the digest is ignored. */
const REVISION_TAG = /^(?:W\/)?"(\d{1,15})(?:\.[\w-]{1,64})?"$/

/**
 * The revision a caller expects: from `If-Match`, otherwise from the body. Undefined when the caller sends
 * neither; -1, which no workflow has, when the header is not a revision.
 */
export function expectedRevision(header: string | string[] | undefined, inBody?: number): number | undefined {
  if (header === undefined) return inBody
  const tag = String(header).trim()
  if (tag === '*') return inBody
  const revision = REVISION_TAG.exec(tag)?.[1]
  return revision === undefined ? -1 : Number(revision)
}
