/** `millrace export` and `millrace apply`: files copy the workflows of one service to another. */
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Workflow } from '@millrace/model'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { fencesRunBy } from '../fences.ts'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, run, start } from './program.ts'

afterEach(killAll)

async function service() {
  const dataDir = freshFolder()
  const { origin, stop } = await start(['--port', '0', '--data-dir', dataDir])
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const env = { MILLRACE_URL: origin, MILLRACE_TOKEN: token }
  const headers = { 'x-api-key': token, 'content-type': 'application/json' }
  const call = async <Data = Workflow>(method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await fetch(`${origin}/api/v1${path}`, { method, headers, ...sent })
    return { status: reply.status, body: (await reply.json().catch(() => ({}))) as { data: Data } }
  }
  return { origin, env, call, stop, millrace: (...args: string[]) => run(args, env) }
}

const node = (id: string, type: string, config: Record<string, unknown>) => ({
  id,
  data: { label: id, config, metadata: { node_type_id: type } },
})

const CALLED = {
  name: 'Called: à la carte',
  nodes: [node('text_input.1', 'text_input', { defaultValue: 'x' })],
  edges: [],
}
const hook = (workflow: string) => ({
  name: 'Orders',
  description: 'Takes orders.',
  tags: ['shop'],
  config: { active: false },
  nodes: [
    node('hook', 'webhook_trigger', { path: 'orders', auth: 'token', secret: 'token-of-the-source' }),
    node('call', 'sub_workflow', { workflow }),
    node('text', 'text_input', { defaultValue: 'dev.example.com' }),
  ],
  edges: [],
})

const MOVED = 'export and apply move workflows to another service; a second run changes nothing, and secrets stay'

function folder(): string {
  const path = freshFolder()
  mkdirSync(path, { recursive: true })
  return path
}

test('export and apply move workflows to another service; a second run changes nothing, and secrets stay', async () => {
  const source = await service()
  const called = await source.call('POST', '/workflows', CALLED)
  await source.call('POST', '/workflows', hook(called.body.data.id))
  // The machine name stays when a workflow is renamed.
  await source.call('PUT', `/workflows/${called.body.data.id}`, { name: 'Renamed' })
  const files = folder()
  const exported = await source.millrace('export', files)
  expect(exported).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(files).sort()).toEqual(['called_a_la_carte.yaml', 'orders.yaml'])
  const yaml = readFileSync(join(files, 'orders.yaml'), 'utf8')
  expect(yaml).toContain('workflow: called_a_la_carte\n')
  expect(yaml).not.toMatch(/token-of-the-source|urce|revision|createdAt|active/)
  expect((await source.millrace('export', files)).stdout).not.toContain('written')
  expect((await source.millrace('apply', files)).stdout).toMatch(
    /^= called_a_la_carte\n= orders\n0 to create, 0 to upd/,
  )

  // The environment of the target has another host and its own secret.
  const withVariables = yaml
    .replace('dev.example.com', '"%{HOST}"')
    .replace('secret: __secret__:****', 'secret: "%{SECRET}"')
  writeFileSync(join(files, 'orders.yaml'), withVariables)
  const variables = join(folder(), 'prod.yaml')
  writeFileSync(variables, 'HOST: prod.example.com\nSECRET: token-of-the-target\n')
  const target = await service()
  expect(await target.millrace('apply', files)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the variable "SECRET" has no value'),
  })
  const [validate, ...shown] = fencesRunBy('docs/how-to/command-line.md', MOVED)[0]!.trim().split('\n')
  expect(validate).toBe('millrace validate flows/*.yaml --variables prod.yaml')
  const paths = readdirSync(files).map((name) => join(files, name))
  expect(await target.millrace('validate', ...paths, '--variables', variables)).toMatchObject({ code: 0 })
  const [dryRun = [], apply = []] = shown.map((line) =>
    line
      .split(' ')
      .slice(1)
      .map((word) => ({ flows: files, 'prod.yaml': variables })[word] ?? word),
  )
  const dry = await target.millrace(...dryRun)
  expect(dry.stdout).toMatch(/^\+ called_a_la_carte\n\+ orders\n2 to create, .*\nNothing was changed/)
  expect((await target.call('GET', '/workflows')).body.data).toEqual([])
  expect(await target.millrace(...apply)).toMatchObject({ code: 0 })
  const orders = await target.call('GET', '/workflows/orders')
  expect(orders.body.data.nodes[2]?.data?.config?.defaultValue).toBe('prod.example.com')
  expect((await target.call('GET', '/workflows/called_a_la_carte')).body.data.name).toBe('Renamed')
  const again = await target.millrace('apply', files, '--variables', variables)
  expect([again.code, again.stdout.split('\n').at(-2)]).toEqual([
    0,
    '0 to create, 0 to update, 0 to delete, 2 unchanged',
  ])
  expect((await target.call('GET', '/workflows/orders')).body.data.revision).toBe(orders.body.data.revision)
  const called2 = await fetch(`${target.origin}/api/v1/hooks/orders`, {
    method: 'POST',
    headers: { authorization: 'Bearer token-of-the-target' },
  })
  expect(called2.status).toBeLessThan(300)

  // An export into the same folder keeps the variables.
  await source.millrace('export', files, 'orders')
  expect(readFileSync(join(files, 'orders.yaml'), 'utf8')).toBe(withVariables)
})

