/** Ports of imported nodes: no duplicates for any names of the properties. */
import { isFailurePort, isObject, parseHandle, portsOf, type WorkflowNode } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { readAgentSpec } from '../read.ts'
import { catalogue } from '../testing/canvas.ts'
import { validCases } from '../testing/corpus.ts'
import { toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

function drawn(document: unknown) {
  const read = readAgentSpec(document)
  if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
  return toWorkflow(read, catalogue)
}

function namesIn(node: WorkflowNode, side: 'dynamicInputs' | 'dynamicOutputs'): unknown[] {
  const list = node.data?.config?.[side]
  return Array.isArray(list) ? list.filter(isObject).map(({ name }) => name) : []
}

/** A flow of one node between a start and an end. */
function flowWith(node: Record<string, unknown>) {
  return {
    component_type: 'flow',
    name: 'f',
    start_node: 's',
    nodes: [
      { component_type: 'start_node', name: 's' },
      { name: 'n', ...node },
      { component_type: 'end_node', name: 'e', inputs: [{ title: 'why' }] },
    ],
    control_flow_connections: [
      { name: '1', from_node: 's', to_node: 'n' },
      { name: '2', from_node: 'n', to_node: 'e' },
    ],
    data_flow_connections: [
      { name: '3', source_node: 'n', source_output: 'error', destination_node: 'e', destination_input: 'why' },
    ],
  }
}

test.each(validCases())('$file: no port of a type is also a dynamic port', ({ flow }) => {
  for (const node of drawn(flow).workflow.nodes) {
    const type = catalogue.types.get(String(node.data?.metadata?.node_type_id))
    const ids = (side: 'inputs' | 'outputs') => type?.[side].filter((port) => !isFailurePort(port)).map(({ id }) => id)
    for (const [side, list] of [
      ['inputs', 'dynamicInputs'],
      ['outputs', 'dynamicOutputs'],
    ] as const) {
      const names = namesIn(node, list)
      expect(new Set(names).size).toBe(names.length)
      expect(names.filter((name) => ids(side)?.includes(String(name)))).toEqual([])
    }
  }
})

describe('the error output in an export of another editor', () => {
  const metadata = { 'other:node_type_id': 'agentspec.api_node', 'other:node_id': 'call.1' }
  const outputs = ['response', 'status_code', 'error'].map((title) => ({
    title,
    type: title === 'status_code' ? 'number' : 'object',
  }))
  const node = { component_type: 'api_node', endpoint: 'https://a.test', method: 'GET', outputs, metadata }

  test('becomes the error port of the node with its connections', () => {
    const { workflow } = drawn(flowWith(node))
    const call = workflow.nodes.find(({ id }) => id === 'call.1') as WorkflowNode
    expect(namesIn(call, 'dynamicOutputs')).not.toContain('error')
    const type = catalogue.types.get('agentspec.api_node')
    const port = type && portsOf(type, call.data?.config ?? {}).outputs.get('error')
    expect(port !== undefined && isFailurePort(port)).toBe(true)
    const edge = workflow.edges.find(({ target }) => target.startsWith('agentspec.end_node') && target !== 's')
    const handles = workflow.edges.map(({ source, sourceHandle }) => parseHandle(sourceHandle ?? '', source, 'output'))
    expect(edge).toBeDefined()
    expect(handles).toContain('error')
    expect(toFlow(workflow, catalogue).errors).toBeUndefined()
  })

  test('stays an output if the component is not from a node type', () => {
    const { workflow } = drawn(flowWith({ ...node, metadata: {} }))
    expect(workflow.nodes.flatMap((one) => namesIn(one, 'dynamicOutputs'))).toContain('error')
  })
})
