import { expect, test } from 'vitest'
import { importKindOf } from './import-kind.ts'

test('detects Agent Spec by its content', () => {
  expect(importKindOf('{"agentspec_version": "25.4.1", "component_type": "Flow"}').kind).toBe('agentspec')
  expect(importKindOf('{"component_type": "Flow", "start_node": {}}').kind).toBe('agentspec')
  expect(importKindOf('{"flow": {"component_type": "Flow"}}').kind).toBe('agentspec')
})

test('imports everything else as a workflow', () => {
  expect(importKindOf('{"name": "x", "nodes": [], "edges": []}').kind).toBe('workflow')
  expect(importKindOf('name: x\nnodes: []').kind).toBe('workflow')
  expect(importKindOf('nonsense').kind).toBe('workflow')
})