test('apply shows each difference, keeps switches, and deletes only with --prune', async () => {
  const target = await service()
  const hello = readFileSync(join(ROOT, 'examples/01-hello/workflow.json'), 'utf8')
  await target.call('POST', '/workflows', { ...JSON.parse(hello), config: { active: false, kanban: { x: 1 } } })
  await target.call('POST', '/workflows', { name: 'Other' })
  const files = folder()
  writeFileSync(join(files, 'hello.json'), hello.replace('"Hello, "', '"Hi, "'))
  const dry = await target.millrace('apply', files, '--dry-run', '--prune')
  expect(dry.stdout).toContain('    ~ node text_formatter.1 /data/config/prefix: "Hello, " → "Hi, "\n')
  expect(dry.stdout).toContain('\n- other\n0 to create, 1 to update, 1 to delete, 0 unchanged\n')
  expect(await target.millrace('apply', files)).toMatchObject({ code: 0 })
  const { data } = (await target.call('GET', '/workflows/hello')).body
  expect([data.nodes[1]?.data?.config?.prefix, data.active, data.config]).toEqual(['Hi, ', false, { active: false }])
  expect((await target.call('GET', '/workflows/other')).status).toBe(200)
  expect(await target.millrace('apply', files, '--prune')).toMatchObject({ code: 0 })
  expect((await target.call('GET', '/workflows/other')).status).toBe(404)
})

test('apply changes nothing if a file, the token or the address is wrong', async () => {
  const target = await service()
  const files = folder()
  writeFileSync(join(files, 'a.json'), JSON.stringify({ name: 'A', nodes: [], edges: [] }))
  writeFileSync(join(files, 'b.json'), '{"name": "B"}')
  const failed = await target.millrace('apply', files)
  expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('b.json is not a workflow') })
  writeFileSync(join(files, 'b.json'), JSON.stringify({ name: 'B', machineName: 'a', nodes: [], edges: [] }))
  expect((await target.millrace('apply', files)).stderr).toContain('Two files have the workflow "a"')
  expect((await target.call('GET', '/workflows')).body.data).toEqual([])
  const wrong = await run(['export', files], { ...target.env, MILLRACE_TOKEN: 'mrt_wrong' })
  expect(wrong).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^millrace: .+ Set MILLRACE_TOKEN .+\n$/),
  })
  for (const url of ['http://127.0.0.1:1', 'ftp://x', 'nonsense'])
    expect(await run(['export', files, '--url', url])).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringMatching(/^millrace: .*MILLRACE_URL .+\n$/) },
    })
  expect((await target.millrace('export', files, 'nothing')).stderr).toContain('no workflow "nothing"')
  expect((await target.millrace('export', files)).stderr).toBe('The service has no workflows.\n')
})

const withNode = (name: string, type: string) => ({ name, nodes: [node('n', type, {})], edges: [] })

