/** The entity tag of a workflow is its revision in quotes. */
export function etagOf(revision: number): string {
  return `"${revision}"`
}

/**
 * The revision a caller expects: from `If-Match`, otherwise from the body. Undefined when the caller sends
 * neither; -1, which no workflow has, when the header is not a revision.
 */
export function expectedRevision(header: string | string[] | undefined, inBody?: number): number | undefined {
  if (header === undefined) return inBody
  const tag = String(header).trim()
  if (tag === '*') return inBody
  const revision = /^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1]
  return revision === undefined ? -1 : Number(revision)
}
