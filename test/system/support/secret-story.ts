/**
 * A day in the life of a service that is trusted with secrets: they are created, changed, copied, restored, exported,
 * imported, validated, and sent in every kind of broken request. Everything that could be seen of it is kept.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NodeType, Workflow } from '@millrace/model'
import { killAll, type Program, start } from '../program.ts'
import type { Json } from './operations.ts'
import { filesIn } from './search-bytes.ts'
import { plantedConfig } from './secret-fields.ts'

export interface SecretStory {
  /** Every secret of a config that was ever sent. */
  readonly secrets: readonly string[]
  /** The admin token, API tokens, session cookies, tickets and the code of the link. */
  readonly credentials: readonly string[]
  readonly code: string
  /** A text that is not secret, which the search must find. */
  readonly plain: string
  /** All answers: status line, headers and body; without those few that hand out a credential. */
  readonly answers: readonly string[]
  readonly stdout: string
  readonly stderr: string
  /** Every file of the data folder, while the service ran and after its end. */
  readonly files: Readonly<Record<string, Buffer>>
  readonly dataDir: string
  readonly types: readonly NodeType[]
  /** What must be stored in the end, by workflow, node and place. */
  readonly stored: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
  dispose(): void
}

/** A node type that keeps secrets in places where the built-in ones have none. */
const KEEPER = {
  id: 'key_keeper',
  version: '1.0.0',
  name: 'Key keeper',
  description: 'Keeps keys.',
  category: 'helpers',
  icon: 'mdi:key',
  tags: ['key'],
  config: {
    type: 'object',
    properties: {
      login: {
        type: 'object',
        properties: { user: { type: 'string' }, password: { type: 'string', format: 'password' } },
      },
      keys: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            key: { type: 'string', format: 'hidden' },
            ring: { type: 'array', items: { type: 'string', format: 'hidden' } },
          },
        },
      },
    },
  },
  inputs: {},
  outputs: { text: { dataType: 'string' } },
}

type Answer = { status: number; body: { data: Workflow & Json }; headers: Headers; text: string }

/** Calls the service and records the reply. */
function witness(program: Program, token: string) {
  const answers: string[] = []
  async function call(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string>; isHandedOut?: boolean } = {},
  ): Promise<Answer> {
    const { body, headers = {}, isHandedOut = false } = options
    const isText = typeof body === 'string'
    const answer = await fetch(program.origin + (path.startsWith('/') ? `/api/v1${path}` : `/${path}`), {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!isHandedOut) answers.push(`${method} ${answer.status} ${JSON.stringify([...answer.headers])} ${text}`)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    return { status: answer.status, body: isJson ? JSON.parse(text) : {}, headers: answer.headers, text }
  }
  /** A call that must be granted, or the story would prove nothing. */
  const granted: typeof call = async (method, path, options) => {
    const answer = await call(method, path, options)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  return { call, granted, answers }
}

export async function secretStory(): Promise<SecretStory> {
  const root = mkdtempSync(join(tmpdir(), 'millrace-secrets-'))
  const dispose = () => {
    killAll()
    rmSync(root, { recursive: true, force: true })
  }
  try {
    return { ...(await told(root)), dispose }
  } catch (error) {
    dispose()
    throw error
  }
}

async function told(root: string): Promise<Omit<SecretStory, 'dispose'>> {
  const dataDir = join(root, 'data')
  const nodes = mkdtempSync(join(root, 'nodes-'))
  writeFileSync(join(nodes, 'key-keeper.mjs'), `export default ${JSON.stringify(KEEPER)}`)
  const flags = ['--port', '0', '--data-dir', dataDir, '--log-level', 'debug', '--max-body-mib', '1', '--nodes', nodes]
  const program = await start(flags)
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const { call, granted, answers } = witness(program, token)
  const secrets: string[] = []
  const fresh = () => secrets[secrets.push(`sk-${randomUUID()}${randomUUID()}`) - 1] as string
  const plain = `not-secret-${randomUUID()}`

  const listed = await granted('GET', '/nodes?limit=1000')
  const types = (listed.body.data as unknown as NodeType[]).filter(
    ({ configSchema }) => Object.keys(plantedConfig(configSchema, () => 'x').secrets).length > 0,
  )
  const stored = await livesOf({ call: granted, types, fresh, plain })
  await sendBroken(call, types, fresh)
  const credentials = [token, ...(await signInEverywhere(call, program.link))]

  const before = filesIn(dataDir)
  const { stdout, stderr } = await program.stop()
  const files = { ...prefixed('running: ', before), ...prefixed('stopped: ', filesIn(dataDir)) }
  const code = new URL(program.link).searchParams.get('code') ?? ''
  return {
    secrets,
    credentials: [...credentials, code],
    code,
    plain,
    answers,
    stdout,
    stderr,
    files,
    dataDir,
    types,
    stored,
  }
}

function prefixed(prefix: string, files: Readonly<Record<string, Buffer>>): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [prefix + name, bytes]))
}

