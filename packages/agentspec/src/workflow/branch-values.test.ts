import { nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import { expect, test } from 'vitest'
import { writeSimpleFlow } from '../codec/write-simple.ts'
import type { Flow } from '../components.ts'
import { readAgentSpec } from '../read.ts'
import { catalogue, drawnWorkflow } from '../testing/canvas.ts'
import { validateFlow } from '../validate/validate-flow.ts'
import type { ExportedWorkflow } from './canvas.ts'
import { toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

const NODES = {
  start: ['start', { schema: { type: 'object', properties: { q: { type: 'string' } } } }],
  ask: 'chat_input',
  if: ['if_else', { operator: 'equals', matchText: 'yes' }],
  model: ['chat_model', { provider: 'openai', model: 'small' }],
  done: 'end',
} as const

function flowOf(workflow: ExportedWorkflow): Flow {
  const made = toFlow(workflow, catalogue, {})
  if (made.errors !== undefined) throw new Error(made.errors.join('\n'))
  return made.flow
}

function edgesOf({ nodes, controlFlow, dataFlow }: Flow): string[] {
  const name = new Map(nodes.map((node) => [node.id, node.name]))
  return [
    ...controlFlow.map(
      ({ fromNode, fromBranch = 'next', toNode }) => `${name.get(fromNode)} -${fromBranch}-> ${name.get(toNode)}`,
    ),
    ...(dataFlow ?? []).map(
      ({ sourceNode, sourceOutput, destinationNode, destinationInput }) =>
        `${name.get(sourceNode)}:${sourceOutput} -> ${name.get(destinationNode)}:${destinationInput}`,
    ),
  ].sort()
}

test('exports an edge that carries a value behind a branch like an order edge and a data edge', () => {
  const carried = flowOf(
    drawnWorkflow(
      NODES,
      'start -> ask \n ask:message -> if:data \n if:True -> model:message \n if:False -> done \n model:response -> done:value \n model -> done',
    ),
  )
  const plain = flowOf(
    drawnWorkflow(
      NODES,
      'start -> ask \n ask:message -> if:data \n if:True -> model \n ask:message -> model:message \n if:False -> done \n model:response -> done:value \n model -> done',
    ),
  )
  expect(validateFlow(carried).errors).toEqual([])
  expect(edgesOf(carried)).toEqual(edgesOf(plain))
})

test('exports a join of a branch with nodes behind the other branch', () => {
  const flow = flowOf(
    drawnWorkflow(
      NODES,
      'start -> ask \n ask:message -> if:data \n if:True -> model:message \n model:response -> done:value \n if:False -> done:value',
    ),
  )
  expect(validateFlow(flow).errors).toEqual([])
  expect(edgesOf(flow)).toEqual(
    expect.arrayContaining([
      'if -True-> model',
      'model -next-> done',
      'if -default-> done',
      'ask:message -> done:value',
      'model:response -> done:value',
      'ask:message -> model:message',
    ]),
  )
})

test('restores the drawn edges', () => {
  const workflow = drawnWorkflow(
    NODES,
    'start -> ask \n ask:message -> if:data \n if:True -> model:message \n if:False -> done:value \n model:response -> done:value',
  )
  const read = readAgentSpec(JSON.stringify(writeSimpleFlow(flowOf(workflow))))
  if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
  const { workflow: back } = toWorkflow(read, catalogue)
  const typed = (nodes: readonly WorkflowNode[]) => nodes.map((node) => [node.id, nodeTypeIdOf(node)])
  expect(typed(back.nodes)).toEqual(typed(workflow.nodes))
  expect(back.edges).toEqual(workflow.edges)
})
