/** Called workflows are part of an export in the official dialect. */
import { isObject } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { writeOfficial } from '../codec/write-official.ts'
import { writeSimpleDocument } from '../codec/write-simple.ts'
import type { Flow } from '../components.ts'
import { readAgentSpec } from '../read.ts'
import { catalogue, drawnWorkflow } from '../testing/canvas.ts'
import { officialProblems } from '../testing/official-rules.ts'
import type { ExportedWorkflow } from './canvas.ts'
import { toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

const idOf = (at: number) => `7d1f4a52-0000-4000-8000-${String(at).padStart(12, '0')}`

/** A workflow that calls another one. */
function caller(at: number, workflow: string, config: Record<string, unknown> = {}): ExportedWorkflow {
  const drawn = drawnWorkflow(
    { s: 'start', w: ['sub_workflow', { workflow, ...config }], o: ['output', { name: 'all' }] },
    's:inputs -> w:inputs\nw:outputs -> o:value',
  )
  return { ...drawn, id: idOf(at), name: `Workflow ${at}` }
}

const greeter: ExportedWorkflow = {
  ...drawnWorkflow(
    {
      s: 'start',
      name: ['text_input', { defaultValue: 'Ada' }],
      times: ['number_input', { defaultValue: 2 }],
      t: ['prompt_template', { template: '{{ name }}' }],
      m: ['chat_model', { provider: 'openai', model: 'm', apiKey: 'very-secret-0815' }],
      o: ['output', { name: 'text' }],
      n: ['output', { name: 'times' }],
    },
    `s:inputs -> t:data
    name:text -> m:message
    m:response -> o:value
    times:value -> n:value`,
  ),
  id: idOf(99),
  name: 'Greeter',
}

function exported(workflow: ExportedWorkflow, stored: readonly ExportedWorkflow[], dialect = 'official' as const) {
  const workflows = (name: string) => stored.find((one) => one.id === name || one.name === name)
  return toFlow(workflow, catalogue, { dialect, workflows })
}

function flowIn(made: ReturnType<typeof exported>): Flow {
  if (made.errors !== undefined) throw new Error(made.errors.join('\n'))
  return made.flow
}

/** All flows in a document, by name. */
function flowsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(flowsIn)
  if (!isObject(value)) return []
  const inner = Object.entries(value).flatMap(([key, one]) => (key === 'metadata' ? [] : flowsIn(one)))
  return value.component_type === 'Flow' ? [String(value.name), ...inner] : inner
}

describe('a called workflow', () => {
  test('is included as a flow, found by id or name', () => {
    for (const name of ['Greeter', idOf(99)]) {
      const workflow = caller(1, name)
      const document = writeOfficial(flowIn(exported(workflow, [greeter])))
      expect(flowsIn(document).filter((one) => one === 'Greeter')).toHaveLength(1)
      expect(officialProblems(document)).toEqual([])
      expect(JSON.stringify(document)).not.toContain('0815')
      const read = readAgentSpec(JSON.stringify(document))
      if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
      const back = toWorkflow(read, catalogue).workflow
      expect(back.nodes.map(({ id, data }) => [id, data?.config])).toEqual(
        workflow.nodes.map(({ id, data }) => [id, data?.config]),
      )
      expect(back.edges).toEqual(workflow.edges)
    }
  })

  test('is written once if it is called in several places', () => {
    const two = drawnWorkflow(
      {
        s: 'start',
        a: ['sub_workflow', { workflow: 'Greeter' }],
        b: ['sub_workflow', { workflow: 'Workflow 2' }],
        e: 'end',
      },
      's:inputs -> a:inputs\na:outputs -> b:inputs\nb:outputs -> e:value',
    )
    const document = writeOfficial(flowIn(exported(two, [greeter, caller(2, 'Greeter')])))
    expect(flowsIn(document).filter((one) => one === 'Greeter')).toHaveLength(1)
    expect(officialProblems(document)).toEqual([])
  })

  test('gets unique ids if the caller has the same node ids', () => {
    const document = writeOfficial(flowIn(exported(caller(1, 'Workflow 2'), [caller(2, 'Greeter'), greeter])))
    const ids: string[] = []
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) for (const one of value) walk(one)
      else if (isObject(value)) {
        if (typeof value.component_type === 'string') ids.push(String(value.id))
        for (const [key, one] of Object.entries(value)) if (key !== 'metadata') walk(one)
      }
    }
    walk(document)
    expect(ids.length).toBeGreaterThan(20)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('is only referenced in the simple dialect', () => {
    const made = toFlow(caller(1, 'Greeter'), catalogue, { dialect: 'simple', workflows: () => greeter })
    expect(made.flow?.nodes.find(({ id }) => id === 'w')).toMatchObject({ kind: 'flow', subflow: { kind: 'ref' } })
  })
})