test('apply checks every workflow in the service before it changes the first, and changes nothing if one has errors', async () => {
  const target = await service()
  await target.call('POST', '/workflows', { ...CALLED, name: 'B' })
  const files = folder()
  writeFileSync(join(files, 'a.json'), JSON.stringify({ name: 'A', nodes: [], edges: [] }))
  writeFileSync(join(files, 'b.json'), JSON.stringify(withNode('B', 'no_such_type')))
  for (const more of [['--dry-run'], []]) {
    const refused = await target.millrace('apply', files, ...more)
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^\+ a\n~ b\n[\s\S]*1 to create, 1 to update, 0 to delete, 0 unchanged\n$/),
      stderr: expect.stringMatching(/^ {2}b UNKNOWN_NODE_TYPE n: .+\nmillrace: Nothing was changed, because .+\n$/),
    })
  }
  expect((await target.call('GET', '/workflows/a')).status).toBe(404)
  expect((await target.call('GET', '/workflows/b')).body.data.revision).toBe(1)
  expect(await target.millrace('apply', files, '--allow-errors')).toMatchObject({ code: 0 })
  expect((await target.call('GET', '/workflows/a')).status).toBe(200)
  expect((await target.call('GET', '/workflows/b')).body.data.revision).toBe(2)

  // What no service would save is refused with the name of the file, also with the flag.
  writeFileSync(join(files, 'a.json'), JSON.stringify({ name: 'A', description: 'new', nodes: [], edges: [] }))
  const twice = { ...CALLED, nodes: [...CALLED.nodes, ...CALLED.nodes] }
  for (const [wrong, reason] of [
    [{ name: 'C', nodes: [{ data: {} }], edges: [] }, 'c.json is not a workflow: /nodes/0/id'],
    [{ name: '', nodes: [], edges: [] }, 'c.json is not a workflow: /name'],
    [twice, 'c.json is not a workflow: '],
  ] as const) {
    writeFileSync(join(files, 'c.json'), JSON.stringify(wrong))
    const refused = await target.millrace('apply', files, '--allow-errors')
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(reason) })
  }
  expect((await target.call('GET', '/workflows/a')).body.data.revision).toBe(1)
})

