/** What a run returned, for its summary. Pure. */
import type { Job, PipelineDetail } from '@millrace/model'
import type { ViewedNode } from './viewed-nodes.ts'

export interface RunResults {
  readonly values: Readonly<Record<string, unknown>>
  /** Title of the node whose outputs are shown because the run has no results. */
  readonly lastNode?: string
}

/** Nodes that show a result to people without adding an output to the execution, with the port of the result. */
const SHOWN_BY = new Map([
  ['chat_output', 'message'],
  ['text_output', 'text'],
])

/** The outputs of the run, the texts that it showed, or else the outputs of the node that ended last. */
export function runResults(
  { jobs, outputs }: Pick<PipelineDetail, 'jobs' | 'outputs'>,
  nodes: readonly Pick<ViewedNode, 'id' | 'title' | 'typeId'>[],
): RunResults {
  const values = new Map(Object.entries(outputs))
  for (const { id, title, typeId } of nodes) {
    const port = SHOWN_BY.get(typeId)
    const job = port === undefined ? undefined : jobs.findLast((one) => one.node_id === id && hasOutputs(one))
    if (port === undefined || job?.output_data === undefined) continue
    values.set(values.has(title) ? `${title} (${id})` : title, job.output_data[port])
  }
  if (values.size > 0) return { values: Object.fromEntries(values) }
  const last = jobs.filter(({ tool_of }) => tool_of === undefined).findLast(hasOutputs)
  const node = nodes.find(({ id }) => id === last?.node_id)
  if (last?.output_data === undefined || node === undefined) return { values: {} }
  return { values: last.output_data, lastNode: node.title }
}

function hasOutputs({ status, output_data }: Job): boolean {
  return status === 'completed' && output_data !== undefined && Object.keys(output_data).length > 0
}
