/** Graphs of real node types with honest and hostile configs: what gets past the schemas and into the rules. */
import type { NodeType } from '@millrace/model'
import fc from 'fast-check'
import { hostileKey, hostileText, hostileValue, objectOf } from './hostile-values.ts'
import type { Json } from './operations.ts'
import { valuesOf } from './schema-values.ts'

const NODE_IDS = ['a', 'b', 'c', 'text_input.1', '__proto__', 'constructor', 'x-output-y', '\ud800', ' ', 'ä/~']
const DYNAMIC = ['branches', 'dynamicInputs', 'dynamicOutputs', 'instanceTitle', 'ports', 'nodeType']

/** Workflows made of the types of a catalogue. */
export function workflowsOf(types: readonly NodeType[]): fc.Arbitrary<Json> {
  const nodes = fc
    .uniqueArray(fc.constantFrom(...NODE_IDS), { maxLength: 5 })
    .chain((ids) => fc.tuple(...ids.map((id) => nodeOf(id, types))))
  return fc
    .record({
      name: fc.oneof({ weight: 5, arbitrary: fc.constant('Fuzzed') }, { weight: 1, arbitrary: hostileText }),
      nodes,
      links: fc.array(link, { maxLength: 4 }),
      extra: fc.array(fc.tuple(hostileKey, hostileValue), { maxLength: 1 }),
      tags: fc.option(fc.array(hostileText, { maxLength: 3 }), { nil: undefined }),
    })
    .map(({ name, nodes, links, extra, tags }) => ({
      ...objectOf(extra),
      id: '5f0c7a52-1f0e-4f57-9a3e-2f5a1f6f9b10',
      name,
      nodes,
      edges: links.flatMap((one, at) => edgesOf(one, at, nodes)),
      metadata: { ...(tags && { tags }) },
    }))
}

type Node = ReturnType<typeof written>

function nodeOf(id: string, types: readonly NodeType[]): fc.Arbitrary<Node> {
  return fc
    .constantFrom(...types)
    .chain((type) =>
      fc
        .record({ config: configOf(type), form: fc.constantFrom('plain', 'copy', 'old'), label: hostileText })
        .map(({ config, form, label }) => written({ id, type, config, form, label })),
    )
}

function configOf(type: NodeType): fc.Arbitrary<Json> {
  const properties = Object.entries((type.configSchema.properties ?? {}) as Record<string, Json>)
  const known = properties.map(
    ([key, schema]) =>
      fc.oneof(
        { weight: 3, arbitrary: fc.constant<[string, unknown][]>([]) },
        { weight: 2, arbitrary: valuesOf(schema, { components: { schemas: {} } }).map((value) => [[key, value]]) },
        { weight: 1, arbitrary: hostileValue.map((value) => [[key, value]]) },
      ) as fc.Arbitrary<[string, unknown][]>,
  )
  const odd = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...DYNAMIC), hostileKey), portList), { maxLength: 2 })
  return fc.tuple(odd, ...known).map((lists) => objectOf(lists.flat()))
}

/** Lists such as ports and branches are written in, right and wrong. */
const portList: fc.Arbitrary<unknown> = fc.oneof(
  hostileValue,
  fc.array(
    fc.oneof(
      hostileValue,
      fc.record({
        name: fc.oneof(hostileText, fc.constantFrom('a', 'A ', 'text', 'loop_back', 'error')),
        label: hostileValue,
        dataType: fc.oneof(fc.constantFrom('string', 'tool', 'trigger', 'mixed'), hostileValue),
        condition: hostileText,
      }),
    ),
    { maxLength: 4 },
  ),
)

interface NodeParts {
  readonly id: string
  readonly type: NodeType
  readonly config: Json
  readonly form: string
  readonly label: string
}

function written({ id, type, config, form, label }: NodeParts) {
  const copy = { ...type, node_type_id: form === 'old' ? undefined : type.node_type_id }
  const metadata = form === 'plain' ? {} : { metadata: copy }
  return {
    id,
    type: form === 'plain' ? type.node_type_id : 'universalNode',
    position: { x: 0, y: 0 },
    data: { label, config, ...metadata },
  }
}

/** Numbers that pick two nodes and a port of each, and texts for the handles that are made up. */
const link = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  handles: fc.constantFrom('long', 'short', 'none', 'odd'),
  odd: hostileText,
  port: fc.constantFrom('text', 'value', 'trigger', 'error', 'tool', 'loop_back', 'input', 'output'),
})

function edgesOf(
  one: { from: number; to: number; handles: string; odd: string; port: string },
  at: number,
  nodes: readonly Node[],
) {
  const source = nodes[one.from % nodes.length]?.id
  const target = nodes[one.to % nodes.length]?.id
  if (source === undefined || target === undefined) return []
  const handles: Json = {
    long: { sourceHandle: `${source}-output-${one.port}`, targetHandle: `${target}-input-${one.port}` },
    short: { sourceHandle: one.port, targetHandle: one.port },
    none: {},
    odd: { sourceHandle: one.odd, targetHandle: one.odd },
  }
  return [{ id: `e${at}`, source, target, ...(handles[one.handles] as object) }]
}
