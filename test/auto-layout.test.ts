/** Auto-layout with the real library: the templates and generated graphs lie well afterwards. */
import { type Box, type Catalogue, catalogueOf, type Graph, groupOfEach, LOOP_BACK, parseHandle } from '@millrace/model'
import { cpuMsOf, leastCpuMs } from '@millrace/model/testing/cpu-time'
import { loadBuiltInNodes } from '@millrace/nodes'
import ELK from 'elkjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { graphOf } from '../bench/graphs.ts'
import { elkGraphOf } from '../packages/web/src/graph/elk-graph.ts'
import { positionsIn } from '../packages/web/src/graph/elk-positions.ts'
import { wiredPorts } from '../packages/web/src/graph/flow-graph.ts'
import { geometryOf } from '../packages/web/src/graph/geometry.ts'
import { completedLayout, type Positions, simpleLayout } from '../packages/web/src/graph/layout.ts'
import { boxesOf as layoutBoxes } from '../packages/web/src/graph/layout-boxes.ts'
import { isAnnotation, lookOf } from '../packages/web/src/graph/node-look.ts'
import { TEMPLATES } from '../packages/web/src/home/templates/all-templates.ts'
import { drawn } from './template-runs.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = catalogueOf(await loadBuiltInNodes())
})

const elk = new ELK.default()

async function laidOut(graph: Graph): Promise<Positions> {
  const { children = [] } = await elk.layout({ ...elkGraphOf(graph, catalogue) })
  return completedLayout(graph, catalogue, positionsIn(children))
}

function boxesOf(graph: Graph, positions: Positions): Map<string, Box> {
  const wired = wiredPorts(graph.edges)
  return new Map(
    graph.nodes.map((node) => {
      const { width, height } = geometryOf(lookOf(node, catalogue.types, wired.get(node.id) ?? new Set()), node)
      const { x, y } = positions[node.id] ?? node.position ?? { x: 0, y: 0 }
      return [node.id, { x, y, width, height }]
    }),
  )
}

function overlaps(boxes: ReadonlyMap<string, Box>): string[] {
  const list = [...boxes]
  return list.flatMap(([one, a], at) =>
    list
      .slice(at + 1)
      .filter(([, b]) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map(([other]) => `${one} and ${other}`),
  )
}

/** Edges that do not lead from left to right, loops back left out. */
function backwards({ edges }: Graph, boxes: ReadonlyMap<string, Box>): string[] {
  return edges.flatMap(({ id, source, target, targetHandle }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)]
    if (from === undefined || to === undefined) return []
    if (parseHandle(targetHandle ?? '', target, 'input') === LOOP_BACK) return []
    return from.x + from.width <= to.x ? [] : [id]
  })
}

const distance = (a: Box, b: Box) =>
  Math.hypot(
    Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width)),
    Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height)),
  )

describe.each(TEMPLATES.map((template) => [template.id, template] as const))('%s', (_, template) => {
  test.each(['library', 'simple'])('flows from left to right without overlaps (%s)', async (how) => {
    const graph = drawn(template, catalogue)
    const found = how === 'simple' ? completedLayout(graph, catalogue, simpleLayout(graph, catalogue)) : undefined
    const boxes = boxesOf(graph, found ?? (await laidOut(graph)))
    expect(overlaps(boxes)).toEqual([])
    expect(backwards(graph, boxes)).toEqual([])
  })

  test('keeps notes beside their nodes, and the upper left corner', async () => {
    const graph = drawn(template, catalogue)
    const [before, after] = [boxesOf(graph, {}), boxesOf(graph, await laidOut(graph))]
    const isNote = (id: string) => graph.nodes.some((node) => node.id === id && isAnnotation(node, catalogue.types))
    const corner = (boxes: ReadonlyMap<string, Box>) => {
      const runs = [...boxes].filter(([id]) => !isNote(id)).map(([, box]) => box)
      return [Math.min(...runs.map(({ x }) => x)), Math.min(...runs.map(({ y }) => y))]
    }
    expect(corner(after)).toEqual(corner(before))
    for (const [id, note] of before) {
      if (!isNote(id)) continue
      const runs = [...before].filter(([one]) => !isNote(one))
      const nearest = runs.reduce((best, one) => (distance(note, one[1]) < distance(note, best[1]) ? one : best))[0]
      // It may have moved up to make room, by less than its own height and that of what it would cover.
      expect(distance(after.get(id)!, after.get(nearest)!)).toBeLessThan(distance(note, before.get(nearest)!) + 500)
    }
  })
})

