import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastCpuMs } from '../testing/cpu-time.ts'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import { problemsIn } from '../validate/validate.ts'
import { graphProblems } from '../workflow/graph-problems.ts'
import type { Graph } from '../workflow/workflow.ts'
import { applyCommand } from './apply.ts'
import { applyAll } from './batch.ts'
import { withOneWordNames } from './one-word-names.ts'
import { parseCommands } from './parse.ts'
import { printCommands } from './print.ts'
import { commands, graphs } from './testing/arbitraries.ts'
import { withoutNames, withPublicSwaps } from './without-names.ts'

const EMPTY: Graph = { nodes: [], edges: [] }
const read = (text: string) => parseCommands(text, smallCatalogue).commands.map(({ command }) => command)
const batch = (text: string, graph: Graph = EMPTY) => applyAll(graph, read(text), smallCatalogue)

describe('applyCommand', () => {
  test('returns an inverse for every command and does not change the given graph', () => {
    fc.assert(
      fc.property(graphs, commands, (graph, command) => {
        const before = structuredClone(graph)
        const applied = applyCommand(graph, command, smallCatalogue)
        expect(graph).toEqual(before)
        if (!applied.ok) return
        const back = applyCommand(applied.graph, applied.inverse, smallCatalogue)
        if (!back.ok) throw new Error(back.problem.message)
        expect(back.graph).toEqual(before)
        const again = applyCommand(back.graph, back.inverse, smallCatalogue)
        expect(again).toMatchObject({ ok: true, graph: applied.graph })
      }),
      { numRuns: 400 },
    )
  })

  test('always returns a valid graph and keeps unknown keys', () => {
    fc.assert(
      fc.property(graphs, commands, (graph, command) => {
        fc.pre(graphProblems(graph, 100).length === 0)
        fc.pre(command.verb !== 'import' || graphProblems(command.workflow, 100).length === 0)
        const applied = applyCommand(graph, command, smallCatalogue)
        if (!applied.ok) return
        expect(graphProblems(applied.graph, 100)).toEqual([])
        if (command.verb !== 'document' && command.verb !== 'import') expect(applied.graph.name).toBe(graph.name)
      }),
      { numRuns: 300 },
    )
  })

  test('rejects an inverse that was made for another graph', () => {
    const one = applyCommand(EMPTY, { verb: 'add', type: 'text' }, smallCatalogue)
    if (!one.ok) throw new Error('refused')
    expect(applyCommand(EMPTY, one.inverse, smallCatalogue)).toMatchObject({
      ok: false,
      problem: { code: 'UNDO_UNAVAILABLE' },
    })
  })
})

test('applies the connection rules of the catalogue', () => {
  const { graph } = batch('add number\nadd model')
  const command = read('connect number.1:list model.1:message')[0]!
  expect(applyCommand(graph, command, smallCatalogue)).toMatchObject({ problem: { code: 'INVALID_CONNECTION' } })
  expect(applyCommand(graph, command, { ...smallCatalogue, canConnect: () => true })).toMatchObject({ ok: true })
})

