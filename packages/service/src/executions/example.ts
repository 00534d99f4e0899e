/** A small execution, used in the API examples of this folder. */
import type { PipelineDetail } from '@millrace/model'

export const EXECUTION_ID = '7a1f0f9e-4f5b-4f0c-8a6b-0d6c2c1b9a10'
const WORKFLOW_ID = '5f0c7a52-1f0e-4f57-9a3e-2f5a1f6f9b10'
const STARTED = '2026-01-01T12:00:00.000Z'
const ENDED = '2026-01-01T12:00:00.004Z'

export const exampleItem = {
  id: EXECUTION_ID,
  workflow_id: WORKFLOW_ID,
  status: 'completed' as const,
  created: STARTED,
  updated: ENDED,
}

export const exampleDetail: PipelineDetail = {
  ...exampleItem,
  completed: ENDED,
  is_paused: false,
  jobs: [
    {
      id: 'text_input.1',
      node_id: 'text_input.1',
      label: 'Name',
      status: 'completed',
      execution_count: 1,
      attempt: 1,
      started: STARTED,
      completed: ENDED,
      execution_time: 4,
      input_data: {},
      output_data: { text: 'Ada' },
    },
  ],
  node_statuses: {
    'text_input.1': {
      status: 'completed',
      last_executed: STARTED,
      execution_time: 4,
      executions: 1,
      status_counts: { completed: 1 },
    },
  },
  job_status_summary: {
    total: 1,
    pending: 0,
    running: 0,
    completed: 1,
    failed: 0,
    cancelled: 0,
    skipped: 0,
    paused: 0,
    interrupted: 0,
  },
  inputs: {},
  outputs: {},
}

export const exampleParams = { id: EXECUTION_ID }

export const exampleLog = [{ timestamp: STARTED, level: 'info' as const, message: 'Hello', node_id: 'logger.1' }]
