/**
 * Workflows in API replies: every node with its id and a copy of its type from the catalogue. Types are serialized once,
 * so a copy costs only its text; large workflows are serialized in slices so that other requests can run in between.
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
  sentNode,
  stateFieldsOf,
  TimeSlice,
  type Workflow,
  type WorkflowNode,
} from '@millrace/model'
import { serialisedType } from '../catalogue/serialised-type.ts'
import { originForOthers } from '../http/own-origin.ts'
import { JsonText, jsonText } from '../http/reply.ts'

const NODES_AT_ONCE = 100

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
  const parts: string[] = [`${(await printInSlices(rest, DOCUMENT_AT_ONCE)).slice(0, -1)},"nodes":[`]
  const slice = new TimeSlice()
  for (let at = 0; at < nodes.length; at += NODES_AT_ONCE) {
    const some: string[] = []
    for (const node of nodes.slice(at, at + NODES_AT_ONCE)) {
      const printed = printedNode(node, catalogue, origin)
      some.push(typeof printed === 'string' ? printed : await printed)
    }
    parts.push(at > 0 ? ',' : '', some.join(','))
    if (slice.isOver) await slice.next()
  }
  return new JsonText([...parts, ']}'])
}

/** The JSON of a workflow with the fields of its state. */
export function withState({ parts }: JsonText, publication: Publication): JsonText {
  const last = parts.at(-1) ?? '{}'
  return new JsonText([...parts.slice(0, -1), withKeys(last, JSON.stringify(stateFieldsOf(publication)))])
}

/** A workflow as it is sent to clients, as a value. */
export async function completeWorkflow(workflow: Workflow, catalogue: Catalogue): Promise<Workflow> {
  return { ...workflow, nodes: await mapInSlices(workflow.nodes, (node) => completeNode(node, catalogue)) }
}

/** The JSON of a node; a promise only if the node is large, because five hundred promises take longer than the texts. */
function printedNode(stored: WorkflowNode, catalogue: Catalogue, origin: string): string | Promise<string> {
  const { node, data, type, own } = sentNode(stored, catalogue)
  const { data: _, ...frame } = node
  const metadata = type === undefined ? JSON.stringify(own) : printedType(type, own, origin)
  const [frameText, dataText] = [printAtOnce(frame), printAtOnce(data)]
  if (frameText !== undefined && dataText !== undefined) return joined(frameText, dataText, metadata)
  return printedInSlices(frame, data, metadata)
}

async function printedInSlices(frame: object, data: object, metadata: string): Promise<string> {
  return joined(await printInSlices(frame), await printInSlices(data), metadata)
}

function joined(frame: string, data: string, metadata: string): string {
  return `${frame.slice(0, -1)},"data":${data.slice(0, -1)},"metadata":${metadata}}}`
}

function printedType(type: NodeType, own: ReturnType<typeof sentNode>['own'], origin: string): string {
  if (own === undefined) return serialisedType(type, origin)
  // Joined texts would repeat the keys that replace those of the type, and strict parsers refuse repeated keys.
  const replaces = Object.keys(own).some((key) => Object.hasOwn(type, key))
  return replaces
    ? serialisedType({ ...type, ...own }, origin)
    : withKeys(serialisedType(type, origin), JSON.stringify(own))
}

/** Merges the JSON texts of two non-empty objects without common keys. */
function withKeys(text: string, more: string): string {
  return `${text.slice(0, -1)},${more.slice(1)}`
}