/** A call with a launch input and an output as ports. */
const withPorts: ExportedWorkflow = {
  ...drawnWorkflow(
    {
      s: 'start',
      t: ['text_input', { defaultValue: 'Ada' }],
      w: [
        'sub_workflow',
        {
          workflow: 'Greeter',
          dynamicInputs: [{ name: 'name', dataType: 'string' }],
          dynamicOutputs: [{ name: 'text', dataType: 'string' }],
        },
      ],
      o: ['output', { name: 'all' }],
    },
    's:inputs -> w:inputs\nt:text -> w:name\nw:text -> o:value',
  ),
  id: idOf(1),
  name: 'Workflow 1',
}

test.each(['official', 'simple'] as const)('a call with ports of its own survives the %s dialect', (dialect) => {
  const made = toFlow(withPorts, catalogue, { dialect, workflows: () => greeter })
  const flow = flowIn(made)
  const why = 'its node has inputs or outputs of its own'
  expect(made.warnings?.some((text) => text.includes(why))).toBe(dialect === 'official')
  const document = dialect === 'official' ? writeOfficial(flow) : writeSimpleDocument({ flow })
  const read = readAgentSpec(JSON.stringify(document))
  if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
  const back = toWorkflow(read, catalogue).workflow
  const called = ({ nodes }: Pick<ExportedWorkflow, 'nodes'>) => nodes.find(({ id }) => id === 'w')?.data?.config
  expect(called(back)).toEqual(called(withPorts))
  expect(back.edges).toEqual(withPorts.edges)
})

describe('a call that cannot be included becomes a tool with its settings', () => {
  const long = Array.from({ length: 14 }, (_, at) => caller(at + 1, `Workflow ${at + 2}`))

  test.each([
    ['because the workflow is not stored', caller(1, 'Nowhere'), 'it is not stored on this service'],
    ['because nothing waits for it', caller(1, 'Greeter', { wait: false }), 'a separate execution'],
    ['because the workflow cannot be exported', caller(1, 'Empty'), 'it cannot be exported: Workflow has no nodes'],
  ])('%s', (_, workflow, why) => {
    const empty = { ...drawnWorkflow({}, ''), id: idOf(50), name: 'Empty' }
    const made = exported(workflow, [greeter, empty])
    const flow = flowIn(made)
    expect(flow.nodes.find(({ id }) => id === 'w')).toMatchObject({
      kind: 'tool',
      tool: { kind: 'server', name: 'sub_workflow' },
      inputs: expect.arrayContaining([
        expect.objectContaining({ title: 'workflow', default: workflow.nodes[1]?.data?.config?.workflow }),
      ]),
    })
    expect(made.warnings.join('\n')).toContain(why)
    expect(made.warnings.join('\n')).toContain('Only Millrace can run')
    expect(officialProblems(writeOfficial(flow))).toEqual([])
  })

  test('because workflows call each other too deep', () => {
    const [root, ...others] = long
    if (root === undefined) throw new Error('no workflow')
    const made = exported(root, [...others, greeter])
    const document = writeOfficial(flowIn(made))
    expect(made.warnings.join('\n')).toContain('more than 10 deep')
    expect(officialProblems(document)).toEqual([])
  })

  test('because there would be too many nodes: two calls in each of many workflows', () => {
    const twice = (at: number) => ({
      ...drawnWorkflow(
        {
          s: 'start',
          a: ['sub_workflow', { workflow: `Workflow ${at + 1}` }],
          b: ['sub_workflow', { workflow: `Workflow ${at + 1}` }],
          e: 'end',
        },
        's:inputs -> a:inputs\na:outputs -> b:inputs\nb:outputs -> e:value',
      ),
      id: idOf(at),
      name: `Workflow ${at}`,
    })
    const all = Array.from({ length: 10 }, (_, at) => twice(at + 1))
    const [root, ...others] = all
    if (root === undefined) throw new Error('no workflow')
    const made = exported(root, [...others, { ...greeter, name: 'Workflow 11' }])
    expect(made.warnings.join('\n')).toContain('more than 5000 nodes')
    expect(officialProblems(writeOfficial(flowIn(made)))).toEqual([])
  })
})

test('workflows that call each other in a cycle are rejected with the names of the cycle', () => {
  const made = exported(caller(1, 'Workflow 2'), [caller(2, 'Workflow 3'), caller(3, 'Workflow 2')])
  expect(made.errors).toEqual(['Cycle detected: `Workflow 2` calls `Workflow 3` calls `Workflow 2`'])
  const own = exported(caller(1, idOf(1)), [caller(1, idOf(1))])
  expect(own.errors).toEqual(['Cycle detected: `Workflow 1` calls `Workflow 1`'])
})

test('a flow node with a reference is exported with a warning', () => {
  const drawn = drawnWorkflow(
    { s: 'start', f: ['agentspec.flow_node', { flow_ref: 'elsewhere' }], e: 'end' },
    's -> f\nf -> e',
  )
  const only = '`f`: `elsewhere` is only referenced: it must be registered on the runtime of the flow'
  expect(exported(drawn, []).warnings).toContain(only)
  expect(toFlow(drawn, catalogue, { dialect: 'simple' }).warnings).not.toContain(only)
})
