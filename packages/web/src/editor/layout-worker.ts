/** The layout library in a worker. Loaded on first use: the library is larger than the whole page. */
import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { ElkGraph } from '../graph/elk-graph.ts'
import { positionsIn } from '../graph/elk-positions.ts'
import type { Positions } from '../graph/layout.ts'

/** Positions of all children. Rejects if the worker cannot be started or fails, and if `signal` aborts. */
export async function layoutInWorker(graph: ElkGraph, signal: AbortSignal): Promise<Positions> {
  signal.throwIfAborted()
  const worker = startWorker(workerUrl)
  try {
    const elk = new ELK({ workerFactory: () => worker, algorithms: ['layered'] })
    const { children = [] } = await Promise.race([elk.layout({ ...graph }), broken(worker), aborted(signal)])
    return positionsIn(children)
  } finally {
    worker.terminate()
  }
}

/**
 * A worker must have the origin of the page; a script of another origin is imported by a small worker of this origin.
 */
function startWorker(url: string): Worker {
  if (new URL(url, location.href).origin === location.origin) return new Worker(url)
  const script = new Blob([`importScripts(${JSON.stringify(url)})`], { type: 'text/javascript' })
  const local = URL.createObjectURL(script)
  try {
    return new Worker(local)
  } finally {
    URL.revokeObjectURL(local)
  }
}

function broken(worker: Worker): Promise<never> {
  return new Promise((_, reject) =>
    worker.addEventListener('error', (event) =>
      reject(new Error(event.message || 'the layout worker could not be started')),
    ),
  )
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}