/** A proxy in front of a service that answers some requests itself: `undefined` passes a request on, 0 closes it. */
async function proxyTo(origin: string, statusFor: (method: string, body: string) => number | undefined) {
  const server = createServer(async (request, reply) => {
    const { method = '', url = '', headers } = request
    const body = await text(request)
    const status = statusFor(method, body)
    const { host: _, 'content-length': __, connection: ___, ...rest } = headers
    const sent = method === 'GET' || method === 'DELETE' ? {} : { body }
    const forward = () => fetch(origin + url, { method, headers: rest as Record<string, string>, ...sent })
    if (status === 0) {
      // The service saves it, and the reply is lost.
      await forward()
      return void reply.destroy()
    }
    if (status !== undefined) return void reply.writeHead(status).end('{"error":"Refused by the proxy."}')
    const passed = await forward()
    const { 'content-encoding': ____, 'transfer-encoding': _____, ...kept } = Object.fromEntries(passed.headers)
    reply.writeHead(passed.status, { ...kept, connection: 'close' }).end(Buffer.from(await passed.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('apply stops at the first request that fails, lists what was applied and what was not, and a second run continues', async () => {
  const target = await service()
  await target.call('POST', '/workflows', empty('Old'))
  const files = folder()
  for (const name of ['A', 'B', 'C'])
    writeFileSync(join(files, `${name.toLowerCase()}.json`), JSON.stringify(empty(name)))
  const failing = (method: string, part: string, status: number) =>
    proxyTo(target.origin, (sent, body) => (sent === method && body.includes(part) ? status : undefined))
  const namesNow = async () => {
    const { body } = await target.call<Workflow[]>('GET', '/workflow-summaries')
    return body.data.map(({ machineName }) => machineName).sort()
  }

  const first = await failing('POST', '', 403)
  // The check of a workflow is refused as well: nothing is sent after it.
  expect(await target.millrace('apply', files, '--prune', '--url', first)).toMatchObject({ code: 1 })
  expect(await namesNow()).toEqual(['old'])

  let posts = 0
  const second = await proxyTo(target.origin, (method) => (method === 'POST' && ++posts === 5 ? 403 : undefined))
  // Three checks, then two creations: the second is refused.
  const stopped = await target.millrace('apply', files, '--prune', '--url', second)
  expect([stopped.code, stopped.stderr]).toEqual([
    1,
    'millrace: "b" was not applied: Refused by the proxy. Applied: a. Not applied: b, c, old. Run apply again to continue.\n',
  ])
  expect(await namesNow()).toEqual(['a', 'old'])

  posts = 0
  const third = await proxyTo(target.origin, (method) => (method === 'POST' && ++posts === 3 ? 0 : undefined))
  const unknown = await target.millrace('apply', files, '--prune', '--url', third)
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'millrace: It is unknown whether "b" was applied: The service cannot be reached. Applied: none. Not applied: c, old. Run apply again to continue.\n',
  ])
  expect(await namesNow()).toEqual(['a', 'b', 'old'])

  const last = await failing('DELETE', '', 409)
  const kept = await target.millrace('apply', files, '--prune', '--url', last)
  expect(kept.stderr).toContain('"old" was not applied: Refused by the proxy. Applied: c. Not applied: old.')
  expect(await target.millrace('apply', files, '--prune')).toMatchObject({ code: 0, stderr: '' })
  expect(await namesNow()).toEqual(['a', 'b', 'c'])
})

const empty = (name: string) => ({ name, nodes: [], edges: [] })

/** A service with the projects Alpha and Beta, each with a workflow of its name, and `hello` in the default project. */
async function serviceWithProjects() {
  const target = await service()
  for (const name of ['Alpha', 'Beta']) {
    await target.call('POST', '/projects', { name })
    await target.call('POST', `/workflows?project=${name.toLowerCase()}`, empty(`Of ${name}`))
  }
  await target.call('POST', '/workflows', empty('Hello'))
  const namesIn = async (project: string): Promise<string[]> => {
    const { body } = await target.call<Workflow[]>('GET', `/workflow-summaries?project=${project}`)
    return body.data.map(({ machineName }) => machineName).sort()
  }
  const tokenOf = async (project: string) => {
    const token = { name: 'ci', role: 'editor', project }
    const { body } = await target.call<{ token: string }>('POST', '/auth/tokens', token)
    return { ...target.env, MILLRACE_TOKEN: body.data.token }
  }
  return { ...target, namesIn, tokenOf }
}

test('export and apply with --project read and change only the workflows of the project', async () => {
  const target = await serviceWithProjects()
  // The workflow of the project is on the second page of the list.
  await Promise.all(Array.from({ length: 100 }, (_, at) => target.call('POST', '/workflows', empty(`Other ${at}`))))
  const files = folder()
  expect(await target.millrace('export', files, '--project', 'Alpha')).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(files)).toEqual(['of_alpha.yaml'])
  expect((await target.millrace('export', files, 'hello', '--project', 'alpha')).stderr).toContain(
    'The project "alpha" has no workflow "hello"',
  )

  writeFileSync(join(files, 'new.json'), JSON.stringify(empty('New')))
  // Its name and its machine name differ, so it is created in two steps.
  writeFileSync(join(files, 'second.json'), JSON.stringify(empty('Another name')))
  writeFileSync(join(files, 'of_alpha.yaml'), 'name: Renamed\nnodes: []\nedges: []\n')
  expect(await target.millrace('apply', files, '--project', 'Alpha')).toMatchObject({ code: 0, stderr: '' })
  expect(await target.namesIn('alpha')).toEqual(['new', 'of_alpha', 'second'])
  expect((await target.call('GET', '/workflows/of_alpha')).body.data.name).toBe('Renamed')
  const only = folder()
  writeFileSync(join(only, 'new.json'), JSON.stringify(empty('New')))
  expect((await target.millrace('apply', only, '--prune', '--project', 'alpha')).stdout).toBe(
    '= new\n- of_alpha\n- second\n0 to create, 0 to update, 2 to delete, 1 unchanged\n',
  )
  expect([await target.namesIn('alpha'), await target.namesIn('beta')]).toEqual([['new'], ['of_beta']])
  expect((await target.call('GET', '/workflows/hello')).status).toBe(200)
})

test('apply with --project refuses workflows of other projects and unknown projects, and changes nothing', async () => {
  const target = await serviceWithProjects()
  const files = folder()
  for (const name of ['A new one', 'Hello', 'Of Beta'])
    writeFileSync(join(files, `${name.toLowerCase().replaceAll(' ', '_')}.json`), JSON.stringify(empty(name)))
  for (const more of [['--dry-run'], []]) {
    const { code, stdout, stderr } = await target.millrace('apply', files, '--project', 'Alpha', ...more)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      'another project than "alpha": hello (in "default"), of_beta (in "beta"). Nothing was changed.',
    )
  }
  for (const command of ['apply', 'export'])
    expect(await target.millrace(command, files, '--project', 'Gamma')).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining('There is no project "Gamma"') },
    })
  await target.call('POST', '/projects', { name: 'Alpha', id: 'alpha2' })
  expect((await target.millrace('apply', files, '--project', 'Alpha')).stderr).toContain('use an id: alpha, alpha2')
  expect(await Promise.all(['alpha', 'beta', 'default'].map(target.namesIn))).toEqual([
    ['of_alpha'],
    ['of_beta'],
    ['hello'],
  ])
})

