/** The comment of a connection. */
import type { EditorDocument } from './editor-document.ts'

export function commentOf({ edges }: EditorDocument, edge: string): string {
  const label = edges.find((one) => one.id === edge)?.data?.label
  return typeof label === 'string' ? label : ''
}

/** The document with another comment on a connection; an empty one takes it away. */
export function commented(document: EditorDocument, edge: string, label: string): EditorDocument {
  if (commentOf(document, edge) === label) return document
  const edges = document.edges.map((one) => {
    if (one.id !== edge) return one
    const { label: _, ...rest } = one.data ?? {}
    return { ...one, data: label === '' ? rest : { ...rest, label } }
  })
  return { ...document, edges }
}