describe('applyAll', () => {
  test('applies all commands or none, and undoes them at once', () => {
    fc.assert(
      fc.property(graphs, fc.array(commands, { maxLength: 8 }), (graph, all) => {
        const before = structuredClone(graph)
        const result = applyAll(graph, all, smallCatalogue)
        expect(graph).toEqual(before)
        expect(result.results.filter((one) => !one.ok)).toHaveLength(result.ok ? 0 : 1)
        if (!result.ok) expect(result.graph).toBe(graph)
        const back = applyCommand(result.graph, result.inverse, smallCatalogue)
        expect(back).toMatchObject({ ok: true })
        if (back.ok) expect(back.graph).toEqual(before)
      }),
      { numRuns: 300 },
    )
  })

  test('does the same as the valid commands alone when it skips rejected ones', () => {
    fc.assert(
      fc.property(graphs, fc.array(commands, { maxLength: 8 }), (graph, all) => {
        const skipping = applyAll(graph, all, smallCatalogue, { skipRefused: true })
        expect(skipping.results).toHaveLength(all.length)
        const good = skipping.results.filter((one) => one.ok).map((one) => one.command)
        const strict = applyAll(graph, good, smallCatalogue)
        expect(strict.ok).toBe(true)
        const withoutPlaces = (nodes: Graph['nodes']) => nodes.map(({ position: _, ...node }) => node)
        expect(withoutPlaces(strict.graph.nodes)).toEqual(withoutPlaces(skipping.graph.nodes))
        expect(strict.graph.edges).toEqual(skipping.graph.edges)
      }),
    )
  })

  test('builds a valid workflow from the text of a chat', () => {
    const { ok, graph } = batch(`
      add topic text
      add writer model
      set writer:model tiny
      add end
      connect topic:text writer:message
      connect writer:response to end.1:value
    `)
    expect(ok).toBe(true)
    expect(graph.nodes.map((node) => node.id)).toEqual(['topic', 'writer', 'end.1'])
    const languages = { expressionProblem: () => undefined, templateProblem: () => undefined }
    const problems = problemsIn(graph, { catalogue: smallCatalogue, languages, maxNodes: 100 })
    expect(problems.filter((one) => one.severity === 'error')).toEqual([])
  })

  test('places a new node right of the one it will follow', () => {
    const { graph } = batch(`
      add first text at 0,0
      add other text at 0,400
      add writer model
      connect first:text writer:message
    `)
    const writer = graph.nodes.find((node) => node.id === 'writer')!
    expect(writer.position!.y).toBe(0)
    expect(writer.position!.x).toBeGreaterThanOrEqual(250)
  })

  test('limits undo inside a batch to the batch', () => {
    const undone = batch('add text\nundo')
    expect(undone).toMatchObject({ ok: true, graph: EMPTY })
    expect(batch('undo')).toMatchObject({ ok: false, results: [{ problem: { code: 'UNDO_UNAVAILABLE' } }] })
    expect(batch('add text\nundo\nredo').graph.nodes).toHaveLength(1)
    expect(batch('redo')).toMatchObject({ results: [{ problem: { code: 'REDO_UNAVAILABLE' } }] })
  })

  test('applies 2,000 commands on a growing graph in less than ten seconds of CPU time', () => {
    const lines = Array.from(
      { length: 1_000 },
      (_, at) => `add prompt\n${at === 0 ? '' : `connect prompt.${at}:trigger prompt.${at + 1}:trigger`}`,
    )
    const cpuMs = leastCpuMs(10_000, () => expect(batch(lines.join('\n')).ok).toBe(true))
    expect(cpuMs).toBeLessThan(10_000)
  })
})

describe('withoutNames', () => {
  test('rewrites a batch so that the public editor, which assigns ids itself, builds the same', () => {
    const named = read('add topic text\nadd writer model\nconnect topic:text writer:message\nset writer:model tiny')
    const plain = withoutNames(EMPTY, named, smallCatalogue)
    expect(printCommands(plain, 'flowdrop')).toBe(
      [
        'add text',
        'rename text.1 topic',
        'add model',
        'rename model.1 writer',
        'connect text.1:text to model.1:message',
        'set model.1:model tiny',
      ].join('\n'),
    )
    const labels = (graph: Graph) => graph.nodes.map((node) => [node.data?.label, node.data?.config])
    const [ours, theirs] = [applyAll(EMPTY, named, smallCatalogue), applyAll(EMPTY, plain, smallCatalogue)]
    expect(theirs.ok).toBe(true)
    expect(labels(theirs.graph)).toEqual(labels(ours.graph))
  })
})

