/** How a node is drawn: its visual type, title, color and visible ports. Pure. */
import {
  cardSummary,
  configOf,
  GROUP_TYPE,
  isAnnotationType,
  isDisabled,
  isFilledByObjects,
  isObject,
  type NodePort,
  type NodeType,
  nodeTypeIdOf,
  PINNED_EXTENSION,
  portsOf,
  readExpressions,
  templatePlaceholders,
  titleOf,
  typeCopyIn,
  VISUAL_TYPES,
  type VisualType,
  type WorkflowNode,
} from '@millrace/model'
import { groupColorValue } from './group-look.ts'

export interface NodeLook {
  readonly visual: VisualType | 'group'
  readonly title: string
  /** The description of the user, a line about the settings, or the type. */
  readonly subtitle: string
  /** A line about the settings; undefined if the type has no summary or nothing is set. */
  readonly summary: string | undefined
  readonly icon: string
  readonly color: string
  readonly badge: string | undefined
  readonly typeId: string
  /** Test runs use its pinned data instead of running it. */
  readonly isPinned: boolean
  /** It does not run, and values pass over it. */
  readonly isDisabled: boolean
  /** False if the type is not in the catalogue. */
  readonly isKnown: boolean
  readonly inputs: readonly NodePort[]
  readonly outputs: readonly NodePort[]
}

/** The visual type that the node requests if its type allows it, otherwise the default of the type. */
export function visualOf(node: WorkflowNode, type: NodeType | undefined): VisualType {
  const wanted = configOf(node).nodeType
  const supported = type?.supportedTypes ?? []
  const name = typeof wanted === 'string' && supported.includes(wanted) ? wanted : (type?.type ?? supported[0])
  return VISUAL_TYPES.find((visual) => visual === name) ?? 'default'
}

/** The type from the catalogue, or the copy in the node. */
export function typeOf(node: WorkflowNode, types: ReadonlyMap<string, NodeType>): NodeType | undefined {
  const known = types.get(nodeTypeIdOf(node))
  if (known !== undefined) return known
  return typeCopyIn(node)
}

/** True if a node is only drawn and never runs. */
export function isAnnotation(node: WorkflowNode, types: ReadonlyMap<string, NodeType>): boolean {
  return isAnnotationType(typeOf(node, types))
}

const NO_PORTS_BY_ID: ReadonlyMap<string, NodePort> = new Map()

/** A port that an edge refers to but the node does not have: it is drawn so that the edge can be seen and fixed. */
function missingPort(id: string, type: 'input' | 'output'): NodePort {
  return { id, name: id, type, dataType: '' }
}

