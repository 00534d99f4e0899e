import { Type } from '@millrace/model'
import { specNode } from '../agentspec/spec-node.ts'
import { runTool } from '../agentspec/tool.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { innerSecrets } from '../fields/agentspec-secrets.ts'

/** Calls a tool in an Agent Spec flow, or offers it to an agent. */
export default specNode('tool', runTool, {
  id: 'agentspec.tool_node',
  version: '1.0.0',
  name: 'Tool (Agent Spec)',
  description: 'Calls a registered tool with its inputs, or offers it to an agent.',
  category: 'tools',
  icon: 'mdi:wrench',
  color: '#06b6d4',
  badge: 'TOOL',
  visual: 'tool',
  alsoDrawnAs: ['default'],
  tags: ['agentspec', 'tool', 'function'],
  summary: '{{tool_ref}}',

  config: Type.Object({
    tool_ref: Type.Optional(Type.String({ title: 'Tool', description: 'Name of a registered tool.', maxLength: 200 })),
    ...innerSecrets,
    ...agentSpecPorts,
  }),
  inputs: { tool: { name: 'Tool', dataType: 'tool', description: 'Another tool that this one may use.' } },
  outputs: { result: { name: 'Result', dataType: 'mixed' } },
  tool: true,
  agentspec: 'tool_node',
  formats: ['agentspec'],

  examples: [
    {
      title: 'calls a registered tool with its inputs as arguments',
      config: {
        tool_ref: 'weather',
        dynamicInputs: [{ name: 'city', dataType: 'string' }],
        dynamicOutputs: [{ name: 'sky', dataType: 'string' }],
      },
      inputs: { city: 'Oslo' },
      outputs: { sky: 'grey' },
    },
    {
      title: 'fails for a tool that is not registered',
      config: { tool_ref: 'magic' },
      fails: 'INVALID_FLOW',
    },
  ],
})
