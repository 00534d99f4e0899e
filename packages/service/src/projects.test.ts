/**
 * Every route as a member of another project: nothing of a project shows, and nothing in it changes. A new route is part of
 * this walk without being listed here.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Method, Route } from './http/define-route.ts'
import { type Endpoint, endpointsOf } from './http/load-routes.ts'
import { loadRoutes } from './routes.ts'
import { type Caller, MARK, type TwoProjects, twoProjects } from './testing/two-projects.ts'

const endpoints = endpointsOf(await loadRoutes(), '/api/v1')
const guarded = endpoints.filter(({ route }) => route.access !== 'open')
const named = guarded.map((endpoint) => [`${endpoint.route.method} ${endpoint.url}`, endpoint] as const)

let world: TwoProjects
let outsider: Caller
beforeAll(async () => {
  world = await twoProjects()
  outsider = await world.member('beta')
})
afterAll(() => world[Symbol.asyncDispose]())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** The parameter that identifies something in a project, and its kind. */
function scopeOf({ scope }: Route): readonly [string, string] | undefined {
  return typeof scope === 'object' ? Object.entries(scope)[0] : undefined
}

/** The path with the ids of `alpha`, or with ids of nothing. */
function pathOf({ route, url }: Endpoint, isKnown: boolean): string {
  const [kind, parameter] = scopeOf(route) ?? []
  const { alpha } = world
  const ids: Record<string, string> = { ...alpha, project: 'alpha' }
  const own = isKnown ? (ids[kind ?? ''] ?? alpha.workflow) : kind === 'project' ? 'nothing' : UNKNOWN
  return url.replace(/:(\w+)\*?/g, (_, name: string) => {
    if (name === parameter || (parameter === undefined && name === 'id')) return own
    return { messageId: alpha.message, purpose: 'http', kind: 'group', revision: '1' }[name] ?? '1'
  })
}

/** The example of the route, with every id in it replaced by those of `alpha`. */
function bodyOf(route: Route): unknown {
  const { alpha } = world
  const body = route.example?.body
  if (body === undefined) return undefined
  const replaced = { workflow_id: alpha.workflow, workflow: alpha.workflow, project: 'alpha' }
  const given = structuredClone(body) as Record<string, unknown>
  for (const [key, value] of Object.entries(replaced)) if (typeof given[key] === 'string') given[key] = value
  return given
}

function send(caller: Caller, { route }: Endpoint, path: string) {
  // A stream that is accepted would not end; a HEAD request does.
  const method = route.streaming === true || route.path === '/mcp' ? 'HEAD' : route.method
  return caller.call(method as Method, path, method === 'HEAD' ? undefined : bodyOf(route))
}

describe('a member of another project', () => {
  test.each(named)('%s', async (_, endpoint) => {
    const { route } = endpoint
    const answer = await send(outsider, endpoint, pathOf(endpoint, true))
    const { workflow, execution, interrupt, session, credential } = world.alpha
    // An id of the path may be in a message that something else with this id does not exist.
    const text = answer.status === 404 ? answer.text.replaceAll(workflow, '') : answer.text
    for (const secret of [MARK, workflow, execution, interrupt, session, credential]) {
      expect(text).not.toContain(secret)
    }
    if (scopeOf(route) !== undefined) {
      expect([403, 404]).toContain(answer.status)
      const unknown = await send(outsider, endpoint, pathOf(endpoint, false))
      expect([unknown.status, unknown.text]).toEqual([answer.status, answer.text])
    } else if (route.scope === undefined || route.scope === 'instance') {
      expect(answer.status).toBe(403)
    }
  })

  test('a route about something by its id declares whose project counts, or is not for members', () => {
    const others = guarded.filter(({ route, url }) => /:\w+/.test(url) && typeof route.scope === 'string')
    expect([...new Set(others.map(({ route }) => route.operation))].toSorted()).toEqual([
      'getNodeType',
      'moveWorkflow',
      'suggestCredentials',
    ])
  })

  test('has changed nothing', async () => {
    const { client, alpha } = world
    const read = async (path: string) => {
      const { data, body } = await client.call<Record<string, unknown>>('GET', path, undefined, 'admin')
      return data ?? body
    }
    expect(await read(`/workflows/${alpha.workflow}`)).toMatchObject({ revision: 1, name: `${MARK} flow` })
    expect(await read(`/pipelines/${alpha.execution}`)).toMatchObject({ status: 'running' })
    expect(await read(`/interrupts/${alpha.interrupt}`)).toMatchObject({ status: 'pending' })
    expect(await read(`/credentials/${alpha.credential}`)).toMatchObject({ project: 'alpha' })
    expect(await read(`/playground/sessions/${alpha.session}`)).toMatchObject({ name: MARK })
    expect(await read('/projects/alpha')).toMatchObject({ name: 'Alpha', workflows: 1, members: 0 })
    expect(await read(`/workflows/${alpha.workflow}/chat/messages`)).toHaveLength(2)
  })
})

