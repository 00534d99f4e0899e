/**
 * Workflows in API replies: every node with its id and a copy of its type from the catalogue. Types are encoded once,
 * so a copy costs only its bytes; large workflows are serialized in slices so that other requests can run in between.
 */
import {
  type Catalogue,
  completeNode,
  DOCUMENT_AT_ONCE,
  mapInSlices,
  type NodeType,
  type Publication,
  printAtOnce,
  printInSlices,
  type SentNode,
  sentNode,
  stateFieldsOf,
  TimeSlice,
  type Workflow,
} from '@millrace/model'
import { encodedType, serialisedType } from '../catalogue/serialised-type.ts'
import { originForOthers } from '../http/own-origin.ts'
import { type JsonPart, JsonText, jsonText, textOfParts } from '../http/reply.ts'

/** How workflows are serialized for a request. */
export interface Printing {
  /** The service's origin if the request comes from another one, otherwise empty: makes URLs in node types absolute. */
  readonly origin: string
  readonly isCopied: boolean
}

interface Request {
  readonly headers: Parameters<typeof originForOthers>[0]
  readonly query: { readonly types: 'copied' | 'referenced' }
}

export function printingFor({ headers, query }: Request): Printing {
  return { origin: originForOthers(headers), isCopied: query.types === 'copied' }
}

/** A workflow as it is sent to clients. */
export async function printWorkflow(workflow: Workflow, catalogue: Catalogue, printing: Printing): Promise<JsonText> {
  const { origin, isCopied } = printing
  if (!isCopied) return jsonText(await printInSlices(workflow, DOCUMENT_AT_ONCE))
  const { nodes, ...rest } = workflow
  const parts: JsonPart[] = [(await printInSlices(rest, DOCUMENT_AT_ONCE)).slice(0, -1)]
  const slice = new TimeSlice()
  let before = ',"nodes":['
  for (const stored of nodes) {
    const { node, data, type, own } = sentNode(stored, catalogue)
    const { data: _, ...frame } = node
    const sent = { ...frame, data }
    // A promise for each of five hundred nodes takes longer than the texts.
    const text = printAtOnce(sent) ?? (await printInSlices(sent))
    // The text ends with the data of the node, to which the metadata is added.
    parts.push(`${before}${text.slice(0, -2)},"metadata":`, ...printedType(type, own, origin))
    before = '}},'
    if (slice.isOver) await slice.next()
  }
  return new JsonText([...parts, nodes.length === 0 ? `${before}]}` : '}}]}'])
}

/** The JSON of a workflow with the fields of its state. */
export function withState({ parts }: JsonText, publication: Publication): JsonText {
  const last = textOfParts(parts.slice(-1))
  return new JsonText([...parts.slice(0, -1), withKeys(last, JSON.stringify(stateFieldsOf(publication)))])
}

/** A workflow as it is sent to clients, as a value. */
export async function completeWorkflow(workflow: Workflow, catalogue: Catalogue): Promise<Workflow> {
  return { ...workflow, nodes: await mapInSlices(workflow.nodes, (node) => completeNode(node, catalogue)) }
}

function printedType(type: NodeType | undefined, own: SentNode['own'], origin: string): JsonPart[] {
  if (type === undefined) return [JSON.stringify(own)]
  if (own === undefined) return [encodedType(type, origin)]
  // Joined texts would repeat the keys that replace those of the type, and strict parsers refuse repeated keys.
  const replaces = Object.keys(own).some((key) => Object.hasOwn(type, key))
  if (replaces) return [serialisedType({ ...type, ...own }, origin)]
  return [encodedType(type, origin).subarray(0, -1), `,${JSON.stringify(own).slice(1)}`]
}

/** Merges the JSON texts of two non-empty objects without common keys. */
function withKeys(text: string, more: string): string {
  return `${text.slice(0, -1)},${more.slice(1)}`
}
