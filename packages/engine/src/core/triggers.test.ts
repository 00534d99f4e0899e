import { catalogueOf, compile, defineNode, Type } from '@millrace/model'
import { expect, test } from 'vitest'
import { endOf, recordOf, simulation } from '../testing/simulate.ts'

const type = (id: string, category: string) =>
  defineNode({
    id,
    version: '1.0.0',
    name: id,
    description: id,
    category,
    icon: 'mdi:circle',
    tags: [],
    config: Type.Object({}),
    inputs: {},
    outputs: { value: { dataType: 'mixed' } },
  })

const plan = (withStart: boolean) => {
  const triggers = [...(withStart ? ['start'] : []), 'hook', 'clock']
  const nodes = triggers.flatMap((id) => [
    { id, type: id },
    { id: `after_${id}`, type: 'work' },
  ])
  const edges = triggers.map((id) => ({
    id,
    source: id,
    target: `after_${id}`,
    sourceHandle: `${id}-output-trigger`,
    targetHandle: `after_${id}-input-trigger`,
  }))
  const types = [type('start', 'triggers'), type('hook', 'triggers'), type('clock', 'triggers'), type('work', 'logic')]
  return compile({ nodes, edges }, catalogueOf(types))
}

async function ranWith(withStart: boolean, trigger?: string): Promise<string[]> {
  const run = simulation({})
  const launch = trigger === undefined ? { inputs: {} } : { inputs: {}, trigger }
  await run.engine.start(recordOf('execution-1', plan(withStart), run.clock), launch)
  await run.settle()
  const { status, steps } = endOf(await run.state())
  expect(status).toBe('completed')
  return Object.keys(steps).filter((id) => steps[id] === 'completed')
}

test('runs only the trigger that started the execution, and the nodes after it', async () => {
  expect(await ranWith(true, 'clock')).toEqual(['clock', 'after_clock'])
})

test('runs the start node of a manual start, or every trigger if there is none', async () => {
  expect(await ranWith(true)).toEqual(['start', 'after_start'])
  expect(await ranWith(false)).toEqual(['hook', 'after_hook', 'clock', 'after_clock'])
})
