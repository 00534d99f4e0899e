/** A node names its type in `type`, or in its metadata next to the canvas component. */
import { describe, expect, test } from 'vitest'
import { answerTo } from '../edit/answer.ts'
import { applyAll } from '../edit/batch.ts'
import { isAsking } from '../edit/command.ts'
import { parseCommands } from '../edit/parse.ts'
import { compile } from '../plan/compile.ts'
import { drawn } from '../testing/drawing.ts'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import { problemsIn } from '../validate/validate.ts'
import { type Graph, nodeTypeIdOf } from './workflow.ts'

const byCanvasType = drawn(
  `start:trigger -> text.1:trigger
  text.1:text -> model.1:message
  model.1:response -> end.1:value`,
  { 'model.1': { model: 'echo-1' } },
)

/** The same graph with the type in `type`. */
const byTypeId: Graph = {
  ...byCanvasType,
  nodes: byCanvasType.nodes.map((node) => {
    const { metadata: _, ...data } = node.data ?? {}
    return { ...node, type: nodeTypeIdOf(node), data }
  }),
}

const languages = { expressionProblem: () => undefined, templateProblem: () => undefined }
const rules = { catalogue: smallCatalogue, languages, maxNodes: 100 }

test('validates a graph the same in both forms', () => {
  expect(problemsIn(byTypeId, rules)).toEqual(problemsIn(byCanvasType, rules))
  const loose = (graph: Graph) => problemsIn({ ...graph, edges: graph.edges.slice(1) }, rules)
  expect(loose(byTypeId)).toEqual(loose(byCanvasType))
  expect(loose(byTypeId)).not.toEqual([])
})

test('compiles a graph to the same plan in both forms', () => {
  expect(compile(byTypeId, smallCatalogue)).toEqual(compile(byCanvasType, smallCatalogue))
})

describe('commands do the same in both forms', () => {
  test.each([
    'add text',
    'rename text.1 Name',
    'set model.1:model echo-2',
    'connect text.1:text model.1:system',
    'disconnect text.1:text model.1:message',
    'move text.1 to 5,6',
    'delete text.1',
    'swap text.1 with number',
    'swap model.1 with prompt',
    'layout auto',
  ])('%s', (line) => {
    const results = [byCanvasType, byTypeId].map((graph) => {
      const { commands } = parseCommands(line, smallCatalogue)
      const applied = applyAll(
        graph,
        commands.map(({ command }) => command),
        smallCatalogue,
        { skipRefused: true },
      )
      return {
        outcomes: applied.results.map((result) => (result.ok ? result.warnings : result.problem)),
        nodes: applied.graph.nodes.map((node) => [node.id, nodeTypeIdOf(node), node.position, node.data?.label]),
        edges: applied.graph.edges,
      }
    })
    expect(results[1]).toEqual(results[0])
  })

  test.each(['info model.1', 'list nodes', 'get model.1:model'])('answer %s the same', (line) => {
    const [asked] = parseCommands(line, smallCatalogue).commands
    if (asked === undefined || !isAsking(asked.command)) throw new Error('not a question')
    expect(answerTo(byTypeId, asked.command, smallCatalogue)).toEqual(
      answerTo(byCanvasType, asked.command, smallCatalogue),
    )
  })
})

test('changes `type` by a swap if it names the node type, and keeps a canvas component', () => {
  const types = [byCanvasType, byTypeId].map((graph) => {
    const { graph: after } = applyAll(graph, [{ verb: 'swap', node: 'text.1', type: 'number' }], smallCatalogue)
    return after.nodes.find(({ id }) => id === 'text.1')?.type
  })
  expect(types).toEqual(['universalNode', 'number'])
})
