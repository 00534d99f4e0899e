import { expect, test } from 'vitest'
import { importKindOf } from './import-kind.ts'

test('Agent Spec is told by what is in it', () => {
  expect(importKindOf('{"agentspec_version": "25.4.1", "component_type": "Flow"}').kind).toBe('agentspec')
  expect(importKindOf('{"component_type": "Flow", "start_node": {}}').kind).toBe('agentspec')
  expect(importKindOf('{"flow": {"component_type": "Flow"}}').kind).toBe('agentspec')
})

test('everything else is left to the import of workflows', () => {
  expect(importKindOf('{"name": "x", "nodes": [], "edges": []}').kind).toBe('workflow')
  expect(importKindOf('name: x\nnodes: []').kind).toBe('workflow')
  expect(importKindOf('nonsense').kind).toBe('workflow')
})
