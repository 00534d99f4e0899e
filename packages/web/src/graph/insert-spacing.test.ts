import { applyAll, type Graph, type Point, parseCommands } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { expect, test } from 'vitest'
import { insertSpacing } from './insert-spacing.ts'

const PLACES: Readonly<Record<string, Point>> = {
  'text.1': { x: 0, y: 0 },
  'model.1': { x: 300, y: 20 },
  'end.1': { x: 600, y: 20 },
  'text.2': { x: 300, y: 400 },
}

function placed(graph: Graph): Graph {
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, position: PLACES[node.id] ?? { x: 0, y: 800 } })) }
}

const LINE = `
  text.1:text -> model.1:message
  model.1:response -> end.1:value
  text.2
`

/** Positions of all nodes after the commands and the spacing. */
function after(commands: string, before = placed(drawn(LINE))) {
  const { commands: parsed } = parseCommands(commands, smallCatalogue)
  const changed = applyAll(
    before,
    parsed.map(({ command }) => command),
    smallCatalogue,
  )
  expect(changed.ok).toBe(true)
  return insertSpacing(before, changed.graph, smallCatalogue)
}

const INSERT = `add between model
disconnect text.1:text model.1:message
connect text.1:text between:message
connect between:response model.1:message`

test('a node inserted between two close nodes goes there, and following nodes move right', () => {
  const places = after(INSERT)
  expect(places.between).toEqual({ x: 300, y: 0 })
  expect(places['model.1']?.x).toBeGreaterThanOrEqual(300 + 236 + 60)
  const [moved, behind] = [places['model.1']?.x ?? 0, places['end.1']?.x ?? 0]
  expect(behind - moved).toBe(300)
  expect(places['text.2']).toBeUndefined()
})

test('moves nothing if there is enough space', () => {
  const wide = placed(drawn(LINE))
  const far: typeof PLACES = { 'model.1': { x: 900, y: 0 }, 'end.1': { x: 1400, y: 0 } }
  const spread = wide.nodes.map((node) => ({ ...node, position: far[node.id] ?? { x: 0, y: 800 } }))
  expect(after(INSERT, { ...wide, nodes: spread })).toEqual({})
})

test('leaves a node after the last one in place', () => {
  expect(after('add last model\nconnect text.2:text last:message')).toEqual({})
})