describe('a member of the project', () => {
  test('finds it in every list, and a filter by another project finds nothing', async () => {
    const viewer = await world.member('alpha', 'viewer')
    const lists = ['/workflows', '/workflow-summaries', '/executions', '/interrupts?mine=false', '/tags']
    for (const path of [...lists, '/autocomplete/workflows?q=zebra', '/autocomplete/credentials/http?q=zebra']) {
      const found = await viewer.call('GET', path)
      expect([path, found.status, found.text.includes(MARK) || found.text.includes(world.alpha.workflow)]).toEqual([
        ...[path, 200, true],
      ])
      const other = await viewer.call('GET', `${path}${path.includes('?') ? '&' : '?'}project=beta`)
      expect([other.status, other.text.includes(MARK), other.text.includes(world.alpha.workflow)]).toEqual([
        ...[200, false, false],
      ])
    }
    expect((await viewer.call('GET', '/interrupts')).data).toEqual([])
    expect((await viewer.call('GET', '/projects')).data).toMatchObject([{ id: 'alpha', role: 'viewer' }])
  })

  test('has the rights of the role there', async () => {
    const [viewer, operator, editor] = await Promise.all(
      (['viewer', 'operator', 'editor'] as const).map((role) => world.member('alpha', role)),
    )
    const { workflow, credential } = world.alpha
    expect((await viewer?.call('GET', `/workflows/${workflow}`))?.status).toBe(200)
    expect((await viewer?.call('POST', `/workflows/${workflow}/execute`, {}))?.status).toBe(403)
    expect((await operator?.call('POST', `/workflows/${workflow}/execute`, {}))?.status).toBe(202)
    expect((await operator?.call('PUT', `/workflows/${workflow}`, { description: 'x' }))?.status).toBe(403)
    expect((await editor?.call('POST', '/workflows', { name: 'mine', nodes: [], edges: [] }))?.status).toBe(201)
    expect((await editor?.call('GET', `/credentials/${credential}`))?.status).toBe(403)
    expect((await editor?.call('POST', '/workflows?project=beta', { name: 'x' }))?.status).toBe(404)
    expect((await editor?.call('POST', '/projects', { name: 'Mine' }))?.status).toBe(403)
    expect((await editor?.call('POST', '/execute', { workflow: { nodes: [], edges: [] } }))?.status).toBe(404)
  })

  test('administers credentials and members, without references to the operator', async () => {
    const admin = await world.member('beta')
    const key = { name: 'zebra_key', type: 'bearer', hosts: ['a.example'], values: { token: 'secret' } }
    const made = await admin.call<{ id: string; project: string }>('POST', '/credentials', key)
    expect([made.status, made.data.project]).toEqual([201, 'beta'])
    const reference = { ...key, values: { token: 'env:MILLRACE_CREDENTIAL_X' } }
    expect((await admin.call('PUT', `/credentials/${made.data.id}`, reference)).status).toBe(422)
    const member = { kind: 'group', subject: 'team/ä', role: 'viewer' }
    expect((await admin.call('PUT', '/projects/beta/members', member)).status).toBe(200)
    expect((await admin.call('GET', '/projects/beta/members')).data).toMatchObject([{ subject: 'team/ä' }])
    const path = `/projects/beta/members/group/${encodeURIComponent('team/ä')}`
    expect((await admin.call('DELETE', path)).status).toBe(200)
    expect((await admin.call('PUT', '/projects/alpha/members', member)).status).toBe(404)
    expect((await admin.call('DELETE', `/credentials/${made.data.id}`)).status).toBe(200)
  })

  test('a project with a workflow cannot be deleted; one without can', async () => {
    const { client } = world
    const call = (method: 'POST' | 'DELETE', path: string, body?: unknown) => client.call(method, path, body, 'admin')
    expect((await call('DELETE', '/projects/alpha')).body.code).toBe('PROJECT_NOT_EMPTY')
    expect((await call('DELETE', '/projects/default')).status).toBe(422)
    expect((await call('POST', '/projects', { name: 'Gone' })).status).toBe(201)
    expect((await call('POST', '/projects', { name: 'gone' })).status).toBe(409)
    const member = await world.member('gone')
    expect((await member.call('GET', '/projects')).status).toBe(200)
    expect((await call('DELETE', '/projects/gone')).status).toBe(200)
    expect((await member.call('GET', '/projects')).status).toBe(401)
  })
})
