import { takeBranches } from '@millrace/model'
import { expect, test } from 'vitest'
import { failure, type NodeDrive, outputs, text } from '../testing/drive-node.ts'
import branching from '../types/agentspec.branching-node.ts'
import end from '../types/agentspec.end-node.ts'
import start from '../types/agentspec.start-node.ts'

test('a start outputs the launch inputs, else the defaults, else fails', async () => {
  const drive = (more: object): NodeDrive => ({ type: start, node: { kind: 'start', inputs: [text('x', more)] } })
  expect(await outputs({ ...drive({}), launch: { x: 'hi', other: 1 } })).toEqual({ x: 'hi' })
  expect(await outputs(drive({ default: 'd' }))).toEqual({ x: 'd' })
  expect(await failure(drive({}))).toEqual({ code: 'MISSING_INPUT', message: 'The flow "node" needs the input "x".' })
})

test('an end outputs its inputs and the defaults of missing flow outputs', async () => {
  const drive: NodeDrive = { type: end, node: { kind: 'end', outputs: [text('k')] }, inputs: { k: 'a' } }
  expect(await outputs(drive)).toEqual({ k: 'a' })
  const config = { flow_outputs: [text('k', { default: 'none' })] }
  expect(await outputs({ ...drive, config })).toEqual({ k: 'a' })
  expect(await outputs({ ...drive, config, inputs: {} })).toEqual({ k: 'none' })
  expect(await failure({ ...drive, inputs: {} })).toMatchObject({ code: 'MISSING_INPUT' })
})

const branch: NodeDrive = {
  type: branching,
  node: { kind: 'branching', mapping: { '3': 'three', true: 'yes' }, inputs: [text('k')] },
}

test('a branching node matches the text of the value, else takes the default branch', async () => {
  expect(await outputs({ ...branch, inputs: { k: 3 } })).toEqual(takeBranches(['three']))
  expect(await outputs({ ...branch, inputs: { k: true } })).toEqual(takeBranches(['yes']))
  expect(await outputs({ ...branch, inputs: { k: 'toString' } })).toEqual(takeBranches(['default']))
})

test('a branch without a connection fails with the names of node and branch', async () => {
  expect(await failure({ ...branch, inputs: { k: 'x' }, wired: ['three'] })).toEqual({
    code: 'NO_NEXT_NODE',
    message: 'Nothing follows the branch "default" of "node".',
  })
})
