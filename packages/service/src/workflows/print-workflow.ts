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
  printAtOnce,
  printInSlices,
  type SentNode,
  type StoredState,
  sentNode,
  stateFieldsOf,
  TimeSlice,
  type Workflow,
  type WorkflowNode,
} from '@millrace/model'
import { encodedType, serialisedType } from '../catalogue/serialised-type.ts'
import { originForOthers } from '../http/own-origin.ts'
import { type JsonPart, JsonText, jsonText, textOfParts } from '../http/reply.ts'
import { type DocumentText, printedFields } from './document-text.ts'

/** How workflows are serialized for a request. */
export interface Printing {
  /** The service's origin if the request comes from another one, otherwise empty: makes URLs in node types absolute. */
  readonly origin: string
  readonly isCopied: boolean
}

export interface PrintingRequest {
  readonly headers: Parameters<typeof originForOthers>[0]
  readonly query: { readonly types: 'copied' | 'referenced' }
}

export function printingFor({ headers, query }: PrintingRequest): Printing {
  return { origin: originForOthers(headers), isCopied: query.types === 'copied' }
}

/** A workflow as it is sent to clients. */
export async function printWorkflow(workflow: Workflow, catalogue: Catalogue, printing: Printing): Promise<JsonText> {
  if (!printing.isCopied) return jsonText(await printInSlices(workflow, DOCUMENT_AT_ONCE))
  const { nodes, ...rest } = workflow
  const head = (await printInSlices(rest, DOCUMENT_AT_ONCE)).slice(0, -1)
  return new JsonText([head, ...(await printNodes(nodes, catalogue, { origin: printing.origin }))])
}

/** A workflow that was just saved. */
export interface SavedWorkflow {
  readonly workflow: Workflow
  readonly printed: DocumentText
  readonly publication: StoredState
}

/** The same for a workflow that was just saved: what was printed for the store is not printed again. */
export async function printSaved(saved: SavedWorkflow, catalogue: Catalogue, printing: Printing): Promise<JsonText> {
  const { printed, workflow, publication } = saved
  if (!printing.isCopied) return withState(jsonText(printed.text), publication)
  const { nodes, ...rest } = workflow
  const head = await printedFields(rest, { edges: [printed.edges] })
  const { origin } = printing
  return new JsonText([...head, ...(await printNodes(nodes, catalogue, { origin, texts: printed.nodes }))])
}

interface NodePrinting {
  readonly origin: string
  /** The JSON of the nodes, if they were printed already. */
  readonly texts?: readonly string[]
}

/** The nodes as the last field of an object, and the end of that object. */
async function printNodes(nodes: Workflow['nodes'], catalogue: Catalogue, { origin, texts }: NodePrinting) {
  const parts: JsonPart[] = []
  const slice = new TimeSlice()
  let before = ',"nodes":['
  for (let at = 0; at < nodes.length; at++) {
    const sent = sentNode(nodes[at] as WorkflowNode, catalogue)
    const text = splicedText(sent, texts?.[at]) ?? printAtOnce(withData(sent)) ?? (await printInSlices(withData(sent)))
    // The text ends with the data of the node, to which the metadata is added.
    parts.push(`${before}${text.slice(0, -2)},"metadata":`, ...printedType(sent.type, sent.own, origin))
    before = '}},'
    if (slice.isOver) await slice.next()
  }
  parts.push(nodes.length === 0 ? `${before}]}` : '}}]}')
  return parts
}

function withData({ node: { data: _, ...frame }, data }: SentNode) {
  return { ...frame, data: data() }
}

/** The text of a node with its data at the end, made of its stored text; undefined if that has another order or data. */
function splicedText({ node, isStored }: SentNode, text: string | undefined): string | undefined {
  if (text === undefined || !isStored || node.data === undefined || lastKey(node) !== 'data') return undefined
  const { metadata } = node.data
  if (metadata !== undefined && lastKey(node.data) !== 'metadata') return undefined
  const end = metadata === undefined ? -2 : startOfMetadata(text, metadata)
  return `${text.slice(0, end)},"nodeId":${JSON.stringify(node.id)}}}`
}

const METADATA = ',"metadata":'

/** Where the metadata at the end of the text of a node starts. */
function startOfMetadata(text: string, metadata: object): number {
  // The quotes of this key would be escaped in a text, so only an object inside the metadata may have it once more.
  const isFlat = Object.values(metadata).every((value) => typeof value !== 'object')
  return isFlat ? text.lastIndexOf(METADATA) : -2 - METADATA.length - JSON.stringify(metadata).length
}

function lastKey(object: object): string | undefined {
  return Object.keys(object).at(-1)
}

/** The JSON of a workflow with the fields of its state. */
export function withState({ parts }: JsonText, publication: StoredState): JsonText {
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
