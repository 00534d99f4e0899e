/** A run as text for a model: what failed and why, and what each step got and gave, cut and without secrets. */
import type { Job, PipelineDetail } from '@millrace/model'
import { withoutSecrets } from '../prompt/without-secrets.ts'

const MAX_STEPS = 60
const MAX_ERROR = 1000
/** Characters of the inputs, and of the outputs, of a step. */
const MAX_VALUES = 300
const MAX_VALUES_OF_FAILED = 1500

export function runReport(run: PipelineDetail): string {
  const steps = [...run.jobs].sort((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)))
  const left = (run.jobs_total ?? run.jobs.length) - Math.min(steps.length, MAX_STEPS)
  return [
    `Run ${run.id}: ${run.status}${run.is_paused ? ', paused' : ''}, started ${run.created}`,
    ...(run.error === undefined ? [] : [`Error: ${errorText(run.error_code, run.error)}`]),
    `Inputs of the run: ${valuesText(run.inputs, MAX_VALUES)}`,
    ...(run.waiting_for ?? []).map(
      ({ node_id, message }) => `Waits for an answer of a person at ${node_id}: ${message}`,
    ),
    'Steps, failed ones first:',
    ...steps.slice(0, MAX_STEPS).map(stepText),
    ...(left > 0 ? [`(${left} more steps)`] : []),
  ].join('\n')
}

function stepText(step: Job): string {
  const limit = hasFailed(step) ? MAX_VALUES_OF_FAILED : MAX_VALUES
  const round = step.iteration === undefined ? '' : `, round ${step.iteration}`
  return [
    `- ${step.node_id} "${step.label.slice(0, 100)}"${round}: ${step.status}, attempt ${step.attempt}`,
    ...(step.error_message === undefined ? [] : [`  error: ${errorText(step.error_code, step.error_message)}`]),
    ...(step.input_data === undefined ? [] : [`  inputs: ${valuesText(step.input_data, limit)}`]),
    ...(step.output_data === undefined ? [] : [`  outputs: ${valuesText(step.output_data, limit)}`]),
  ].join('\n')
}

function hasFailed({ status, error_message }: Job): boolean {
  return status === 'failed' || error_message !== undefined
}

function errorText(code: string | undefined, message: string): string {
  return `${code === undefined ? '' : `${code}: `}${message.slice(0, MAX_ERROR)}`
}

function valuesText(values: unknown, limit: number): string {
  const text = JSON.stringify(withoutSecrets(values)) ?? 'none'
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`
}
