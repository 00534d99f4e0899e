/** The entity tag of a workflow is its revision in quotes. */
export function etagOf(revision: number): string {
  return `"${revision}"`
}

/**
 * The revision that a caller insists on: `If-Match` first, then the one in the body. Undefined when the caller does not
 * care; -1, which no workflow has, when the header names something that is no revision of ours.
 */
export function expectedRevision(header: string | string[] | undefined, inBody?: number): number | undefined {
  if (header === undefined) return inBody
  const tag = String(header).trim()
  if (tag === '*') return inBody
  const revision = /^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1]
  return revision === undefined ? -1 : Number(revision)
}
