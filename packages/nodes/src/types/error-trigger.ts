import { defineNode, Type } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'

/** The event of a start by hand. */
const EXAMPLE = {
  execution_id: '00000000-0000-4000-8000-000000000000',
  execution_url: 'http://localhost:7410/#/executions/00000000-0000-4000-8000-000000000000',
  workflow_id: '',
  workflow_name: 'Example',
  node_id: 'http_request.1',
  node_name: 'HTTP request',
  code: 'TIMED_OUT',
  message: 'api.example did not respond in 30000 ms.',
  attempt: 1,
  trigger: 'manual',
  started_by: '',
  failed_at: '2030-01-31T10:15:30.000Z',
}

/** Starts a workflow when another one has failed. */
export default defineNode({
  id: 'error_trigger',
  version: '1.0.0',
  name: 'Error trigger',
  description: 'Starts an execution when another workflow fails that names this one as its error workflow.',
  category: 'triggers',
  icon: 'mdi:alert-octagon-outline',
  visual: 'terminal',
  tags: ['on error', 'error handler', 'failure', 'alert', 'notify on failure', 'Fehler', 'Fehlerbehandlung'],
  keywords: ['exception', 'catch', 'alarm', 'failed execution'],

  config: Type.Object({}),
  inputs: { trigger: HIDDEN_TRIGGER },
  outputs: {
    failure: {
      name: 'Failure',
      dataType: 'json',
      description: 'The failed execution, its workflow and node, the error code, the message, the attempt and a link.',
    },
    message: { name: 'Message', dataType: 'string', description: 'Why the execution failed.' },
    workflow_name: { name: 'Workflow', dataType: 'string', description: 'Name of the workflow that failed.' },
    execution_url: { name: 'Link', dataType: 'string', description: 'Opens the failed execution.' },
  },
  reserved: { triggerIn: false },
  quick: true,

  run: ({ launch }) => {
    const failure = launch.execution_id === undefined ? EXAMPLE : launch
    const { message = '', workflow_name = '', execution_url = '' } = failure
    return { failure, message, workflow_name, execution_url }
  },

  examples: [
    {
      title: 'outputs the failure',
      launch: { ...EXAMPLE, workflow_name: 'Orders' },
      outputs: {
        failure: { ...EXAMPLE, workflow_name: 'Orders' },
        message: EXAMPLE.message,
        workflow_name: 'Orders',
        execution_url: EXAMPLE.execution_url,
      },
    },
    {
      title: 'outputs an example for a manual start',
      outputs: {
        failure: EXAMPLE,
        message: EXAMPLE.message,
        workflow_name: 'Example',
        execution_url: EXAMPLE.execution_url,
      },
    },
  ],
})
