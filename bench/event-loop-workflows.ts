/** Requests with whole workflows, for the event-loop benches. Clients accept compressed replies, as browsers do. */
import { type Case, refuseFailure, saved } from './event-loop-runs.ts'
import { graphOf } from './graphs.ts'
import type { RunningService } from './service.ts'

const LIMIT_MS = 50

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** `:id` is a workflow of this size with two versions. */
  readonly path: string
  readonly hasBody?: boolean
}

const REQUESTS: Readonly<Record<string, Request>> = {
  'saving a workflow': { method: 'PUT', path: '/workflows/:id', hasBody: true },
  'reading a workflow': { method: 'GET', path: '/workflows/:id' },
  'reading a version': { method: 'GET', path: '/workflows/:id/versions/1' },
  'validating a workflow': { method: 'POST', path: '/workflows/validate', hasBody: true },
  'exporting a workflow as JSON': { method: 'GET', path: '/workflows/:id/export?format=json' },
  'exporting a workflow as YAML': { method: 'GET', path: '/workflows/:id/export?format=yaml' },
  'importing a workflow': { method: 'POST', path: '/workflows/import', hasBody: true },
  'comparing two versions': { method: 'GET', path: '/workflows/:id/versions/diff?from=1&to=2' },
  'listing workflows with their documents': { method: 'GET', path: '/workflows' },
}

function requesting({ method, path, hasBody = false }: Request, size: number): Case['prepare'] {
  return async (service: RunningService) => {
    const graph = graphOf(size)
    const id = await saved(service, graph)
    const changed = graph.nodes.map((node) => ({ ...node, position: { x: node.position.x + 20, y: 0 } }))
    await refuseFailure(await service.call('PUT', `/workflows/${id}`, { nodes: changed }))
    const body = hasBody ? JSON.stringify(graph) : undefined
    return async () => refuseFailure(await service.call(method, path.replace(':id', id), body))
  }
}

export const WORKFLOW_CASES: readonly Case[] = Object.entries(REQUESTS).flatMap(([work, request]) =>
  [500, 2_000].map((size) => ({
    work: `${work} of ${size.toLocaleString('en')} nodes`,
    limitMs: LIMIT_MS,
    prepare: requesting(request, size),
  })),
)
