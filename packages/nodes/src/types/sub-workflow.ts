import { defineNode, dynamicValues, runWorkflow, Type } from '@millrace/model'
import { workflowPicker } from '../fields/autocomplete.ts'
import { dynamicInputs, dynamicOutputs } from '../fields/dynamic-ports.ts'
import { objectAt } from '../running/input-values.ts'

/** Runs another workflow as a child execution. */
export default defineNode({
  id: 'sub_workflow',
  version: '1.0.0',
  name: 'Sub-workflow',
  description: 'Runs another workflow and returns its outputs.',
  category: 'logic',
  icon: 'mdi:sitemap',
  alsoDrawnAs: ['simple', 'tool'],
  tags: [
    'subworkflow',
    'subflow',
    'sub flow',
    'child workflow',
    'call workflow',
    'reuse workflow',
    'Unterworkflow',
    'Teilworkflow',
    'Unterablauf',
  ],
  keywords: ['execute workflow', 'call workflow', 'reuse', 'module'],
  summary: '{{workflow}}',

  config: Type.Object({
    workflow: workflowPicker({
      title: 'Workflow',
      description: 'Id or machine name of the workflow to run.',
      minLength: 1,
      maxLength: 200,
    }),
    wait: Type.Optional(
      Type.Boolean({
        title: 'Wait for completion',
        description: 'If off, only the id of the execution is output.',
        default: true,
      }),
    ),
    dynamicInputs: dynamicInputs({ description: 'Each is the launch input of the same name.' }),
    dynamicOutputs: dynamicOutputs({ description: 'Each is the output of the same name.' }),
  }),
  inputs: {
    inputs: { name: 'Inputs', dataType: 'json', description: 'Launch inputs of the workflow.' },
  },
  outputs: {
    outputs: { name: 'Outputs', dataType: 'json' },
    execution_id: { name: 'Execution', dataType: 'string' },
  },
  tool: true,
  agentspec: 'flow_node',

  run({ config, inputs }) {
    const launch = { ...objectAt(inputs, 'inputs'), ...dynamicValues(config, 'dynamicInputs', inputs) }
    return runWorkflow(config.workflow, launch, config.wait !== false)
  },

  examples: [
    {
      title: 'starts the workflow and waits for its completion',
      config: { workflow: 'send_invoice' },
      inputs: { inputs: { order: 7 } },
      outputs: runWorkflow('send_invoice', { order: 7 }, true),
    },
    {
      title: 'continues immediately without waiting',
      config: { workflow: 'send_invoice', wait: false },
      outputs: runWorkflow('send_invoice', {}, false),
    },
    {
      title: 'passes on inputs that have a port of their own',
      config: { workflow: 'send_invoice', dynamicInputs: [{ name: 'order', dataType: 'number' }] },
      inputs: { inputs: { copy: true }, order: 7 },
      outputs: runWorkflow('send_invoice', { copy: true, order: 7 }, true),
    },
    {
      title: 'rejects inputs that are not an object',
      config: { workflow: 'send_invoice' },
      inputs: { inputs: [7] },
      fails: 'BAD_INPUT',
    },
  ],
})