/** Everything needed to draw a node; `wired` has the ids of its connected ports, as `in:<id>` and `out:<id>`. */
export function lookOf(node: WorkflowNode, types: ReadonlyMap<string, NodeType>, wired: ReadonlySet<string>): NodeLook {
  const type = typeOf(node, types)
  const config = configOf(node)
  const ports = type && portsOf(type, config)
  const title = titleOf(node) || type?.name || node.id
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const typeId = nodeTypeIdOf(node)
  // Other editors draw a group as a note.
  const visual = typeId === GROUP_TYPE ? 'group' : visualOf(node, type)
  const isFilled = filledPlaceholders(type, config, wired)
  const summary = type && cardSummary({ schema: type.configSchema, config, expressions: readExpressions(node) })
  const side = (direction: 'input' | 'output'): readonly NodePort[] => {
    const key = `${direction}s` as const
    const mark = direction === 'input' ? 'in:' : 'out:'
    const shown = shownPorts(ports?.[key] ?? NO_PORTS_BY_ID, {
      given: exposure(config, key),
      isWired: (id) => wired.has(`${mark}${id}`),
      isOffered: (port) =>
        (visual !== 'idea' || offersIdeaPort(config, port.id)) && !(direction === 'input' && isFilled.has(port.id)),
    })
    const known = (id: string) => ports?.[key].has(id) === true
    const gone = [...wired].flatMap((one) => (one.startsWith(mark) ? [one.slice(mark.length)] : []))
    return [...shown, ...gone.filter((id) => !known(id)).map((id) => missingPort(id, direction))]
  }
  return {
    visual,
    title,
    subtitle:
      text(config.instanceDescription) ??
      summary ??
      (type?.name === title ? capital(type?.category ?? '') : (type?.name ?? typeId)),
    summary: text(config.instanceDescription) ?? summary,
    icon: text(type?.iconUrl) ?? text(type?.icon) ?? 'mdi:help-rhombus-outline',
    color:
      (visual === 'group' && groupColorValue(config.color)) ||
      (visual === 'idea' && (hexColor(config.color) ?? usualColor(type))) ||
      text(type?.color) ||
      'var(--fd-node-slate)',
    badge: text(config.instanceBadge) ?? text(type?.badge),
    typeId,
    isDisabled: isDisabled(node),
    isPinned: isObject(node.data?.extensions?.[PINNED_EXTENSION]),
    isKnown: types.has(typeId),
    inputs: side('input'),
    outputs: side('output'),
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** Placeholders that an object at another input, such as `data`, fills: they need no port of their own. */
function filledPlaceholders(
  type: NodeType | undefined,
  config: Readonly<Record<string, unknown>>,
  wired: ReadonlySet<string>,
): ReadonlySet<string> {
  const isFed = type?.inputs.some(({ id, dataType }) => dataType !== 'trigger' && wired.has(`in:${id}`))
  if (type === undefined || !isFed || !isFilledByObjects(type)) return NO_NAMES
  const own = new Set((Array.isArray(config.dynamicInputs) ? config.dynamicInputs : []).map((port) => port?.name))
  return new Set(templatePlaceholders(type, config).filter((name) => !own.has(name)))
}

/** Ideas have their own color. */
function hexColor(value: unknown): string | undefined {
  return typeof value === 'string' && /^#[0-9a-f]{3,8}$/i.test(value) ? value : undefined
}

function usualColor(type: NodeType | undefined): string | undefined {
  const properties = type?.configSchema.properties
  const color = isObject(properties) ? properties.color : undefined
  return isObject(color) ? hexColor(color.default) : undefined
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface Exposure {
  readonly order: ReadonlyMap<string, number>
  readonly exposed: ReadonlyMap<string, boolean>
}

/** `config.ports` of a node: per side an ordered list of ports with their visibility. */
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

/** The error port is always drawn; it is shown if it is connected or the pointer is over the node. */
function isUsual(port: NodePort): boolean {
  return port.exposedByDefault !== false || (port.id === 'error' && port.type === 'output')
}

/** Sides of an idea that can be connected: left and right by default. */
const IDEA_SIDES: Readonly<Record<string, { readonly key: string; readonly usual: boolean }>> = {
  left: { key: 'enableLeftPort', usual: true },
  right: { key: 'enableRightPort', usual: true },
  top: { key: 'enableTopPort', usual: false },
  bottom: { key: 'enableBottomPort', usual: false },
}

function offersIdeaPort(config: Readonly<Record<string, unknown>>, id: string): boolean {
  const side = IDEA_SIDES[id]
  if (side === undefined) return true
  const own = config[side.key]
  return typeof own === 'boolean' ? own : side.usual
}

interface Showing {
  readonly given: Exposure | undefined
  readonly isWired: (id: string) => boolean
  readonly isOffered: (port: NodePort) => boolean
}

function shownPorts(ports: ReadonlyMap<string, NodePort>, { given, isWired, isOffered }: Showing): NodePort[] {
  const shown = [...ports.values()].filter(
    (port) =>
      port.type !== 'metadata' &&
      (isWired(port.id) || (isOffered(port) && (given?.exposed.get(port.id) ?? isUsual(port)))),
  )
  if (given === undefined) return shown
  const place = (port: NodePort) => given.order.get(port.id) ?? Number.MAX_SAFE_INTEGER
  return shown.sort((a, b) => place(a) - place(b))
}
