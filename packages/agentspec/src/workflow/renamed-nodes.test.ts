/** Imported workflows whose nodes are renamed in the editor and exported again. */
import type { WorkflowNode } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { writeOfficial } from '../codec/write-official.ts'
import { writeSimpleFlow } from '../codec/write-simple.ts'
import type { Flow } from '../components.ts'
import { componentsIn } from '../components-in.ts'
import { readAgentSpec } from '../read.ts'
import { catalogue } from '../testing/canvas.ts'
import { validCases } from '../testing/corpus.ts'
import { toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

function flowIn(document: unknown): Flow {
  const read = readAgentSpec(document)
  if (read.errors !== undefined || read.flow === undefined) throw new Error(JSON.stringify(read.errors))
  return read.flow
}

function renamed(node: WorkflowNode): WorkflowNode {
  return { ...node, data: { ...node.data, label: `${node.data?.label} (renamed)` } }
}

function exportedAfter(flow: Flow, change: (node: WorkflowNode) => WorkflowNode): Flow {
  const { workflow } = toWorkflow({ flow }, catalogue)
  const made = toFlow({ ...workflow, nodes: workflow.nodes.map(change) }, catalogue, { dialect: 'official' })
  if (made.errors !== undefined) throw new Error(made.errors.join('\n'))
  return made.flow
}

const isExportable = ({ flow }: { flow: unknown }) => {
  const { workflow } = toWorkflow({ flow: flowIn(flow) }, catalogue)
  return toFlow(workflow, catalogue, { dialect: 'official' }).errors === undefined
}

describe('an imported workflow whose nodes are renamed', () => {
  test.each(validCases().filter(isExportable))('$file is exported and read again', ({ flow }) => {
    const made = exportedAfter(flowIn(flow), renamed)
    for (const document of [writeOfficial(made), writeSimpleFlow(made)]) {
      const back = flowIn(JSON.stringify(document))
      expect(back.nodes.map(({ id, name }) => [id, name])).toEqual(made.nodes.map(({ id, name }) => [id, name]))
    }
  })

  test('a node whose id is its name keeps its id, and the document has no circular references', () => {
    const official = {
      component_type: 'Flow',
      agentspec_version: '25.4.1',
      id: 'f',
      name: 'f',
      start_node: { $component_ref: 'start' },
      nodes: ['start', 'ask', 'end'].map((id) => ({ $component_ref: id })),
      control_flow_connections: [
        ['start', 'ask'],
        ['ask', 'end'],
      ].map(([from, to]) => ({
        component_type: 'ControlFlowEdge',
        id: `${from} to ${to}`,
        name: 'edge',
        from_node: { $component_ref: from },
        to_node: { $component_ref: to },
      })),
      data_flow_connections: [],
      $referenced_components: {
        start: { component_type: 'StartNode', id: 'start', name: 'start', inputs: [] },
        ask: {
          component_type: 'LlmNode',
          id: 'ask',
          name: 'ask',
          prompt_template: 'Hello',
          llm_config: { component_type: 'OllamaConfig', id: 'llm', name: 'llm', url: 'http://x', model_id: 'm' },
        },
        end: { component_type: 'EndNode', id: 'end', name: 'end', outputs: [] },
      },
    }
    const made = exportedAfter(flowIn(official), renamed)
    const written = writeOfficial(made)
    expect(flowIn(written).nodes.map(({ id }) => id)).toEqual(['start', 'ask', 'end'])
  })
})

test('a shared model configuration stays shared if its id is its name', () => {
  const model = { component_type: 'OllamaConfig', id: 'llm', name: 'llm', url: 'http://x', model_id: 'm' }
  const ask = (id: string) => ({
    component_type: 'LlmNode',
    id,
    name: id,
    prompt_template: 'Hello',
    llm_config: { $component_ref: 'llm' },
  })
  const ids = ['start', 'one', 'two', 'three', 'end']
  const flow = flowIn({
    component_type: 'Flow',
    agentspec_version: '25.4.1',
    id: 'f',
    name: 'f',
    start_node: { $component_ref: 'start' },
    nodes: ids.map((id) => ({ $component_ref: id })),
    control_flow_connections: ids.slice(1).map((to, at) => ({
      component_type: 'ControlFlowEdge',
      id: `edge ${at}`,
      name: `edge ${at}`,
      from_node: { $component_ref: ids[at] },
      to_node: { $component_ref: to },
    })),
    data_flow_connections: [],
    $referenced_components: {
      llm: model,
      start: { component_type: 'StartNode', id: 'start', name: 'start', inputs: [] },
      one: ask('one'),
      two: ask('two'),
      three: ask('three'),
      end: { component_type: 'EndNode', id: 'end', name: 'end', outputs: [] },
    },
  })
  const models = (one: Flow) =>
    componentsIn(one)
      .filter(({ kind }) => kind === 'llm_config')
      .map(({ id }) => id)
  for (const change of [(node: WorkflowNode) => node, renamed]) {
    const made = exportedAfter(flow, change)
    expect(models(made)).toEqual(['llm'])
    expect(models(flowIn(JSON.stringify(writeOfficial(made))))).toEqual(['llm'])
    expect(models(flowIn(JSON.stringify(writeSimpleFlow(made))))).toEqual(['llm'])
  }
})

test('plain data that looks like a component is written unchanged', () => {
  const body = { component_type: 'StartNode', id: 'start', name: 'start' }
  const flow: Flow = {
    kind: 'flow',
    id: 'f',
    name: 'f',
    startNode: 'start',
    nodes: [
      { kind: 'start', id: 'start', name: 'start', inputs: [], outputs: [], metadata: { copy: body } },
      { kind: 'api', id: 'call', name: 'call', url: 'http://x', httpMethod: 'POST', data: body },
      { kind: 'end', id: 'end', name: 'end', inputs: [], outputs: [] },
    ],
    controlFlow: [
      { id: 'a', name: 'a', fromNode: 'start', toNode: 'call' },
      { id: 'b', name: 'b', fromNode: 'call', toNode: 'end' },
    ],
    dataFlow: [],
  }
  const back = flowIn(JSON.stringify(writeOfficial(flow)))
  expect(back.nodes).toEqual(flow.nodes)
})