test('the token of a project limits export and apply to it without a flag', async () => {
  const target = await serviceWithProjects()
  const env = await target.tokenOf('alpha')
  const files = folder()
  expect(await run(['export', files], env)).toMatchObject({ code: 0 })
  expect(readdirSync(files)).toEqual(['of_alpha.yaml'])
  writeFileSync(join(files, 'new.json'), JSON.stringify(empty('New')))
  expect(await run(['apply', files], env)).toMatchObject({ code: 0 })
  expect(await target.namesIn('alpha')).toEqual(['new', 'of_alpha'])
  expect((await run(['apply', files, '--project', 'Beta'], env)).stderr).toContain('There is no project "Beta"')

  // A name that a workflow of another project has: no workflow with another name is left behind.
  writeFileSync(join(files, 'hello.json'), JSON.stringify(empty('Hello')))
  const taken = await run(['apply', files, '--prune'], env)
  expect(taken).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /"hello" was not applied: The service would name it "hello_\w+".* Nothing was changed\./,
    ),
  })
  expect(await target.namesIn('alpha')).toEqual(['new', 'of_alpha'])
})

test('apply with a token of several projects asks for --project before it creates workflows', async () => {
  const target = await serviceWithProjects()
  const ada = { email: 'a@b.example', name: 'Ada', role: 'admin' }
  const { data: person } = (await target.call<{ id: string; link: { url: string } }>('POST', '/people', ada)).body
  const code = new URLSearchParams(new URL(person.link.url).hash.split('?')[1]).get('code')
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${target.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: target.origin, ...headers },
      body: JSON.stringify(body),
    })
  const chosen = await post('/auth/password-choice', { code, password: 'correct horse battery' })
  const cookie = chosen.headers.get('set-cookie')?.split(';')[0] ?? ''
  const made = await post('/auth/tokens', { name: 'ci', role: 'editor' }, { cookie })
  const { data } = (await made.json()) as { data: { token: string } }
  await target.call('PATCH', `/people/${person.id}`, { role: 'member' })
  for (const project of ['alpha', 'beta'])
    await target.call('PUT', `/projects/${project}/members`, { kind: 'person', subject: person.id, role: 'editor' })

  const env = { ...target.env, MILLRACE_TOKEN: data.token }
  const files = folder()
  writeFileSync(join(files, 'new.json'), JSON.stringify(empty('New')))
  expect(await run(['apply', files], env)).toMatchObject({
    ...{ code: 1, stdout: '', stderr: expect.stringContaining('with --project: alpha, beta.') },
  })
  expect(await run(['apply', files, '--project', 'Beta'], env)).toMatchObject({ code: 0 })
  expect([await target.namesIn('alpha'), await target.namesIn('beta')]).toEqual([['of_alpha'], ['new', 'of_beta']])
  // Nothing is created, so the project does not matter.
  expect(await run(['apply', files], env)).toMatchObject({ code: 0 })
})
