/** Random graphs of the small catalogue and random commands on them, valid and invalid ones. */
import fc from 'fast-check'
import { smallCatalogue } from '../../testing/small-catalogue.ts'
import type { Graph, WorkflowEdge, WorkflowNode } from '../../workflow/workflow.ts'
import type { Command, TextCommand } from '../command.ts'

const TYPES = [...smallCatalogue.types.keys()]
const PORTS = [
  ...new Set(
    [...smallCatalogue.types.values()].flatMap((type) => [...type.inputs, ...type.outputs].map((port) => port.id)),
  ),
  'yes',
  'nonsense',
]
const KEYS = ['model', 'provider', 'branches', 'apiKey', 'dynamicInputs', 'instanceTitle', 'mode', '__proto__']
const IDS = [...TYPES.flatMap((type) => [`${type}.1`, `${type}.2`]), 'mine', 'with blank', 'a:b', '1']

const type = fc.constantFrom(...TYPES)
const id = fc.constantFrom(...IDS)
const port = fc.constantFrom(...PORTS)
const key = fc.constantFrom(...KEYS)
const coordinate = fc.integer({ min: -2_000, max: 2_000 })
export const points = fc.record({ x: coordinate, y: coordinate })
const length = fc.integer({ min: -1, max: 900 })
const sizes = fc.record({ width: length, height: length })
const branches = fc.array(fc.record({ name: fc.constantFrom('yes', 'no', 'maybe') }), { maxLength: 3 })
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), branches)
const config = fc.dictionary(key, value, { maxKeys: 3 })

const node = fc
  .record({ type, config, position: points, extra: fc.jsonValue({ maxDepth: 1 }), hasPlace: fc.boolean() })
  .map(
    ({ type, config, position, extra, hasPlace }): Omit<WorkflowNode, 'id'> => ({
      type: 'universalNode',
      ...(hasPlace ? { position } : {}),
      data: { label: type, config, metadata: { node_type_id: type } },
      ...{ extra },
    }),
  )

const edge = (ids: readonly string[]) =>
  fc
    .record({
      source: fc.constantFrom(...ids),
      target: fc.constantFrom(...ids),
      out: port,
      in: port,
      isLong: fc.boolean(),
    })
    .map(
      ({ source, target, out, in: into, isLong }): Omit<WorkflowEdge, 'id'> => ({
        source,
        target,
        sourceHandle: isLong ? `${source}-output-${out}` : out,
        targetHandle: isLong ? `${target}-input-${into}` : into,
        ...{ animated: isLong },
      }),
    )

/** Any graph, with cycles, unknown ports and unknown keys. */
export const graphs: fc.Arbitrary<Graph & { name: string }> = fc
  .uniqueArray(id, { maxLength: 10 })
  .chain((ids) =>
    fc.record({
      nodes: fc.tuple(...ids.map((id) => node.map((rest) => ({ ...rest, id })))),
      edges: fc.array(edge(ids.length === 0 ? ['nobody'] : ids), { maxLength: ids.length === 0 ? 0 : 12 }),
      name: fc.string(),
    }),
  )
  .map(({ nodes, edges, name }) => ({ nodes, edges: edges.map((one, at) => ({ ...one, id: `e${at}` })), name }))

const given = fc.oneof(
  { weight: 6, arbitrary: id },
  { weight: 1, arbitrary: fc.string({ minLength: 1, unit: 'binary' }) },
)
const portGiven = fc.oneof({ weight: 6, arbitrary: port }, { weight: 1, arbitrary: fc.string({ minLength: 1 }) })
const ref = fc.record({ node: given, port: portGiven })
const optional = <T>(arbitrary: fc.Arbitrary<T>, name: string) =>
  fc.option(arbitrary, { nil: undefined }).map((one) => (one === undefined ? {} : { [name]: one }))
const label = fc.oneof(fc.constantFrom('Draft writer', '"quoted"', 'x'), fc.string({ minLength: 1 }))
const verb = <V extends TextCommand['verb']>(name: V) => fc.constant({ verb: name })

