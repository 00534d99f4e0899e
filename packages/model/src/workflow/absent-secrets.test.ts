import { describe, expect, test } from 'vitest'
import { catalogueOf } from '../catalogue.ts'
import { defineNode } from '../node-type.ts'
import { secret, Type } from '../schema.ts'
import { withAbsentSecrets, withDeletedSecrets } from './absent-secrets.ts'
import { splitSecrets, withoutSecrets } from './secrets.ts'
import type { WorkflowNode } from './workflow.ts'

const Server = Type.Object({ url: Type.String(), token: Type.Optional(secret()) })
const base = { version: '1.0.0', description: '', icon: 'mdi:circle', tags: [], category: 'processing' } as const
const caller = defineNode({
  ...base,
  id: 'caller',
  name: 'Caller',
  config: Type.Object({
    url: Type.Optional(Type.String()),
    key: Type.Optional(secret()),
    other: Type.Optional(Type.Union([secret(), Type.Null()])),
    login: Type.Optional(Type.Object({ user: Type.Optional(Type.String()), password: Type.Optional(secret()) })),
    headers: Type.Optional(Type.Record(secret())),
    keys: Type.Optional(Type.Array(secret())),
    servers: Type.Optional(Type.Array(Server)),
  }),
  inputs: {},
  outputs: {},
})
const catalogue = catalogueOf([caller, { ...caller, id: 'other' }])

const node = (config: object, id = 'a', type = 'caller'): WorkflowNode => ({
  id,
  data: { config: config as Record<string, unknown>, metadata: { node_type_id: type } },
})

const KEY = 'key-of-the-caller-1111'
const whole = {
  url: 'https://api.example',
  key: KEY,
  other: 'other-of-the-caller-2222',
  login: { user: 'ada', password: 'password-of-ada-3333' },
  headers: { Authorization: 'Bearer of the caller 4444' },
  keys: ['first-of-the-keys-5555', 'second-of-the-keys-6666'],
  servers: [
    { url: 'https://one.example', token: 'token-of-one-7777' },
    { url: 'https://two.example', token: 'token-of-two-8888' },
  ],
}
const SECRETS = 8

/** A save of `next` over `before`: the config that a node would run with. */
function saved(next: readonly WorkflowNode[], before: object = whole) {
  const stored = splitSecrets([node(before)], catalogue)
  const filled = withAbsentSecrets(next, stored, catalogue)
  const split = splitSecrets(filled.nodes, catalogue, stored.secrets)
  return { kept: filled.kept, nodes: split.nodes, secrets: split.secrets, stored }
}

