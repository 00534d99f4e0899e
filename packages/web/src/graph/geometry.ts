/**
 * Computes the sizes of nodes and the positions of their handles from the ports instead of measuring them, so that the
 * canvas can draw thousands of nodes without a layout read. The stylesheet gets the numbers as custom properties.
 */
import { CARD, DRAWN_SIZES, isObject, type NodePort, type Size, type WorkflowNode } from '@millrace/model'
import type { NodeLook } from './node-look.ts'
import { isSideOutput } from './side-outputs.ts'

const { header: HEADER, row: ROW, width: WIDTH } = CARD
const DOT = 10

export interface HandlePlace {
  readonly port: NodePort
  readonly side: 'left' | 'right' | 'top' | 'bottom'
  /** Center of the handle, relative to the upper left corner of the node. */
  readonly x: number
  readonly y: number
}

export interface Geometry {
  readonly width: number
  readonly height: number
  readonly handles: readonly HandlePlace[]
}

/** Sizes for the stylesheet, set on the element around all nodes. */
export const SIZE_PROPERTIES: Readonly<Record<`--${string}`, string>> = {
  '--mr-node-header': `${CARD.header}px`,
  '--mr-node-row': `${CARD.row}px`,
  '--mr-node-border-width': `${CARD.border}px`,
}

/** The size of a node and the places of its handles. */
export function geometryOf(look: NodeLook, node: WorkflowNode): Geometry {
  return SHAPES[look.visual](look, node)
}

type Shape = (look: NodeLook, node: WorkflowNode) => Geometry

const SHAPES: Readonly<Record<NodeLook['visual'], Shape>> = {
  default: card,
  gateway: card,
  simple: dotted(DRAWN_SIZES.simple),
  tool: dotted(DRAWN_SIZES.tool),
  terminal: dotted(DRAWN_SIZES.terminal),
  square: dotted(DRAWN_SIZES.square),
  note: (_, node) => ({ ...ownSize(node, DRAWN_SIZES.note), handles: [] }),
  group: (_, node) => ({ ...ownSize(node, DRAWN_SIZES.group, MAX_GROUP), handles: [] }),
  idea: ideaCard,
}

/** Trigger ports have no visible name: their handles are next to the title. */
export function isHeaderPort(port: NodePort): boolean {
  return port.id === 'trigger' && port.dataType === 'trigger'
}

/** The error port is at the bottom. */
export function isErrorPort(port: NodePort): boolean {
  return port.id === 'error' && port.type === 'output'
}

/**
 * True for the ports that most nodes have and few use, such as trigger, error, tool and headers: they are drawn when they are connected or
 * the user is at the node. A port that is the only one of its side is always drawn.
 */
export function isSecondaryPort(port: NodePort, { inputs, outputs, visual }: NodeLook): boolean {
  if (isErrorPort(port)) return true
  if (isSideOutput(port) && !LISTING_PORTS.has(visual)) return outputs.some(isMainOutput)
  const isTool = port.id === 'tool' && port.dataType === 'tool' && port.type === 'output'
  if (!isHeaderPort(port) && !isTool) return false
  if (isTool && visual === 'tool') return false
  const side = port.type === 'input' ? inputs : outputs
  return side.some(
    (other) => other.id !== port.id && !isErrorPort(other) && !isHeaderPort(other) && other.id !== 'tool',
  )
}

/** Visual types that show the names of their ports: there, side outputs explain themselves. */
const LISTING_PORTS: ReadonlySet<string> = new Set(['default', 'gateway'])

function isMainOutput(port: NodePort): boolean {
  return !isSideOutput(port) && !isErrorPort(port) && !isHeaderPort(port) && port.dataType !== 'tool'
}

