import { expect, test } from 'vitest'
import { readAgentSpec } from '../read.ts'
import { writeOfficial } from './write-official.ts'
import { writeSeedFlow } from './write-seed.ts'

const seed = {
  component_type: 'flow',
  name: 'greet',
  start_node: 'in',
  nodes: [
    { component_type: 'start_node', name: 'in', outputs: [{ title: 'who', type: 'string' }] },
    {
      component_type: 'llm_node',
      name: 'ask',
      prompt_template: 'Hello {{who}}',
      llm_config: { component_type: 'llm_config', name: 'm', model_id: 'x', provider: 'openai' },
    },
    {
      component_type: 'branching_node',
      name: 'b',
      inputs: [{ title: 'x', type: 'string' }],
      branches: [{ name: 'yes', condition: 'x == \'ja\' || x == "oui"' }, { name: 'rest' }],
    },
    { component_type: 'end_node', name: 'out', inputs: [{ title: 'generated_text', type: 'string' }] },
  ],
  control_flow_connections: [
    { name: 'a', from_node: 'in', to_node: 'ask' },
    { name: 'b', from_node: 'ask', to_node: 'b' },
    { name: 'c', from_node: 'b', from_branch: 'rest', to_node: 'out' },
    { name: 'd', from_node: 'b', from_branch: 'yes', to_node: 'out' },
  ],
  data_flow_connections: null,
}

test('a seed flow survives the way through the official dialect', () => {
  const read = readAgentSpec(seed)
  expect(read.errors).toBeUndefined()
  if (read.errors) return
  expect(writeSeedFlow(read.flow!)).toMatchObject(seed)
  const official = writeOfficial(read.flow!)
  const again = readAgentSpec(JSON.stringify(official))
  expect(again.errors).toBeUndefined()
  if (again.errors) return
  const { version, ...rest } = again.flow!
  expect(rest).toEqual(read.flow)
  expect(official).toMatchInlineSnapshot(`
    {
      "$referenced_components": {
        "ask": {
          "component_type": "LlmNode",
          "id": "ask",
          "llm_config": {
            "component_type": "OpenAiConfig",
            "id": "m",
            "metadata": {
              "agentspec:provider": "openai",
            },
            "model_id": "x",
            "name": "m",
          },
          "name": "ask",
          "prompt_template": "Hello {{who}}",
        },
        "b": {
          "component_type": "BranchingNode",
          "id": "b",
          "inputs": [
            {
              "title": "x",
              "type": "string",
            },
          ],
          "mapping": {
            "ja": "yes",
            "oui": "yes",
          },
          "metadata": {
            "agentspec:branches": [
              {
                "condition": "x == 'ja' || x == "oui"",
                "name": "yes",
              },
              {
                "name": "rest",
              },
            ],
          },
          "name": "b",
        },
        "in": {
          "component_type": "StartNode",
          "id": "in",
          "name": "in",
          "outputs": [
            {
              "title": "who",
              "type": "string",
            },
          ],
        },
        "out": {
          "component_type": "EndNode",
          "id": "out",
          "inputs": [
            {
              "title": "generated_text",
              "type": "string",
            },
          ],
          "name": "out",
        },
      },
      "agentspec_version": "25.4.1",
      "component_type": "Flow",
      "control_flow_connections": [
        {
          "component_type": "ControlFlowEdge",
          "from_node": {
            "$component_ref": "in",
          },
          "id": "a",
          "name": "a",
          "to_node": {
            "$component_ref": "ask",
          },
        },
        {
          "component_type": "ControlFlowEdge",
          "from_node": {
            "$component_ref": "ask",
          },
          "id": "b 2",
          "name": "b",
          "to_node": {
            "$component_ref": "b",
          },
        },
        {
          "component_type": "ControlFlowEdge",
          "from_branch": "default",
          "from_node": {
            "$component_ref": "b",
          },
          "id": "c",
          "name": "c",
          "to_node": {
            "$component_ref": "out",
          },
        },
        {
          "component_type": "ControlFlowEdge",
          "from_branch": "yes",
          "from_node": {
            "$component_ref": "b",
          },
          "id": "d",
          "name": "d",
          "to_node": {
            "$component_ref": "out",
          },
        },
      ],
      "data_flow_connections": null,
      "id": "greet",
      "name": "greet",
      "nodes": [
        {
          "$component_ref": "in",
        },
        {
          "$component_ref": "ask",
        },
        {
          "$component_ref": "b",
        },
        {
          "$component_ref": "out",
        },
      ],
      "start_node": {
        "$component_ref": "in",
      },
    }
  `)
})
