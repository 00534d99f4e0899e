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

/** The JSON of a node or edge, once it was printed. */
export interface KnownText {
  json: string | undefined
}

/** Texts to keep for the next save; for documents of usual size. */
export interface KnownTexts {
  readonly nodes: readonly (KnownText | undefined)[]
  readonly edges: readonly (KnownText | undefined)[]
}

/** Prints a document; the text is that of `JSON.stringify`. */
export async function documentText(document: Workflow, known?: KnownTexts): Promise<DocumentText> {
  const nodes = known === undefined ? await printedNodes(document.nodes) : textsOf(document.nodes, known.nodes)
  const edges =
    known === undefined
      ? await printInSlices(document.edges, DOCUMENT_AT_ONCE)
      : `[${textsOf(document.edges, known.edges).join(',')}]`
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

function textsOf(values: readonly object[], known: readonly (KnownText | undefined)[]): string[] {
  return values.map((value, at) => {
    const kept = known[at]
    if (kept === undefined) return JSON.stringify(value)
    kept.json ??= JSON.stringify(value)
    return kept.json
  })
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
