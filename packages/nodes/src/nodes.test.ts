/** Runs every example of every node type as a test. */
import {
  type AskResult,
  defaultsOf,
  fits,
  isResult,
  isSpecialResult,
  NEXT_BRANCH,
  type NodeDefinition,
  type NodeExample,
  NodeFailure,
  nodeTypeOf,
  portsOf,
  QUESTION_CONFIGS,
} from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBuiltInNodes } from './load-nodes.ts'
import { startLoopback, stopLoopback } from './testing/loopback-server.ts'
import { type Line, runExample } from './testing/run-example.ts'

/** Run by the engine, provide tools to an agent, or are only drawn; these are tested elsewhere. */
const WITHOUT_RUN = 'foreach notes idea group mcp_tools'

/** Nodes at the end of a path: they record their input under the name of its port. */
const SINKS = new Set(['text_output', 'output', 'end', 'agentspec.end_node', 'agentspec.output_message_node'])

const definitions = await loadBuiltInNodes()
const running = definitions.filter((definition) => definition.run !== undefined)
const cases = running.flatMap((definition) =>
  (definition.examples ?? []).map((example) => ({ id: definition.id, title: example.title, definition, example })),
)

beforeAll(startLoopback)
afterAll(stopLoopback)

test('all types run except a few', () => {
  const without = definitions.filter((definition) => definition.run === undefined).map(({ id }) => id)
  expect(without.sort()).toEqual(WITHOUT_RUN.trim().split(/\s+/).sort())
})

describe.each(running)('$id', (definition) => {
  test('has examples with unique titles', () => {
    const titles = (definition.examples ?? []).map(({ title }) => title)
    expect(titles.length).toBeGreaterThan(0)
    expect(new Set(titles).size).toBe(titles.length)
    expect(definition.examples?.some(({ outputs }) => outputs !== undefined)).toBe(true)
  })
})

test.each(cases)('$id: $title', async ({ definition, example }) => {
  if (example.fails === undefined) {
    const result = await runExample(definition, example)
    expect(result).toStrictEqual(example.outputs)
    return
  }
  const failure: unknown = await failureOf(definition, example)
  expect(failure).toBeInstanceOf(NodeFailure)
  expect(failure).toMatchObject({ code: example.fails })
  expect((failure as NodeFailure).message).toMatch(/^\S.*[^.]\.?$/s)
})

test.each(cases)('$id: $title (uses only ports of the type)', ({ definition, example }) => {
  const ports = portsOf(nodeTypeOf(definition), { ...example.config })
  const inputs = Object.keys(example.inputs ?? {}).filter((id) => !ports.inputs.has(id))
  const values = isResult(example.outputs, 'take_branches') ? example.outputs.outputs : example.outputs
  const isSpecial = isSpecialResult(values)
  const outputs = isSpecial || SINKS.has(definition.id) ? [] : Object.keys(values ?? {})
  expect([inputs, outputs.filter((id) => !ports.outputs.has(id))]).toEqual([[], []])
  const taken = isResult(example.outputs, 'take_branches') ? example.outputs.branches : []
  const isKnown = (name: string) => name === NEXT_BRANCH || ports.outputs.has(name)
  expect([...taken, ...(example.wired ?? [])].filter((name) => !isKnown(name))).toEqual([])
})

test.each(cases.filter(({ example }) => isResult(example.outputs, 'ask')))(
  '$id: $title (the question matches the wire schema)',
  ({ example }) => {
    const { type, config } = (example.outputs as AskResult).question
    expect(fits(QUESTION_CONFIGS[type], config)).toBe(true)
    expect(
      Object.keys(config).filter((key) => !Object.hasOwn(QUESTION_CONFIGS[type].properties as object, key)),
    ).toEqual([])
  },
)

async function failureOf(definition: NodeDefinition, example: NodeExample): Promise<unknown> {
  try {
    return await runExample(definition, example)
  } catch (error) {
    return error
  }
}

test('after a crash all nodes are repeated except those with external side effects', () => {
  const careful = running.filter(({ afterCrash }) => afterCrash !== undefined)
  expect(careful.map(({ id, afterCrash, config }) => [id, afterCrash?.(defaultsOf(config))])).toEqual([
    ['http_request', 'run again'],
    ['send_email', 'fail'],
    ['sql_query', 'run again'],
  ])
  expect(typeNamed('http_request').afterCrash?.({ method: 'POST' })).toBe('fail')
  expect(typeNamed('sql_query').afterCrash?.({ readOnly: false })).toBe('fail')
})

test('writes log lines', () => {
  const lines: Line[] = []
  const say = (id: string, example: Omit<NodeExample, 'title'>) => runExample(typeNamed(id), example, { lines })
  say('logger', { config: { level: 'error' }, inputs: { message: { a: 1 } } })
  say('logger', { inputs: { message: '' } })
  say('logger', { inputs: { message: 'x'.repeat(10_001) } })
  say('stop', { config: { message: 'Enough' } })
  expect(lines).toEqual([
    { level: 'error', message: '{"a":1}' },
    { level: 'info', message: '(empty)' },
    { level: 'info', message: 'x'.repeat(10_000) },
    { level: 'info', message: 'Enough' },
  ])
})

function typeNamed(id: string): NodeDefinition {
  return running.find((definition) => definition.id === id)!
}

describe('pure types', () => {
  const pure = cases.filter(({ definition }) => definition.pure)
  const allowed = ['code', 'expression', 'template', 'pattern', 'patternTests', 'parseJson', 'now']

  test.each(pure)('$id: $title (uses only the sandbox and the clock)', async ({ definition, example }) => {
    const used = new Set<string>()
    const { run } = definition
    const watched: NodeDefinition = {
      ...definition,
      run: (context) =>
        run!({
          ...context,
          effects: new Proxy(context.effects, {
            get: (effects, name) => {
              used.add(String(name))
              return Reflect.get(effects, name)
            },
          }),
        }),
    }
    await Promise.resolve(runExample(watched, example)).catch(() => {})
    expect([...used].filter((name) => !allowed.includes(name))).toEqual([])
  })
})

describe('quick types', () => {
  const quick = cases.filter(({ definition }) => definition.quick)

  test.each(quick)('$id: $title (completes synchronously and repeatably)', ({ definition, example }) => {
    const once = attempt(definition, example)
    expect(once).not.toBeInstanceOf(Promise)
    expect(attempt(definition, example)).toEqual(once)
  })

  function attempt(definition: NodeDefinition, example: NodeExample): unknown {
    try {
      return runExample(definition, example)
    } catch (error) {
      return error
    }
  }
})
