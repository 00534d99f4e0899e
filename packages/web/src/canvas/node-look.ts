/** How a node is drawn: its visual type, title, colour and which of its ports are shown. Pure; the canvas and tests read it. */
import {
  configOf,
  isObject,
  type NodePort,
  type NodeType,
  nodeTypeIdOf,
  portsOf,
  titleOf,
  VISUAL_TYPES,
  type VisualType,
  type WorkflowNode,
} from '@millrace/model'

export interface NodeLook {
  readonly visual: VisualType
  readonly title: string
  readonly subtitle: string
  readonly icon: string
  readonly color: string
  readonly badge: string | undefined
  readonly typeId: string
  /** False when the catalogue does not know the type. */
  readonly isKnown: boolean
  readonly inputs: readonly NodePort[]
  readonly outputs: readonly NodePort[]
}

/** The way a node wants to be drawn, if its type allows it; else as its type says. */
export function visualOf(node: WorkflowNode, type: NodeType | undefined): VisualType {
  const wanted = configOf(node).nodeType
  const supported = type?.supportedTypes ?? []
  const name = typeof wanted === 'string' && supported.includes(wanted) ? wanted : (type?.type ?? supported[0])
  return VISUAL_TYPES.find((visual) => visual === name) ?? 'default'
}

/** The type as the catalogue has it, else the copy that the node carries. */
export function typeOf(node: WorkflowNode, types: ReadonlyMap<string, NodeType>): NodeType | undefined {
  const known = types.get(nodeTypeIdOf(node))
  if (known !== undefined) return known
  const copy = node.data?.metadata
  if (!isObject(copy) || !Array.isArray(copy.inputs) || !Array.isArray(copy.outputs)) return undefined
  const isPort = (port: unknown): port is NodePort => isObject(port) && typeof port.id === 'string'
  return {
    ...copy,
    inputs: copy.inputs.filter(isPort),
    outputs: copy.outputs.filter(isPort),
    configSchema: isObject(copy.configSchema) ? copy.configSchema : {},
  } as unknown as NodeType
}

const NO_PORTS: readonly NodePort[] = []

/** Everything that the drawing of a node needs; `wired` holds the ids of its connected ports, as `in:<id>` and `out:<id>`. */
export function lookOf(node: WorkflowNode, types: ReadonlyMap<string, NodeType>, wired: ReadonlySet<string>): NodeLook {
  const type = typeOf(node, types)
  const config = configOf(node)
  const ports = type && portsOf(type, config)
  const title = titleOf(node) || type?.name || node.id
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const typeId = nodeTypeIdOf(node)
  return {
    visual: visualOf(node, type),
    title,
    subtitle:
      text(config.instanceDescription) ??
      (type?.name === title ? capital(type?.category ?? '') : (type?.name ?? typeId)),
    icon: text(type?.icon) ?? 'mdi:help-rhombus-outline',
    color: text(type?.color) ?? 'var(--fd-node-slate)',
    badge: text(config.instanceBadge) ?? text(type?.badge),
    typeId,
    isKnown: types.has(typeId),
    inputs: ports ? shownPorts(ports.inputs, exposure(config, 'inputs'), (id) => wired.has(`in:${id}`)) : NO_PORTS,
    outputs: ports ? shownPorts(ports.outputs, exposure(config, 'outputs'), (id) => wired.has(`out:${id}`)) : NO_PORTS,
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface Exposure {
  readonly order: ReadonlyMap<string, number>
  readonly exposed: ReadonlyMap<string, boolean>
}

/** `config.ports` of a node: per side an ordered list of ports, with what is shown and what is not. */
function exposure(config: Readonly<Record<string, unknown>>, side: 'inputs' | 'outputs'): Exposure | undefined {
  const list = isObject(config.ports) ? config.ports[side] : undefined
  if (!Array.isArray(list)) return undefined
  const entries = list.filter(isObject).filter((entry) => typeof entry.id === 'string')
  return {
    order: new Map(entries.map((entry, at) => [String(entry.id), at])),
    exposed: new Map(
      entries.flatMap((entry) =>
        typeof entry.exposed === 'boolean' ? [[String(entry.id), entry.exposed] as const] : [],
      ),
    ),
  }
}

/** The way out of a failure is always there: the drawing shows it when it is wired or the node is pointed at. */
function isUsual(port: NodePort): boolean {
  return port.exposedByDefault !== false || (port.id === 'error' && port.type === 'output')
}

function shownPorts(
  ports: ReadonlyMap<string, NodePort>,
  given: Exposure | undefined,
  isWired: (id: string) => boolean,
): NodePort[] {
  const shown = [...ports.values()].filter(
    (port) => port.type !== 'metadata' && (isWired(port.id) || (given?.exposed.get(port.id) ?? isUsual(port))),
  )
  if (given === undefined) return shown
  const place = (port: NodePort) => given.order.get(port.id) ?? Number.MAX_SAFE_INTEGER
  return shown.sort((a, b) => place(a) - place(b))
}
