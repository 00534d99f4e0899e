import { describe, expect, test } from 'vitest'
import { BadSetting, type Config, readConfig } from './config.ts'

const RESTATE = [
  ...['--engine', 'restate', '--database', 'postgres://db/x'],
  ...['--restate-ingress', 'http://127.0.0.1:8080/', '--restate-admin', 'http://127.0.0.1:9070'],
]
const KEY = 'publickeyv1_AfUUhAcLDLZqMuqFAWhxJRkZmLq8tGZzbrTAzwvaRoEZ'

function config(flags: readonly string[], env: Record<string, string> = {}): Config {
  const read = readConfig(flags, env)
  if (read === 'help') throw new Error('help')
  return read
}

describe('the settings of a process in a cluster', () => {
  test('have defaults for the role and the addresses of a worker', () => {
    expect(config(RESTATE).cluster).toEqual({
      role: 'all',
      ingress: 'http://127.0.0.1:8080',
      admin: 'http://127.0.0.1:9070',
      address: { host: '127.0.0.1', port: 9080 },
      url: 'http://127.0.0.1:9080',
      identityKey: undefined,
    })
  })

  test('are read from the environment', () => {
    const env = {
      MILLRACE_ENGINE: 'restate',
      MILLRACE_ROLE: 'worker',
      MILLRACE_DATABASE: 'postgres://db/x',
      MILLRACE_RESTATE_INGRESS: 'http://restate:8080',
      MILLRACE_RESTATE_ADMIN: 'http://restate:9070',
      MILLRACE_WORKER_ADDRESS: '0.0.0.0:9081',
      MILLRACE_WORKER_URL: 'http://haproxy:9080',
      MILLRACE_RESTATE_IDENTITY_KEY: KEY,
    }
    expect(config([], env).cluster).toEqual({
      role: 'worker',
      ingress: 'http://restate:8080',
      admin: 'http://restate:9070',
      address: { host: '0.0.0.0', port: 9081 },
      url: 'http://haproxy:9080',
      identityKey: KEY,
    })
  })

  test('derive the URL of a worker from its IPv6 address', () => {
    expect(config([...RESTATE, '--worker-address', '[::1]:9081']).cluster).toMatchObject({
      address: { host: '::1', port: 9081 },
      url: 'http://[::1]:9081',
    })
  })

  test('let an API process share the environment of the workers', () => {
    const flags = [...RESTATE, '--role', 'api', '--worker-address', '0.0.0.0:9080']
    expect(config(flags).cluster?.role).toBe('api')
  })
})

describe('missing or contradictory settings stop the start and are named', () => {
  const without = (flag: string) => RESTATE.toSpliced(RESTATE.indexOf(flag), 2)
  test.each<[string[], string]>([
    [without('--database'), '--engine restate requires --database postgres://'],
    [[...without('--database'), '--database', 'x.db'], '--engine restate requires --database postgres://'],
    [without('--restate-ingress'), '--engine restate requires --restate-ingress.'],
    [without('--restate-admin'), '--engine restate requires --restate-admin.'],
    [without('--engine'), '--restate-ingress requires --engine restate.'],
    [['--role', 'api'], '--role api requires --engine restate.'],
    [['--role', 'worker'], '--role worker requires --engine restate.'],
    [['--worker-address', '127.0.0.1:9081'], '--worker-address requires --engine restate.'],
    [['--worker-url', 'http://x'], '--worker-url requires --engine restate.'],
    [['--restate-identity-key', KEY], '--restate-identity-key requires --engine restate.'],
    [[...RESTATE, '--standby'], '--standby is for --engine embedded'],
    [['--engine', 'other'], '--engine must be one of embedded, restate (got "other").'],
    [['--role', 'other'], '--role must be one of all, api, worker (got "other").'],
    [[...RESTATE, '--restate-admin', 'localhost:9070'], '--restate-admin must be an http or https address'],
    [[...RESTATE, '--worker-address', '9080'], '--worker-address must be a host and a port such as 127.0.0.1:9080'],
    [[...RESTATE, '--worker-address', 'a:70000'], '--worker-address must be a host and a port'],
    [[...RESTATE, '--worker-address', '10.0.0.1:9080'], '10.0.0.1:9080 is not a loopback address and requires'],
    [
      [...RESTATE, '--worker-address', '0.0.0.0:9080', '--restate-identity-key', KEY],
      '0.0.0.0:9080 is every address of this machine and requires --worker-url.',
    ],
    [[...RESTATE, '--worker-address', '127.0.0.1:0'], '127.0.0.1:0 picks a free port and requires --worker-url.'],
    [[...RESTATE, '--restate-identity-key', 'secret'], '--restate-identity-key must be a public key'],
  ])('%j', (flags, message) => {
    expect(() => config(flags)).toThrow(BadSetting)
    expect(() => config(flags)).toThrow(message)
  })
})
