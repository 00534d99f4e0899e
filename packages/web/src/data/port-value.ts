/** The value of a port in a run. Pure. */
import { type Graph, type Job, type PipelineDetail, parseHandle } from '@millrace/model'

export interface PortPlace {
  readonly node: string
  readonly port: string
  readonly direction: 'input' | 'output'
}

/** The value of the newest job that has one; for an input also the value that arrived through its edge. */
export function portValueOf(
  { jobs }: Pick<PipelineDetail, 'jobs'>,
  { node, port, direction }: PortPlace,
  { edges }: Pick<Graph, 'edges'>,
): { readonly value: unknown; readonly label: string } | undefined {
  const side = direction === 'input' ? 'input_data' : 'output_data'
  const own = newestWith(jobs, node, (job) => job[side], port)
  if (own !== undefined || direction === 'output') return own
  for (const edge of edges) {
    if (edge.target !== node || parseHandle(edge.targetHandle ?? '', node, 'input') !== port) continue
    const from = parseHandle(edge.sourceHandle ?? '', edge.source, 'output')
    const found = from === undefined ? undefined : newestWith(jobs, edge.source, (job) => job.output_data, from)
    if (found !== undefined) return found
  }
  return undefined
}

function newestWith(
  jobs: readonly Job[],
  node: string,
  data: (job: Job) => Readonly<Record<string, unknown>> | undefined,
  port: string,
) {
  const job = jobs.findLast((one) => one.node_id === node && Object.hasOwn(data(one) ?? {}, port))
  return job === undefined ? undefined : { value: data(job)?.[port], label: job.label }
}