/** Title at the top, named ports in rows below. */
function card({ inputs, outputs }: NodeLook): Geometry {
  const rows = { inputs: inputs.filter(inRow), outputs: outputs.filter(inRow) }
  const count = Math.max(rows.inputs.length, rows.outputs.length)
  const height = HEADER + (count === 0 ? 0 : count * ROW + CARD.bottom)
  const inRows = (ports: readonly NodePort[], side: 'left' | 'right') =>
    ports.map((port, at) => ({ port, side, x: side === 'left' ? 0 : WIDTH, y: HEADER + at * ROW + ROW / 2 }))
  return {
    width: WIDTH,
    height,
    handles: [
      ...inputs.filter(isHeaderPort).map((port) => ({ port, side: 'left' as const, x: 0, y: HEADER / 2 })),
      ...inRows(rows.inputs, 'left'),
      ...outputs.filter(isHeaderPort).map((port) => ({ port, side: 'right' as const, x: WIDTH, y: HEADER / 2 })),
      ...inRows(rows.outputs, 'right'),
      ...errorHandle(outputs, WIDTH, height),
    ],
  }
}

function inRow(port: NodePort): boolean {
  return !isHeaderPort(port) && !isErrorPort(port)
}

/** An idea has one port per side. */
function ideaCard({ inputs, outputs }: NodeLook, node: WorkflowNode): Geometry {
  const { width, height } = ownSize(node, DRAWN_SIZES.idea)
  const places = {
    left: { side: 'left', x: 0, y: Math.round(height / 2) },
    right: { side: 'right', x: width, y: Math.round(height / 2) },
    top: { side: 'top', x: Math.round(width / 2), y: 0 },
    bottom: { side: 'bottom', x: Math.round(width / 2), y: height },
  } as const
  const handles = [...inputs, ...outputs].flatMap((port): HandlePlace[] => {
    const place = Object.hasOwn(places, port.id) ? places[port.id as keyof typeof places] : undefined
    return place === undefined ? [] : [{ port, ...place }]
  })
  return { width, height, handles }
}

/** No rows: handles are spread over the sides and named on hover. */
function dotted({ width, height: least }: Size): Shape {
  return (look) => {
    const { inputs, outputs } = look
    const right = outputs.filter((port) => !isErrorPort(port))
    const height = Math.max(least, (Math.max(inputs.length, right.length) + 1) * (DOT + 4))
    const spread = (ports: readonly NodePort[], side: 'left' | 'right') =>
      mainInTheMiddle(ports, look).map((port, at) => ({
        port,
        side,
        x: side === 'left' ? 0 : width,
        y: Math.round((height * (at + 1)) / (ports.length + 1)),
      }))
    return {
      width,
      height,
      handles: [...spread(inputs, 'left'), ...spread(right, 'right'), ...errorHandle(outputs, width, height)],
    }
  }
}

/** The ports with those that are always drawn between those that appear on demand. */
function mainInTheMiddle(ports: readonly NodePort[], look: NodeLook): NodePort[] {
  const secondary = ports.filter((port) => isSecondaryPort(port, look))
  const main = ports.filter((port) => !secondary.includes(port))
  const above = Math.ceil(secondary.length / 2)
  return [...secondary.slice(0, above), ...main, ...secondary.slice(above)]
}

function errorHandle(outputs: readonly NodePort[], width: number, height: number): HandlePlace[] {
  const port = outputs.find(isErrorPort)
  return port === undefined ? [] : [{ port, side: 'bottom', x: width - 22, y: height }]
}

/** Groups may contain hundreds of nodes. */
const MAX_GROUP = 20_000

/** The stored size of a node; notes and groups can be resized. */
function ownSize(node: WorkflowNode, usual: Size, most = 4000) {
  const { width, height, measured }: Readonly<Record<string, unknown>> = { ...node }
  const isLength = (value: unknown): value is number => typeof value === 'number' && value >= 40 && value <= most
  const box = isLength(width) && isLength(height) ? { width, height } : isObject(measured) ? measured : {}
  return {
    width: isLength(box.width) ? Math.round(box.width) : usual.width,
    height: isLength(box.height) ? Math.round(box.height) : usual.height,
  }
}
