import { once } from 'node:events'
import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createEndpointHandler, type ObjectContext, object } from '@restatedev/restate-sdk'
import { afterEach, expect, test } from 'vitest'
import { registerDeployment } from './register-deployment.ts'
import { freePorts } from './testing/free-port.ts'
import { startRestate } from './testing/restate-server.ts'

type Drive = (ctx: ObjectContext) => Promise<unknown>

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]()
})

async function startEndpoint(drive: Drive = async () => null): Promise<string> {
  const execution = object({ name: 'Execution', handlers: { drive } })
  const server = createServer(createEndpointHandler({ services: [execution], logger: () => {} }))
  open.push({ [Symbol.asyncDispose]: async () => void server.close() })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('every version is a deployment; the newest one gets new invocations, also when an old worker starts again', async () => {
  const url = await startEndpoint()
  // After the endpoint has its port: it could get one of these.
  const [ingress = 0, admin = 0, node = 0] = await freePorts(3)
  const { signal } = new AbortController()
  const failures: unknown[] = []
  const onFailure = (error: unknown) => failures.push(error)
  const register = (version: string) =>
    registerDeployment({ admin: `http://127.0.0.1:${admin}`, url, version, signal, onFailure })

  // The worker starts before Restate does.
  const first = register('1.0.0-a')
  const restate = await startRestate({ ports: { ingress, admin, node } })
  open.push({ [Symbol.asyncDispose]: () => restate.stop() })
  await first
  const failed = failures.length
  expect(failed).toBeGreaterThan(0)
  await register('1.1.0/b')
  await register('1.0.0-a')
  expect(failures).toHaveLength(failed)

  const reply = await fetch(`${restate.admin}/deployments`)
  const { deployments } = (await reply.json()) as { deployments: { id: string; uri: string }[] }
  expect(deployments.map(({ uri }) => uri).toSorted()).toEqual([`${url}/1.0.0-a`, `${url}/1.1.0-b`])
  const service = (await (await fetch(`${restate.admin}/services/Execution`)).json()) as { deployment_id: string }
  expect(deployments.find(({ id }) => id === service.deployment_id)?.uri).toBe(`${url}/1.1.0-b`)
})

test('a failing invocation moves to the newest version, unless a worker has recorded something of it', async () => {
  const restate = await startRestate()
  open.push({ [Symbol.asyncDispose]: () => restate.stop() })
  const attempts: string[] = []
  let isFailing = true
  const driveOf = (version: string) => async (ctx: ObjectContext) => {
    if (ctx.key === 'recorded') await ctx.run('entry', () => null)
    attempts.push(`${ctx.key} ${version}`)
    if (isFailing) throw new Error('try again')
  }
  const register = async (version: string) => {
    const url = await startEndpoint(driveOf(version))
    await registerDeployment({ admin: restate.admin, url, version, signal: new AbortController().signal })
  }
  const driven = async (id: string) => (await fetch(`${restate.ingress}/Execution/${id}/drive`, { method: 'POST' })).ok

  await register('1.0.0')
  const answers = [driven('recorded'), driven('unrecorded')]
  await expect.poll(() => attempts).toEqual(expect.arrayContaining(['recorded 1.0.0', 'unrecorded 1.0.0']))
  await register('1.1.0')
  await expect.poll(() => attempts).toContain('unrecorded 1.1.0')
  attempts.length = 0
  isFailing = false
  expect(await Promise.all(answers)).toEqual([true, true])
  expect(attempts.toSorted()).toEqual(['recorded 1.0.0', 'unrecorded 1.1.0'])
  // A new invocation of the same execution, such as a wake-up, goes to the newest version.
  attempts.length = 0
  expect(await driven('recorded')).toBe(true)
  expect(attempts).toEqual(['recorded 1.1.0'])
})

test('stops trying when the signal aborts', async () => {
  const stop = new AbortController()
  const onFailure = () => stop.abort()
  const [admin = 0] = await freePorts(1)
  const options = { admin: `http://127.0.0.1:${admin}`, url: 'http://127.0.0.1:1', version: '1' }
  await expect(registerDeployment({ ...options, signal: stop.signal, onFailure })).resolves.toBeUndefined()
  expect(stop.signal.aborted).toBe(true)
})
