/** Workflows that create large values and pass them to nodes, for the event-loop benches. */
import { createServer, type Server } from 'node:http'
import type { RunningService } from './service.ts'

export interface Drawing {
  readonly nodes: readonly object[]
  readonly edges: readonly object[]
}

export interface Case {
  readonly work: string
  /** CPU milliseconds of the main thread in one gap. */
  readonly limitMs: number
  /** Returns the function that is measured. */
  readonly prepare: (service: RunningService) => Promise<() => Promise<unknown>>
}

export function node(id: string, type: string, config: object = {}): object {
  return {
    id,
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: { label: id, config, metadata: { node_type_id: type, id: type } },
  }
}

export function edge(from: string, to: string): object {
  const [source, out] = from.split(':')
  const [target, input] = to.split(':')
  return {
    id: `${from}-${to}`,
    source,
    target,
    sourceHandle: `${source}-output-${out}`,
    targetHandle: `${target}-input-${input}`,
  }
}

/** 150,000 small objects: 6 MB, and 7 MB as JSON inside a JSON string. */
export const ROWS = 'Array.from({ length: 150000 }, (_, i) => ({ id: (i * 7919) % 150000, name: "n" + i, on: true }))'
export const TEXT = '"lorem ipsum dolor sit amet ".repeat(260000)'
export const JSON_TEXT = `JSON.stringify(${ROWS})`
export const CSV =
  '"id,name,city\\n" + Array.from({ length: 200000 }, (_, i) => i + ",name " + i + ",Utrecht").join("\\n")'

export const source = (made: string) =>
  node('make', 'code', { source: `return ${made}`, memoryMb: 256, timeoutMs: 60_000 })

export async function saved(service: RunningService, drawing: Drawing): Promise<string> {
  const answer = await service.call('POST', '/workflows', { name: `Bench ${Math.random()}`, ...drawing })
  const body = (await answer.json()) as { data?: { id: string } }
  if (answer.status !== 201 || body.data === undefined) throw new Error(JSON.stringify(body).slice(0, 500))
  return body.data.id
}

export async function ran(service: RunningService, id: string, body: object | string = {}): Promise<string> {
  const answer = await service.call('POST', `/workflows/${id}/execute`, body)
  const { data, error } = (await answer.json()) as { data?: { execution_id: string }; error?: string }
  if (data === undefined) throw new Error(`refused with ${answer.status}: ${error}`)
  for (;;) {
    const status = await service.call('GET', `/pipelines/${data.execution_id}/status`)
    const text = await status.text()
    if (/"(completed|failed|cancelled)"/.test(text)) {
      if (!text.includes('"completed"')) throw new Error(text)
      return data.execution_id
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Reads a response to its end; throws for any status but 2xx, because a refusal would be measured instead of the work. */
export async function refuseFailure(answer: Response): Promise<void> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status}: ${text.slice(0, 500)}`)
}

/** Saves a workflow and returns a function that runs it. */
export function running(drawing: Drawing, body: object = {}): Case['prepare'] {
  return async (service) => {
    const id = await saved(service, drawing)
    return () => ran(service, id, body)
  }
}

/** Creates a value and passes it to a node. */
export function chain(made: string, type: string, port: string, config: object = {}): Case['prepare'] {
  return running({ nodes: [source(made), node('use', type, config)], edges: [edge('make:result', `use:${port}`)] })
}

export function reading(drawing: Drawing, path: string): Case['prepare'] {
  return async (service) => {
    const id = await ran(service, await saved(service, drawing))
    return async () => {
      const answer = await service.call('GET', path.replace(':id', id))
      const bytes = (await answer.arrayBuffer()).byteLength
      if (answer.status !== 200) throw new Error(`${answer.status}, ${bytes} bytes`)
    }
  }
}

export const jsonOf = (bytes: number) =>
  JSON.stringify(Array.from({ length: bytes / 50 }, (_, i) => ({ id: i, name: `name ${i}`, on: true, tag: 'abcdef' })))

export let served: Server | undefined
export async function answering(body: string): Promise<number> {
  served = createServer((request, response) => {
    // Respond after reading the body: a connection with an unread body may be closed.
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(body))
  })
  await new Promise<void>((resolve) => served?.listen(0, '127.0.0.1', resolve))
  const address = served.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
