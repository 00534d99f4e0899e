import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { type TestService, testService } from '../testing/test-service.ts'

const { version } = manifest

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

describe('health', () => {
  test.each(['/health', '/api/v1/health'])('%s is open and bare', async (url) => {
    service.clock.advance(1999)
    const answer = await service.app.inject({ url })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      status: 'healthy',
      timestamp: new Date(service.clock.now()).toISOString(),
      version,
      service: 'millrace',
      uptime: Math.floor((service.clock.now() - service.services.lifecycle.startedAt) / 1000),
    })
  })

  test('is 503 if the database does not respond', async () => {
    await using broken = await testService()
    await broken.services.store.close()
    const answer = await broken.app.inject({ url: '/health' })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({ success: false, error: 'The database does not respond.', code: 'NOT_READY' })
    await broken.app.inject({ url: '/health' })
    const logged = broken.lines.filter(({ message }) => message === 'the database is unavailable')
    expect(logged.map(({ level }) => level)).toEqual(['error', 'error'])
  })

  test('and every write are 503 after the log (-wal) of the database was deleted, and nothing acknowledged is lost', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-system-'))
    const file = join(folder, 'millrace.db')
    {
      await using open = await testService({ flags: ['--database', file] })
      const save = (name: string) =>
        open.app.inject({ method: 'POST', url: '/api/v1/workflows', headers: open.as('editor'), payload: { name } })
      expect((await save('Kept')).statusCode).toBe(201)
      rmSync(`${file}-wal`)
      for (const name of ['One', 'Two']) expect((await save(name)).json().code).toBe('NOT_READY')
      expect((await save('Three')).statusCode).toBe(503)
      expect((await open.app.inject({ url: '/health' })).statusCode).toBe(503)
      // As after a crash: this connection sees the file without the log.
      using other = new DatabaseSync(file, { readOnly: true })
      expect(other.prepare('SELECT name FROM workflows').all()).toEqual([{ name: 'Kept' }])
    }
    rmSync(folder, { recursive: true, force: true })
  })
})

test('is alive and ready without a credential; a database that does not respond makes it not ready', async () => {
  await using broken = await testService()
  expect((await broken.app.inject({ url: '/livez' })).json()).toEqual({ status: 'alive' })
  expect((await broken.app.inject({ url: '/readyz' })).json()).toEqual({
    status: 'ready',
    engine: 'embedded',
    role: 'all',
    database: 'available',
  })
  broken.stop()
  expect((await broken.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  await broken.services.store.close()
  const answer = await broken.app.inject({ url: '/readyz' })
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'NOT_READY'])
  expect((await broken.app.inject({ url: '/livez' })).statusCode).toBe(200)
})

test('the version is open and bare', async () => {
  const answer = await service.app.inject({ url: '/api/v1/system/version' })
  expect(answer.json()).toEqual({ version, build: 'source', api_version: 'v1' })
})

test('the system configuration contains features and limits', async () => {
  await using limited = await testService({
    flags: [
      '--max-workflow-nodes',
      '7',
      '--max-concurrent-executions',
      '8',
      '--max-body-mib',
      '2',
      '--rate-limit',
      '90',
    ],
  })
  const answer = await limited.app.inject({ url: '/api/v1/system/config', headers: limited.as('viewer') })
  expect(answer.json()).toEqual({
    success: true,
    data: {
      version,
      features: {
        workflows: true,
        workflowVersions: true,
        validation: true,
        importExport: true,
        cluster: false,
        customNodes: true,
        secrets: true,
        execution: true,
        playground: true,
        interrupts: true,
        reloadsNodes: false,
        invalidNodeFiles: false,
        agentspec: true,
        chat: true,
      },
      limits: {
        maxWorkflowNodes: 7,
        maxWorkflowVersions: 500,
        maxConcurrentExecutions: 8,
        maxBodyBytes: 2_097_152,
        maxWebhookBytes: 1_048_576,
        maxJsonDepth: 64,
        maxPortValueBytes: 8_388_608,
        requestsPerMinute: 90,
      },
    },
    message: 'System configuration',
  })
})

test('the OpenAPI document needs a credential and is served bare', async () => {
  expect((await service.app.inject({ url: '/api/v1/openapi.json' })).statusCode).toBe(401)
  const answer = await service.app.inject({ url: '/api/v1/openapi.json', headers: service.as('viewer') })
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Millrace', version } })
})

test('the OpenAPI document needs no credential with --public-openapi; other operations still do', async () => {
  await using open = await testService({ flags: ['--public-openapi'] })
  const answer = await open.app.inject({ url: '/api/v1/openapi.json' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Millrace', version } })
  expect((await open.app.inject({ url: '/api/v1/workflows' })).statusCode).toBe(401)
  // It contains no data of the service.
  const post = (url: string, payload: object) =>
    open.app.inject({ method: 'POST', url: `/api/v1${url}`, headers: open.as('admin'), payload })
  expect((await post('/workflows', { name: 'Payroll' })).statusCode).toBe(201)
  expect((await post('/projects', { name: 'Sales' })).statusCode).toBe(201)
  expect((await open.app.inject({ url: '/api/v1/openapi.json' })).body).toBe(answer.body)
})

describe('the API page', () => {
  test('loads only files of this service, enforced by its policy', async () => {
    const answer = await service.app.inject({ url: '/docs' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'; ")
    expect(answer.body).toContain('href="/docs/guide"')
    const files = [...answer.body.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="([^"]*)"/g)].map(([, file]) => file!)
    expect(files).toHaveLength(4)
    for (const file of files) {
      expect(file).toMatch(/^\/docs\//)
      expect((await service.app.inject({ url: file })).statusCode, file).toBe(200)
    }
  })

  test('loads the document of this service', async () => {
    const answer = await service.app.inject({ url: '/docs/start.js' })
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.body).toContain('fetch("/api/v1/openapi.json")')
  })

  test.each(['index.html', 'package.json', '..%2fpackage.json', 'swagger-ui.css%00', 'constructor'])(
    'has no file %s',
    async (file) => {
      expect([400, 404]).toContain((await service.app.inject({ url: `/docs/${file}` })).statusCode)
    },
  )
})