describe('a swap for the public editor', () => {
  const written = (graph: Graph, text: string) =>
    printCommands(withoutNames(graph, read(text), smallCatalogue), 'flowdrop')
  const start = applyAll(EMPTY, read('add text\nadd model\nconnect text.1:text model.1:message'), smallCatalogue).graph

  test('uses the id that the node gets there in later lines', () => {
    expect(
      written(start, 'swap text.1 with prompt\nset text.1:template Hi\nconnect text.1:output model.1:message'),
    ).toBe(
      ['swap text.1 with prompt', 'set prompt.1:template Hi', 'connect prompt.1:output to model.1:message'].join('\n'),
    )
  })

  test('sets a label again if it is not the name of the type', () => {
    expect(written(start, 'rename text.1 Topic\nswap text.1 with prompt')).toBe(
      ['rename text.1 Topic', 'swap text.1 with prompt', 'rename prompt.1 Topic'].join('\n'),
    )
  })

  test('uses the ids that nodes added or swapped later get there', () => {
    const text = 'swap text.1 with prompt\nadd text\nrename text.2 New\nswap text.2 with prompt\nset text.2:template A'
    expect(written(start, text)).toBe(
      [
        'swap text.1 with prompt',
        'add text',
        'rename text.1 New',
        'swap text.1 with prompt',
        'rename prompt.2 New',
        'set prompt.2:template A',
      ].join('\n'),
    )
  })

  test('handles a new node that is named and swapped at once', () => {
    expect(written(EMPTY, 'add topic text\nswap topic with prompt\nset topic:template Hi')).toBe(
      [
        'add text',
        'rename text.1 topic',
        'swap text.1 with prompt',
        'rename prompt.1 topic',
        'set prompt.1:template Hi',
      ].join('\n'),
    )
  })

  test('has the same effect there as the commands here', () => {
    const commands = read(
      'rename text.1 Topic\nswap text.1 with prompt\nset text.1:template Hi\nconnect text.1:output model.1:message',
    )
    const lines = printCommands(withoutNames(start, commands, smallCatalogue), 'flowdrop')
    const [here, there] = [commands, withPublicSwaps(start, read(lines), smallCatalogue)].map((batch) => {
      const { ok, graph } = applyAll(start, batch, smallCatalogue)
      const labelOf = (id: string) => graph.nodes.find((node) => node.id === id)?.data?.label
      return {
        ok,
        nodes: graph.nodes.map(({ data }) => [data?.label, data?.config]),
        edges: graph.edges.map(({ source, target }) => [labelOf(source), labelOf(target)]),
      }
    })
    expect(there).toEqual(here)
    expect(there?.ok).toBe(true)
  })
})

describe('withOneWordNames', () => {
  const written = (graph: Graph, text: string) =>
    printCommands(withOneWordNames(graph, read(text), smallCatalogue), 'millrace')

  test('names every new node by one word that later lines use, and sets other labels by a rename', () => {
    expect(written(EMPTY, 'add "My topic" text\nadd model\nconnect text.1:text model.1:message')).toBe(
      ['add my_topic text', 'rename my_topic My topic', 'add Model model', 'connect my_topic:text Model:message'].join(
        '\n',
      ),
    )
  })

  test('keeps names that are one free word and does not change existing nodes', () => {
    const graph = applyAll(EMPTY, read('add topic text'), smallCatalogue).graph
    expect(written(graph, 'add writer model\nconnect topic:text writer:message')).toBe(
      'add writer model\nconnect topic:text writer:message',
    )
    expect(written(graph, 'add "topic" text')).toBe('add topic_2 text\nrename topic_2 topic')
  })

  test('builds the same workflow', () => {
    const given = read('add "A b" text\nadd text\nadd end\nconnect text.1:text end.1:value\ndelete text.2')
    const labels = (commands: typeof given) =>
      applyAll(EMPTY, commands, smallCatalogue).graph.nodes.map((node) => node.data?.label)
    expect(labels(withOneWordNames(EMPTY, given, smallCatalogue))).toEqual(labels(given))
  })
})