type Call = ReturnType<typeof witness>['call']

interface Cast {
  readonly call: Call
  readonly types: readonly NodeType[]
  readonly fresh: () => string
  readonly plain: string
}

function drawing(types: readonly NodeType[], fresh: () => string) {
  const planted = types.map((type) => ({ type, ...plantedConfig(type.configSchema, fresh) }))
  const nodes = planted.map(({ type, config }) => ({
    id: `${type.node_type_id}.1`,
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: { label: type.name, config, metadata: type },
  }))
  const secrets = Object.fromEntries(planted.map(({ type, secrets }) => [`${type.node_type_id}.1`, secrets]))
  return { nodes, secrets }
}

/** Workflows with secrets from their creation to their end; gives what must be stored in the end. */
async function livesOf({ call, types, fresh, plain }: Cast): Promise<SecretStory['stored']> {
  const first = drawing(types, fresh)
  const made = await call('POST', '/workflows', {
    body: { name: 'Trusted', description: plain, nodes: first.nodes, edges: [] },
  })
  const { id } = made.body.data
  const path = `/workflows/${id}`

  // Everything is written back as it was read; then half of it is changed, and one node is copied with its placeholder.
  const read = (await call('GET', path)).body.data
  await call('PUT', path, { body: read })
  const second = drawing(
    types.filter((_, at) => at % 2 === 0),
    fresh,
  )
  const changed = new Map(second.nodes.map((node) => [node.id, node]))
  const copy = { ...read.nodes.at(-1), id: 'copy.1' }
  await call('PUT', path, { body: { nodes: [...read.nodes.map((node) => changed.get(node.id) ?? node), copy] } })
  await call('PUT', path, { body: { name: 'Renamed' } })
  const kept = { ...first.secrets, ...second.secrets, 'copy.1': first.secrets[String(read.nodes.at(-1)?.id)] ?? {} }

  const restored = (await call('POST', '/workflows', { body: { name: 'Restored', nodes: first.nodes } })).body.data.id
  await call('PUT', `/workflows/${restored}`, { body: { nodes: second.nodes } })
  await call('POST', `/workflows/${restored}/versions/1/restore`)

  const gone = drawing(types, fresh)
  const doomed = (await call('POST', '/workflows', { body: { name: 'Doomed', nodes: gone.nodes } })).body.data.id
  await call('DELETE', `/workflows/${doomed}`)

  await readEverything(call, path)
  const imported = await imports(call, path, types, fresh)
  await call('POST', '/workflows/validate', { body: { ...read, nodes: drawing(types, fresh).nodes } })
  return { [id]: kept, [String(restored)]: first.secrets, ...imported }
}

async function readEverything(call: Call, path: string): Promise<void> {
  for (const end of ['', '/versions', '/versions/1', '/versions/2', '/versions/3', '/export', '/export?format=yaml']) {
    await call('GET', path + end)
  }
  await call('GET', `${path}/versions/diff?from=1&to=3`)
  await call('GET', `${path}/versions/diff?from=3`)
  for (const list of ['/workflows?limit=100', '/autocomplete/workflows?q=t', '/openapi.json', '/system/config'])
    await call('GET', list)
}

async function imports(
  call: Call,
  path: string,
  types: readonly NodeType[],
  fresh: () => string,
): Promise<SecretStory['stored']> {
  const file = await call('GET', `${path}/export?format=yaml`)
  const yaml = { 'content-type': 'application/yaml' }
  const bare = await call('POST', '/workflows/import', { body: file.text, headers: yaml })
  const full = drawing(types, fresh)
  const whole = { name: 'Imported', nodes: full.nodes, edges: [] }
  const ids = [
    (await call('POST', '/workflows/import', { body: whole })).body.data.id,
    (await call('POST', '/workflows/import', { body: { workflow: JSON.stringify(whole) } })).body.data.id,
    (await call('POST', '/workflows/import', { body: JSON.stringify(whole), headers: yaml })).body.data.id,
  ]
  return Object.fromEntries([...ids.map((id) => [id, full.secrets] as const), [bare.body.data.id, {}]])
}