describe('a hidden setting that a save omits', () => {
  test('keeps its value at any path, so that an export can be saved', () => {
    const exported = withoutSecrets([node(whole)], catalogue)
    const { kept, nodes, secrets, stored } = saved(exported)
    expect(kept).toBe(SECRETS)
    expect(secrets).toEqual(stored.secrets)
    expect(nodes).toEqual(stored.nodes)
  })

  test('keeps its value if other settings change or groups of secrets only are missing', () => {
    const { kept, secrets } = saved([node({ url: 'https://new.example', login: { user: 'bob' } })])
    expect(kept).toBe(6)
    expect(secrets.a).toMatchObject({
      '/key': KEY,
      '/login/password': 'password-of-ada-3333',
      '/keys/1': whole.keys[1],
    })
    expect(secrets.a).not.toHaveProperty('/servers/0/token')
  })

  test('keeps its value if the node has no settings', () => {
    expect(saved([{ id: 'a', data: { metadata: { node_type_id: 'caller' } } }]).secrets.a).toMatchObject({
      '/key': KEY,
    })
    expect(saved([{ id: 'a', type: 'caller' }]).secrets.a).toMatchObject({ '/key': KEY })
  })

  test('is deleted by null, alone or with its group', () => {
    const { secrets, nodes, kept } = saved([
      node({ key: null, other: null, login: { password: null }, headers: { Authorization: null }, keys: null }),
    ])
    expect({ secrets, kept }).toEqual({ secrets: {}, kept: 0 })
    expect(nodes[0]?.data?.config).toEqual({ login: {}, headers: {} })
  })

  test('is deleted by an empty text, as forms send it', () => {
    expect(saved([node({ key: '' })], { key: KEY })).toMatchObject({ kept: 0, secrets: {} })
  })

  test('is deleted with a group that was removed with its visible settings', () => {
    expect(saved([node({})], { login: whole.login })).toMatchObject({ kept: 0, secrets: {} })
  })

  test('is deleted with its node, and with the type of the node', () => {
    expect(saved([])).toMatchObject({ kept: 0, secrets: {} })
    expect(saved([node({}, 'b')])).toMatchObject({ kept: 0, secrets: {} })
    expect(saved([node({}, 'a', 'other')])).toMatchObject({ kept: 0, secrets: {} })
  })

  test('stays with a moved list entry, and never moves to another entry', () => {
    const [one, two] = [{ url: 'https://one.example' }, { url: 'https://two.example' }]
    const servers = (...list: object[]) => saved([node({ servers: list })], { servers: whole.servers }).secrets
    expect(servers(two, one).a).toEqual({
      '/servers/0/token': 'token-of-two-8888',
      '/servers/1/token': 'token-of-one-7777',
    })
    expect(servers(two).a).toEqual({ '/servers/0/token': 'token-of-two-8888' })
    expect(servers({ url: 'https://evil.example' }, two).a).toEqual({ '/servers/1/token': 'token-of-two-8888' })
  })

  test('keeps its value for an unknown type if the copy of the schema still hides it', () => {
    const unknown = (config: object, configSchema?: object): WorkflowNode => ({
      id: 'a',
      data: { config: { ...config }, metadata: { node_type_id: 'gone', ...(configSchema && { configSchema }) } },
    })
    const stored = splitSecrets([unknown({ key: KEY }, caller.config)], catalogue)
    expect(withAbsentSecrets([unknown({}, caller.config)], stored, catalogue).kept).toBe(1)
    expect(withAbsentSecrets([unknown({})], stored, catalogue)).toEqual({ kept: 0, nodes: [unknown({})] })
  })
})

test('resolves placeholders of moved list entries to the same secrets', () => {
  const stored = splitSecrets([node({ servers: whole.servers })], catalogue)
  const moved = [...((stored.nodes[0]?.data?.config?.servers as object[]) ?? [])].reverse()
  expect(splitSecrets([node({ servers: moved })], catalogue, stored.secrets).secrets.a).toEqual({
    '/servers/0/token': 'token-of-two-8888',
    '/servers/1/token': 'token-of-one-7777',
  })
})

describe('an editor that deletes a secret', () => {
  const afterDeleting = (config: object) => {
    const loaded = splitSecrets([node(whole)], catalogue).nodes
    return saved(withDeletedSecrets([node(config)], loaded))
  }

  test.each([
    ['at the top', { key: undefined }, '/key'],
    ['in a group', { login: { user: 'ada' } }, '/login/password'],
    ['of a map', { headers: {} }, '/headers/Authorization'],
    ['with its map', { headers: undefined }, '/headers/Authorization'],
    ['in an entry', { servers: [{ url: 'https://one.example' }, { url: 'https://two.example' }] }, '/servers/1/token'],
    ['in a list', { keys: [] }, '/keys/0'],
    ['with its list', { keys: undefined }, '/keys/0'],
  ])('does not get it back: %s', (_, change, path) => {
    const loaded = splitSecrets([node(whole)], catalogue).nodes[0]?.data?.config
    const config = JSON.parse(JSON.stringify({ ...loaded, ...change })) as object
    const { secrets, kept } = afterDeleting(config)
    expect(secrets.a).not.toHaveProperty(path)
    expect(kept).toBe(0)
    expect(Object.keys(secrets.a ?? {}).length).toBeGreaterThanOrEqual(SECRETS - 2)
  })

  test('sends untouched parts unchanged', () => {
    const loaded = splitSecrets([node(whole)], catalogue).nodes
    expect(withDeletedSecrets(loaded, loaded)[0]).toBe(loaded[0])
  })
})
