/** A planned stop: steps that run end and are recorded, no request is lost over a restart, nothing is done twice. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'
import { startRecorder } from './support/recorder.ts'

afterEach(killAll)

const ANSWER_MS = 60_000

function paying(origin: string) {
  const data = { label: 'pay', config: { method: 'POST', url: `${origin}/work?n=1` } }
  const node = { id: 'pay', type: 'universalNode', position: { x: 0, y: 0 } }
  return {
    name: 'paying',
    nodes: [{ ...node, data: { ...data, metadata: { node_type_id: 'http_request' } } }],
    edges: [],
  }
}

async function freePort(): Promise<number> {
  const probe = createTcpServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Passes requests on; one whose connection is refused is sent again until it is accepted. */
async function startProxy(target: number): Promise<AsyncDisposable & { readonly origin: string }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const forward = (from: IncomingMessage, to: ServerResponse, body: Buffer): void => {
    const { method, url: path, headers } = from
    const sent = request({ port: target, host: '127.0.0.1', method, path, headers, agent }, (answer) => {
      to.writeHead(answer.statusCode ?? 0, { 'content-type': 'application/json' })
      answer.pipe(to)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') setTimeout(() => forward(from, to, body), 20)
      else to.writeHead(502).end(JSON.stringify({ error: String(error) }))
    })
    sent.end(body)
  }
  const server = createServer((from, to) => {
    const chunks: Buffer[] = []
    from.on('data', (chunk: Buffer) => chunks.push(chunk))
    from.on('end', () => forward(from, to, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function ended(service: CrashService, id: string): Promise<string> {
  const status = await poll(async () => {
    const { body } = await service.call('GET', `/pipelines/${id}`)
    return ['completed', 'failed', 'cancelled'].includes(body.status) ? `${body.status} ${body.error ?? ''}` : undefined
  }, ANSWER_MS)
  return (status ?? 'not over').trim()
}

test('restarts behind a proxy under load lose no request, and no POST is repeated or failed', async () => {
  await using recorder = await startRecorder(() => 200)
  const port = await freePort()
  await using proxy = await startProxy(port)
  const service = new CrashService(freshFolder(), ['--egress-allow', '127.0.0.1', '--port', String(port)])
  let program = await service.start()
  const created = await service.call('POST', '/workflows', paying(recorder.origin))
  expect(created.status).toBe(201)
  let isOver = false
  const answers: number[] = []
  const executions: string[] = []
  const caller = async () => {
    while (!isOver) {
      const response = await fetch(`${proxy.origin}/api/v1/workflows/paying/execute`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      answers.push(response.status)
      const { data } = (await response.json()) as { data?: { execution_id: string } }
      if (data !== undefined) executions.push(data.execution_id)
    }
  }
  const callers = Array.from({ length: 4 }, caller)
  for (let restart = 1; restart <= 3; restart++) {
    const enough = answers.length + 20
    await poll(() => (answers.length >= enough ? true : undefined), ANSWER_MS)
    expect((await program.stop('SIGTERM')).code).toBe(0)
    program = await service.start()
  }
  isOver = true
  await Promise.all(callers)
  expect(answers.filter((status) => status !== 202)).toEqual([])
  expect(executions.length).toBeGreaterThan(50)
  // A request that was taken and not answered would have been sent again, and would be here twice.
  const listed = await fetch(`${program.origin}/api/v1/executions?limit=1`, {
    headers: { authorization: `Bearer ${service.token}` },
  })
  expect(listed.headers.get('x-total-count')).toBe(String(executions.length))
  for (const id of executions) {
    expect(await ended(service, id), id).toBe('completed')
    expect(recorder.calls.get(id)?.length, id).toBe(1)
  }
})

test('health is 503 while running steps finish; they are recorded, and their caller gets a reply', async () => {
  await using recorder = await startRecorder(() => 3000)
  const service = new CrashService(freshFolder(), ['--egress-allow', '127.0.0.1'])
  const program = await service.start()
  await service.call('POST', '/workflows', paying(recorder.origin))
  const { body } = await service.call('POST', '/workflows/paying/execute')
  const id = body.data.execution_id
  await poll(() => (recorder.calls.has(id) ? true : undefined), ANSWER_MS)
  program.process.kill('SIGTERM')
  const health = await poll(async () => {
    const answer = await service.call('GET', '/health')
    return answer.status === 503 ? answer : undefined
  }, ANSWER_MS)
  expect(health?.body.error).toBe('The service is stopping.')
  // Still answered, and queued for the next start.
  const late = await service.call('POST', '/workflows/paying/execute')
  expect(late.status).toBe(202)
  expect((await program.ended).code).toBe(0)
  expect(recorder.calls.has(late.body.data.execution_id)).toBe(false)
  await service.start()
  expect(await ended(service, id)).toBe('completed')
  expect(await ended(service, late.body.data.execution_id)).toBe('completed')
  expect(recorder.calls.get(id)?.length).toBe(1)
})

/** A client with one connection that it keeps. */
function keepingClient(port: number): Disposable & { get(path: string): Promise<IncomingMessage> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get: (path) =>
      new Promise((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path, agent }, (answer) => {
          answer.resume().once('end', () => resolve(answer))
        })
        sent.once('error', reject).end()
      }),
    [Symbol.dispose]: () => agent.destroy(),
  }
}

test('connections that clients keep are answered while it stops, and closed with the answer once the port is', async () => {
  await using recorder = await startRecorder(() => 1000)
  const service = new CrashService(freshFolder(), ['--egress-allow', '127.0.0.1'])
  const program = await service.start()
  const port = Number(new URL(program.origin).port)
  using early = keepingClient(port)
  using late = keepingClient(port)
  for (const client of [early, late]) {
    expect((await client.get('/health')).headers.connection).not.toBe('close')
  }
  await service.call('POST', '/workflows', paying(recorder.origin))
  const { body } = await service.call('POST', '/workflows/paying/execute')
  await poll(() => (recorder.calls.has(body.data.execution_id) ? true : undefined), ANSWER_MS)
  program.process.kill('SIGTERM')
  await poll(async () => ((await service.call('GET', '/health')).status === 503 ? true : undefined), ANSWER_MS)
  const during = await early.get('/api/v1/health')
  expect([during.statusCode, during.headers.connection]).toEqual([503, 'keep-alive'])
  // New connections are refused, not reset.
  const refused = await poll(async () => {
    const error = await fetch(`${program.origin}/health`).then(
      () => undefined,
      (reason: { cause?: { code?: string } }) => reason.cause?.code,
    )
    return error
  }, ANSWER_MS)
  expect(refused).toBe('ECONNREFUSED')
  const after = await late.get('/api/v1/health')
  expect([after.statusCode, after.headers.connection]).toEqual([503, 'close'])
  expect((await program.ended).code).toBe(0)
})

test('a step that does not end within --stop-timeout-seconds is aborted, and runs again or fails at the next start', async () => {
  let delay = 300_000
  await using recorder = await startRecorder(() => delay)
  const service = new CrashService(freshFolder(), ['--egress-allow', '127.0.0.1', '--stop-timeout-seconds', '1'])
  const program = await service.start()
  const ids: string[] = []
  for (const name of ['paying', 'reading']) {
    const drawn = paying(recorder.origin)
    if (name === 'reading') Object.assign(drawn.nodes[0]!.data.config, { method: 'GET' })
    await service.call('POST', '/workflows', { ...drawn, name })
    const { body } = await service.call('POST', `/workflows/${name}/execute`)
    ids.push(body.data.execution_id)
  }
  const [paid = '', read = ''] = ids
  await poll(() => (ids.every((id) => recorder.calls.has(id)) ? true : undefined), ANSWER_MS)
  expect((await program.stop('SIGTERM')).code).toBe(0)
  delay = 0
  await service.start()
  expect(await ended(service, read)).toBe('completed')
  expect(await ended(service, paid)).toMatch(/^failed .*(interrupted|stopped|crash)/i)
  expect(ids.map((id) => recorder.calls.get(id)?.length)).toEqual([1, 2])
})

test('a second signal ends the stop at once', async () => {
  await using recorder = await startRecorder(() => 300_000)
  const service = new CrashService(freshFolder(), ['--egress-allow', '127.0.0.1', '--stop-timeout-seconds', '3600'])
  const program = await service.start()
  await service.call('POST', '/workflows', paying(recorder.origin))
  const { body } = await service.call('POST', '/workflows/paying/execute')
  await poll(() => (recorder.calls.has(body.data.execution_id) ? true : undefined), ANSWER_MS)
  program.process.kill('SIGTERM')
  await poll(async () => ((await service.call('GET', '/health')).status === 503 ? true : undefined), ANSWER_MS)
  expect((await program.stop('SIGTERM')).code).toBe(1)
})