/** Requests that are refused, with a secret wherever one might be. */
async function sendBroken(call: Call, types: readonly NodeType[], fresh: () => string): Promise<void> {
  const { nodes } = drawing(types, fresh)
  const whole = JSON.stringify({ name: 'Broken', nodes, edges: [] })
  const yaml = { 'content-type': 'application/yaml' }
  const twice = { name: 'Twice', nodes: [...nodes, ...nodes], edges: [] }
  const dangling = { name: 'Dangling', nodes, edges: [{ id: 'e', source: nodes[0]?.id, target: 'nowhere' }] }
  const deep = `{"name":"Deep","nodes":${JSON.stringify(nodes)},"x":${'['.repeat(100)}${']'.repeat(100)}}`
  for (const body of [`${whole},`, whole.slice(0, -20), `"${fresh()}`, deep, twice, dangling, { ...twice, name: 7 }]) {
    await call('POST', '/workflows', { body })
    await call('POST', '/workflows/import', { body })
    await call('POST', '/workflows/validate', { body })
  }
  for (const text of [
    `a: [${fresh()}`,
    `${fresh()}: *${fresh()}`,
    `a: "${fresh()}" b`,
    `- ${fresh()}\n a: ${fresh()}`,
    `a: 1\n${fresh()}`,
    `!!${fresh()} x`,
    `%${fresh()}`,
  ]) {
    await call('POST', '/workflows/import', { body: text, headers: yaml })
    await call('POST', '/workflows/import', { body: { workflow: text } })
  }
  await call('POST', '/workflows', { body: whole, headers: { 'content-type': 'text/plain' } })
  await call('POST', '/workflows', {
    body: JSON.stringify({ name: fresh(), x: 'x'.repeat(2 ** 20) }).replace('name', fresh()),
  })
  await call('PUT', '/workflows/nowhere', { body: whole })
  await call('PUT', '/workflows/renamed', { body: whole, headers: { 'if-match': '"99"' } })
  await call('PATCH', '/workflows/renamed', { body: whole })
  for (const query of [
    `/workflows?search=${fresh()}`,
    `/workflows?limit=${fresh()}`,
    `/nowhere?key=${fresh()}`,
    `/nodes?category=${fresh()}`,
  ]) {
    await call('GET', query)
  }
  const secret = fresh()
  await call('GET', '/nodes', { headers: { authorization: `Bearer ${secret}` } })
  await call('GET', '/nodes', {
    headers: { authorization: '', 'x-api-key': secret, cookie: `millrace_session=${secret}` },
  })
  await call('POST', '/auth/session', { body: { token: secret } })
  await call('POST', '/auth/session', { body: { code: secret } })
  await call('GET', `sign-in?code=${secret}`)
}

/** Makes and uses credentials of every kind; gives them. */
async function signInEverywhere(call: Call, link: string): Promise<string[]> {
  const made = await call('POST', '/auth/tokens', { body: { name: 'one', role: 'editor' }, isHandedOut: true })
  const token = String((made.body.data as unknown as { token: string }).token)
  await call('GET', '/auth/session', { headers: { authorization: `Bearer ${token}` } })
  await call('GET', '/auth/session', { headers: { authorization: '', 'x-api-key': token } }).catch(() => undefined)
  const sessions = [
    await call('POST', '/auth/session', { body: { token }, isHandedOut: true }),
    await call('GET', link.slice(link.indexOf('sign-in')), { isHandedOut: true }),
  ]
  const cookies = sessions.map(
    ({ headers }) => /millrace_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '',
  )
  for (const cookie of cookies) await call('GET', '/auth/tokens', { headers: { cookie: `millrace_session=${cookie}` } })
  await call('GET', link.slice(link.indexOf('sign-in')))
  const ticket = await call('POST', '/auth/tickets', { isHandedOut: true })
  await call('GET', '/auth/tokens')
  return [token, ...cookies, String((ticket.body.data as unknown as { ticket: string }).ticket)]
}