/** Every command with a text, and some whose text is invalid. */
export const textCommands = fc
  .oneof(
    fc.tuple(
      fc.record({ verb: fc.constant('add'), type }),
      optional(fc.oneof(given, label), 'name'),
      optional(points, 'at'),
    ),
    fc.tuple(fc.record({ verb: fc.constantFrom('delete', 'info', 'config', 'select', 'disconnect'), node: given })),
    fc.tuple(fc.record({ verb: fc.constant('rename'), node: given, label })),
    fc.tuple(fc.record({ verb: fc.constant('swap'), node: given, type })),
    fc.tuple(fc.record({ verb: fc.constant('move'), node: given, to: points })),
    fc.tuple(
      fc.record({
        verb: fc.constant('set'),
        node: given,
        key: fc.oneof(key, portGiven),
        value: fc.oneof(value, fc.string()),
      }),
    ),
    fc.tuple(
      fc.record({
        verb: fc.constant('bind'),
        node: given,
        setting: fc.oneof(key, portGiven),
        text: fc.oneof(fc.constantFrom('{{ nodes.mine.text }}', 'a {{ message }}', '7'), fc.string({ minLength: 1 })),
      }),
    ),
    fc.tuple(fc.record({ verb: fc.constant('unbind'), node: given, setting: key })),
    fc.tuple(fc.record({ verb: fc.constantFrom('connect', 'disconnect'), source: ref, target: ref })),
    fc.tuple(
      fc.record({ verb: fc.constant('comment'), source: ref, target: ref, text: fc.oneof(label, fc.constant('')) }),
    ),
    fc.tuple(fc.record({ verb: fc.constant('resize'), node: given, to: sizes }), optional(points, 'at')),
    fc.tuple(
      fc.record({ verb: fc.constant('group'), nodes: fc.array(given, { minLength: 1, maxLength: 3 }) }),
      optional(label, 'title'),
    ),
    fc.tuple(fc.record({ verb: fc.constant('ungroup'), node: given })),
    fc.tuple(fc.record({ verb: fc.constant('pin'), node: given, outputs: fc.dictionary(port, value, { maxKeys: 2 }) })),
    fc.tuple(fc.record({ verb: fc.constant('pin'), node: given, port: portGiven, value })),
    fc.tuple(fc.record({ verb: fc.constantFrom('unpin', 'disable', 'enable'), node: given })),
    fc.tuple(
      fc.constantFrom({ verb: 'clear' }, { verb: 'undo' }, { verb: 'redo' }, { verb: 'layout', how: 'beautify' }),
    ),
    fc.tuple(
      fc.record({
        verb: fc.constant('layout'),
        how: fc.constant('auto'),
        direction: fc.constantFrom('horizontal', 'vertical'),
      }),
    ),
    fc.tuple(fc.record({ verb: fc.constant('get'), node: given }), optional(portGiven, 'key')),
    fc.tuple(fc.record({ verb: fc.constant('list'), what: fc.constantFrom('nodes', 'edges', 'types') })),
    fc.tuple(fc.record({ verb: fc.constant('describe'), type })),
    fc.tuple(fc.record({ verb: fc.constant('search'), text: label })),
    fc.tuple(verb('help'), optional(fc.constantFrom('add', 'connect', 'nothing'), 'about')),
    fc.tuple(
      fc.record({ verb: fc.constant('canvas'), action: fc.constantFrom('fit', 'zoom in', 'zoom out', 'reset') }),
    ),
    fc.tuple(
      fc.record({ verb: fc.constant('canvas'), action: fc.constant('zoom'), level: fc.constantFrom(0.5, 1, 2.25) }),
    ),
    fc.tuple(fc.record({ verb: fc.constant('canvas'), action: fc.constant('pan'), to: points })),
  )
  .map((parts) => Object.assign({}, ...parts) as TextCommand)

const keyChange = fc.record({ set: config, drop: fc.array(key, { maxLength: 2 }) })

const gestures = fc
  .oneof(
    fc.record({ verb: fc.constant('place'), positions: fc.dictionary(id, points, { maxKeys: 3 }) }),
    fc.record({
      verb: fc.constant('remove'),
      nodes: fc.array(id, { maxLength: 2 }),
      edges: fc.subarray(['e0', 'e1', 'e9']),
    }),
    fc.record({ verb: fc.constant('configure'), node: id, config: keyChange, extensions: keyChange }),
    fc.record({
      verb: fc.constant('document'),
      set: fc.dictionary(fc.constantFrom('name', 'config', 'revision'), value),
    }),
    fc.record({ verb: fc.constant('connect'), source: ref, target: ref, id: fc.constantFrom('e0', 'mine') }),
    fc.record({ verb: fc.constant('comment'), edge: fc.constantFrom('e0', 'e1', 'e9'), text: label }),
    fc.record({ verb: fc.constant('import'), workflow: graphs }),
    fc
      .record({ graph: graphs, offset: points })
      .map(({ graph: { nodes, edges }, offset }) => ({ verb: 'paste', nodes, edges, offset })),
  )
  .map((command) => command as Command)

/** Every command. */
export const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: textCommands },
  { weight: 1, arbitrary: gestures },
)
