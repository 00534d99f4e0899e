/**
 * The JSON of a document that is saved, in parts: nodes and edges are printed once, for the stored document and for the
 * reply. Large documents are printed in slices so that other requests can run in between.
 */
import { DOCUMENT_AT_ONCE, nextTurn, printAtOnce, printInSlices, TimeSlice, type Workflow } from '@millrace/model'

export interface DocumentText {
  /** The whole document. */
  readonly text: string
  /** Its nodes, in their order. */
  readonly nodes: readonly string[]
  readonly edges: string
}

/** Joining a longer text gets a turn of its own, because it cannot be divided. */
const LONG_TEXT = 2 ** 20

/** Prints a document; the text is that of `JSON.stringify`. */
export async function documentText(document: Workflow): Promise<DocumentText> {
  const nodes = await printedNodes(document.nodes)
  const edges = await printInSlices(document.edges, DOCUMENT_AT_ONCE)
  const parts = await printedFields(document, { nodes: listOf(nodes), edges: [edges] })
  const isLong = parts.reduce((sum, part) => sum + part.length, 0) > LONG_TEXT
  if (isLong) await nextTurn()
  // Adding the bracket to the joined text would copy that once more.
  parts.push('}')
  const text = parts.join('')
  if (isLong) await nextTurn()
  return { text, nodes, edges }
}

/** The JSON of an object without its end, in parts; the texts of some fields are known. */
export async function printedFields(object: object, known: Readonly<Record<string, readonly string[]>>) {
  const parts: string[] = []
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue
    parts.push(`${parts.length === 0 ? '{' : ','}${JSON.stringify(key)}:`)
    const texts = Object.hasOwn(known, key) ? known[key] : undefined
    for (const text of texts ?? [await printInSlices(value)]) parts.push(text)
  }
  return parts
}

function listOf(texts: readonly string[]): string[] {
  const parts = texts.map((text, at) => (at === 0 ? `[${text}` : `,${text}`))
  return texts.length === 0 ? ['[]'] : [...parts, ']']
}

async function printedNodes(nodes: Workflow['nodes']): Promise<string[]> {
  const slice = new TimeSlice()
  const texts: string[] = []
  for (const node of nodes) {
    // A promise for each of five hundred nodes takes longer than the texts.
    texts.push(printAtOnce(node) ?? (await printInSlices(node)))
    if (slice.isOver) await slice.next()
  }
  return texts
}
