import { describe, expect, test } from 'vitest'
import { applyAll } from '../edit/batch.ts'
import { parseCommands } from '../edit/parse.ts'
import { drawn } from '../testing/drawing.ts'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import { problemsIn } from '../validate/validate.ts'
import { compile } from './compile.ts'

const ASK = { 'ask.1': { message: 'Go on?' } }
const languages = { expressionProblem: () => undefined, templateProblem: () => undefined }

function codesOf(drawing: string): string[] {
  return problemsIn(drawn(drawing, ASK), { catalogue: smallCatalogue, languages, maxNodes: 100 }).map(
    ({ code }) => code,
  )
}

function edgesOf(drawing: string): string[] {
  const { nodes, edges } = compile(drawn(drawing, ASK), smallCatalogue)
  return edges.map(
    ({ from, fromPort, fromType, to, toPort, kind }) =>
      `${nodes[from]?.id}:${fromPort} (${fromType}) ${kind} ${nodes[to]?.id}:${toPort}`,
  )
}

describe('an edge from a branch', () => {
  test('to a data port carries the value with the type of its source', () => {
    expect(edgesOf('text.1:text -> ask.1:message \n ask.1:yes -> end.1:value')).toEqual([
      'text.1:text (string) data ask.1:message',
      'ask.1:yes (string) branch end.1:value',
    ])
  })

  test('to a trigger port only triggers', () => {
    expect(edgesOf('ask.1:yes -> end.1:trigger')).toEqual(['ask.1:yes (trigger) trigger end.1:trigger'])
  })

  test('makes edges from behind another branch count as triggers, but not edges from before the gateway', () => {
    const edges = edgesOf(
      'text.1:text -> ask.1:message \n ask.1:yes -> prompt.1:data \n prompt.1:output -> end.1:value \n' +
        'ask.1:no -> end.1:value \n text.1:text -> end.1:value',
    )
    expect(edges.slice(2)).toEqual([
      'prompt.1:output (string) branch end.1:value',
      'ask.1:no (string) branch end.1:value',
      'text.1:text (string) data end.1:value',
    ])
  })

  test('fits every data port, and two branches of one gateway are not several sources', () => {
    const codes = codesOf('text.1:text -> ask.1:message \n ask.1:yes -> lookup.1:word \n ask.1:no -> lookup.1:word')
    expect(codes).not.toContain('INCOMPATIBLE_PORTS')
    expect(codes).not.toContain('SEVERAL_SOURCES')
  })

  test('is a DSL command', () => {
    const { commands } = parseCommands('connect ask.1:yes to lookup.1:word', smallCatalogue)
    const applied = applyAll(
      drawn('ask.1 \n lookup.1', ASK),
      commands.map(({ command }) => command),
      smallCatalogue,
    )
    expect(applied).toMatchObject({ ok: true, graph: { edges: [{ targetHandle: 'lookup.1-input-word' }] } })
  })
})

test('another trigger output does not fit a data port', () => {
  expect(codesOf('each.1:completed -> lookup.1:word')).toContain('INCOMPATIBLE_PORTS')
})

test('a plan names the input whose value the branches of a node deliver', () => {
  const { nodes } = compile(drawn('text.1:text -> ask.1:message', ASK), smallCatalogue)
  expect(nodes.map(({ id, passes }) => [id, passes])).toEqual([
    ['text.1', undefined],
    ['ask.1', 'message'],
  ])
})