test.each(['library', 'simple'])('groups keep their nodes and no others (%s)', async (how) => {
  const flow = graphOf(6)
  const at = (index: number) => ({ x: (index % 3) * 300, y: index < 3 ? 0 : 400 })
  const group = (id: string, box: Box) => ({
    id,
    position: { x: box.x, y: box.y },
    width: box.width,
    height: box.height,
    data: { label: id, metadata: { node_type_id: 'group' } },
  })
  const graph: Graph = {
    nodes: [
      group('outer', { x: -60, y: 320, width: 1000, height: 400 }),
      group('inner', { x: -40, y: 340, width: 340, height: 300 }),
      ...flow.nodes.map((node, index) => ({ ...node, position: at(index) })),
    ],
    edges: flow.edges,
  }
  const positions =
    how === 'simple' ? completedLayout(graph, catalogue, simpleLayout(graph, catalogue)) : await laidOut(graph)
  const ownersOf = (placed: Graph) => [...groupOfEach(layoutBoxes(placed, catalogue))].sort()
  const after: Graph = {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const { x = 0, y = 0, ...size } = positions[node.id] ?? {}
      return { ...node, ...size, position: { x, y } }
    }),
  }
  expect(ownersOf(graph)).toHaveLength(4)
  expect(ownersOf(after)).toEqual(ownersOf(graph))
  const boxes = boxesOf(after, {})
  expect(backwards(after, boxes)).toEqual([])
  expect(overlaps(new Map([...boxes].filter(([id]) => id !== 'outer' && id !== 'inner')))).toEqual([])
})

/** One node that leads to all others. */
function sideBySide(size: number): Graph {
  const { nodes, edges } = graphOf(size)
  const [first] = edges
  if (first === undefined) return { nodes, edges }
  const fan = nodes.slice(1).map(({ id }, at) => ({
    ...first,
    id: `e${at}`,
    target: id,
    targetHandle: first.targetHandle.replace(first.target, id),
  }))
  return { nodes, edges: fan }
}

describe('a graph of many nodes', () => {
  test('of 2,000 in a chain is laid out by the library, without overlaps', async () => {
    const graph: Graph = graphOf(2_000)
    const positions = await laidOut(graph)
    const boxes = boxesOf(graph, positions)
    expect(backwards(graph, boxes)).toEqual([])
    expect(overlaps(boxes)).toEqual([])
  }, 120_000)

  test.each([
    [400, 'with the usual strategies'],
    [2_000, 'with the fastest ones'],
  ])(
    'of %d side by side is laid out by the library in time that grows with the size, %s',
    async (size) => {
      const cpu = async (graph: Graph) => {
        const start = process.cpuUsage()
        const positions = await laidOut(graph)
        const { user, system } = process.cpuUsage(start)
        return { positions, micros: user + system }
      }
      const small = await cpu(sideBySide(size / 4))
      const { positions, micros } = await cpu(sideBySide(size))
      expect(Object.keys(positions)).toHaveLength(size)
      // The columns are the first node and all others.
      expect(new Set(Object.values(positions).map(({ x }) => x)).size).toBe(2)
      expect(new Set(Object.values(positions).map(({ y }) => y)).size).toBeGreaterThanOrEqual(size - 1)
      expect(micros).toBeLessThan(12 * Math.max(small.micros, 500_000))
    },
    120_000,
  )

  test('of 10,000 is laid out by the simple layout in time that grows with the size', () => {
    const layout = (size: number) => {
      const graph: Graph = graphOf(size)
      return () => {
        const positions = completedLayout(graph, catalogue, simpleLayout(graph, catalogue))
        expect(Object.keys(positions)).toHaveLength(size)
      }
    }
    layout(1_000)()
    const limitMs = 40 * Math.max(cpuMsOf(layout(1_000)), 5)
    expect(leastCpuMs(limitMs, layout(10_000))).toBeLessThan(limitMs)
  })
})

test('nodes without connections stand in rows below, and nothing at all moves nothing', async () => {
  const graph: Graph = { ...graphOf(9), edges: graphOf(4).edges }
  const positions = await laidOut(graph)
  expect(overlaps(boxesOf(graph, positions))).toEqual([])
  const rows = graph.nodes.slice(4).map(({ id }) => positions[id]?.y)
  expect(new Set(rows).size).toBe(1)
  expect(await laidOut({ nodes: [], edges: [] })).toEqual({})
})
