/** Entity tags of workflows: 304 for a copy that is still current, and saves that expect the revision in the tag. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { exampleGraph } from './example.ts'
import { expectedRevision } from './if-match.ts'

let service: TestService
beforeAll(async () => {
  service = await testService({ flags: ['--cors-origin', 'https://host.example'] })
})
afterAll(() => service[Symbol.asyncDispose]())

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Record<string, string>
  readonly payload?: object
  readonly on?: TestService
}

function send(path: string, { method = 'GET', headers = {}, payload, on = service }: Sent = {}) {
  return on.app.inject({
    method,
    url: `/api/v1/workflows${path}`,
    headers: { ...on.as('admin'), ...headers },
    ...(payload && { payload }),
  })
}

async function create(payload: object, on = service): Promise<string> {
  const made = await send('', { method: 'POST', payload: { name: 'Flow', ...exampleGraph, ...payload }, on })
  return made.json<{ data: { id: string } }>().data.id
}

const tagOf = async (path: string, on = service) => String((await send(path, { on })).headers.etag)

async function statusFor(path: string, tag: string, more: Sent = {}): Promise<number> {
  return (await send(path, { ...more, headers: { ...more.headers, 'if-none-match': tag } })).statusCode
}

describe('a workflow with copies of node types', () => {
  test('is 304 until it is saved, compressed or not', async () => {
    const path = `/${await create({})}`
    const tag = await tagOf(path)
    expect(tag).toMatch(/^"1\.[\w-]{22}"$/)
    expect(await statusFor(path, tag)).toBe(304)
    expect(await statusFor(path, tag, { headers: { 'accept-encoding': 'br' } })).toBe(304)
    const compressed = await send(path, { headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers.etag).toBe(`W/${tag}`)
    expect(await statusFor(path, `W/${tag}`)).toBe(304)
    await send(path, { method: 'PUT', payload: { name: 'Renamed' } })
    expect(await statusFor(path, tag)).toBe(200)
    expect(await tagOf(path)).toMatch(/^"2\./)
  })

  test('has another tag for a page of another origin, whose copies have absolute addresses', async () => {
    const nodes = [{ id: 'call', type: 'simple', position: { x: 0, y: 0 }, data: { metadata: { id: 'sub_workflow' } } }]
    const path = `/${await create({ nodes, edges: [] })}`
    const tag = await tagOf(path)
    const elsewhere = { origin: 'https://host.example' }
    const reply = await send(path, { headers: elsewhere })
    expect(reply.headers.etag).not.toBe(tag)
    expect(await statusFor(path, tag, { headers: elsewhere })).toBe(200)
    expect(await statusFor(path, String(reply.headers.etag), { headers: elsewhere })).toBe(304)
  })

  test('has another tag after a restart with a changed node type', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-tags-'))
    try {
      const withType = async (name: string) => {
        const nodes = join(folder, name)
        mkdirSync(nodes)
        writeFileSync(join(nodes, 'own-type.js'), customType(name))
        return testService({ flags: ['--database', join(folder, 'tags.db'), '--nodes', nodes] })
      }
      let path: string
      let tag: string
      {
        await using before = await withType('first')
        const node = { id: 'a', type: 'default', position: { x: 0, y: 0 }, data: { metadata: { id: 'own_type' } } }
        path = `/${await create({ nodes: [node], edges: [] }, before)}`
        tag = await tagOf(path, before)
        expect(await statusFor(path, tag, { on: before })).toBe(304)
      }
      await using after = await withType('second')
      expect(await statusFor(path, tag, { on: after })).toBe(200)
      expect((await send(path, { on: after })).body).toContain('Named second')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('a workflow that is published by hand', () => {
  test.each(['', '?types=referenced'])('with "%s" is 304 until it is published', async (query) => {
    const id = await create({ config: { publish: 'manual' } })
    const path = `/${id}${query}`
    const tag = await tagOf(path)
    expect(await statusFor(path, tag)).toBe(304)
    const published = await send(`/${id}/publish`, { method: 'POST' })
    expect(published.statusCode).toBe(200)
    expect(await statusFor(path, tag)).toBe(200)
    const next = await tagOf(path)
    expect(next).toMatch(/^"1\./)
    expect(await statusFor(path, next)).toBe(304)
  })
})

test('a save accepts the tag of a read as the expected revision', async () => {
  const path = `/${await create({})}`
  const tag = await tagOf(path)
  const save = (name: string) => send(path, { method: 'PUT', payload: { name }, headers: { 'if-match': tag } })
  expect((await save('First')).statusCode).toBe(200)
  const late = await save('Second')
  expect([late.statusCode, late.json().code]).toEqual([409, 'STALE_VERSION'])
})

test('the expected revision is the number of a tag with or without a digest', () => {
  const tags = ['"7"', 'W/"7"', '"7.4QJx-_9"', 'W/"7.4QJx"', '"7."', '"7.a b"', '"seven"', '"7.a", "8"', '*']
  expect(tags.map((tag) => expectedRevision(tag))).toEqual([7, 7, 7, 7, -1, -1, -1, -1, undefined])
})

function customType(name: string): string {
  return `export default {
    id: 'own_type', version: '1.0.0', name: 'Named ${name}', description: 'A type.', category: 'logic', icon: 'mdi:cog',
    tags: [], inputs: {}, outputs: { value: { dataType: 'mixed' } }, config: { type: 'object', properties: {} },
    run: async () => ({ value: 1 }),
  }`
}
