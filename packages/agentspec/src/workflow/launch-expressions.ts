/**
 * JSONata expressions over `inputs` that find the inputs of an exported workflow in a launch object. A launch object
 * has node values by node id; all other keys are for the start.
 */
import type { Flow, Property } from '../components.ts'
import { flowInputs } from '../ports.ts'
import type { LaunchExpressions } from './called-workflows.ts'
import type { CanvasNode } from './canvas.ts'
import type { Level, Making } from './canvas-level.ts'

/** The node port of each input of the flow. The inputs of `level` are already folded into the start. */
export function launchSources(level: Level, { made }: Making, nodes: readonly CanvasNode[]): Map<string, LaunchSource> {
  const start = level.nodes.find((node) => made.get(node)?.component.kind === 'start')
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return new Map(
    [...((start && made.get(start)?.outputs) ?? [])].map(([port, title]) => {
      const [id = '', own] = port.split('\n')
      return [title, own === undefined ? { port } : { port: own, node: byId.get(id) }]
    }),
  )
}

export interface LaunchSource {
  readonly port: string
  /** Absent for a port of the start itself. */
  readonly node?: CanvasNode | undefined
}

export function launchExpressions(
  flow: Flow,
  sources: ReadonlyMap<string, LaunchSource>,
  nodes: readonly CanvasNode[],
): LaunchExpressions {
  const ids = nodes.map(({ id }) => id)
  return new Map(
    flowInputs(flow).map((input) => {
      const source = sources.get(input.title)
      if (source?.node !== undefined) return [input.title, valueOfNode(source.node, source.port, input)]
      const isWhole = source?.port === 'inputs' && nodes.some(({ typeId }) => typeId === 'start')
      return [input.title, isWhole ? withoutNodes(ids) : `(${orDefault(lookup('inputs', input.title), input)})`]
    }),
  )
}

function lookup(value: string, key: string): string {
  return `$lookup(${value}, ${JSON.stringify(key)})`
}

/** The launch values that do not belong to a node. */
function withoutNodes(ids: readonly string[]): string {
  return `$merge([{}, $sift(inputs, function($value, $key) { $not($key in ${JSON.stringify(ids)}) })])`
}

/**
 * The value for the port, else for the setting of an input node, else the default. Null counts as a value only for
 * JSON.
 */
function valueOfNode({ id, typeId }: CanvasNode, port: string, input: Property): string {
  const isThere = (name: string) =>
    typeId === 'json_input' ? `$exists(${name})` : `$exists(${name}) and ${name} != null`
  const rest = orDefault('$set', input, isThere('$set'))
  return [
    `($given := ${lookup('inputs', id)}`,
    '$own := $type($given) = "object" ? $given : {}',
    `$value := ${lookup('$own', port)}`,
    `$set := ${lookup('$own', 'defaultValue')}`,
    `${isThere('$value')} ? $value : (${rest}))`,
  ].join('; ')
}

function orDefault(value: string, input: Property, isThere = `$exists(${value})`): string {
  return 'default' in input ? `${isThere} ? ${value} : ${JSON.stringify(input.default)}` : value
}
