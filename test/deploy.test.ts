/** The files in `deploy` have the settings that the program has, and the programs that read them accept them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@millrace/service'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import manifest from '../deploy/restate/package.json' with { type: 'json' }
import { validateObject } from './kubernetes-models.ts'
import { filesBelow } from './source-files.ts'
import { haproxyConfig } from './system/support/cluster/haproxy.ts'
import { FIXED_LAYOUT } from './system/support/cluster/layout.ts'

type Settings = Record<string, string>

const read = (path: string) => readFileSync(new URL(`../deploy/${path}`, import.meta.url), 'utf8')
const PUBLIC_KEY = 'publickeyv1_AfUUhAcLDLZqMuqFAWhxJRkZmLq8tGZzbrTAzwvaRoEZ'
const SECRETS: Settings = {
  MILLRACE_DATABASE: 'postgres://millrace:x@postgres/millrace',
  MILLRACE_SECRET_KEY: 'a'.repeat(64),
  MILLRACE_RESTATE_IDENTITY_KEY: PUBLIC_KEY,
}

interface ComposeFile {
  readonly services: Record<
    string,
    { readonly image: string; readonly environment?: Settings; readonly ports?: string[] }
  >
}
interface Pod {
  readonly containers: readonly {
    readonly image: string
    readonly env?: readonly { readonly name: string; readonly value?: string }[]
  }[]
}
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Settings
  readonly spec?: { readonly template?: { readonly spec: Pod } }
}

const compose: ComposeFile = parse(read('containers/compose.yaml'), { merge: true })
const manifests: Manifest[] = parseAllDocuments(read('kubernetes/millrace.yaml')).map((document) => {
  expect(document.errors).toEqual([])
  return document.toJS()
})
const podOf = (name: string) =>
  manifests.find((one) => one.metadata.name === name && one.spec?.template)?.spec?.template?.spec
const withSecrets = (given: Settings): Settings =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, SECRETS[name] ?? value]))

/** The environment of the processes in a deployment. */
const ENVIRONMENTS: Record<string, (role: string) => Settings> = {
  'the compose file': (role) => withSecrets(compose.services[role]?.environment ?? {}),
  'the Kubernetes manifests': (role) => {
    const shared = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'millrace')?.data
    const own = podOf(role)?.containers[0]?.env ?? []
    return withSecrets({ ...shared, ...Object.fromEntries(own.map(({ name, value }) => [name, value ?? ''])) })
  },
}

describe.each(Object.keys(ENVIRONMENTS))('%s', (name) => {
  test.each(['api', 'worker'])('sets only settings that exist, and the ones that the role %s needs', (role) => {
    const settings = ENVIRONMENTS[name]?.(role) ?? {}
    const config = readConfig([], settings)
    if (config === 'help') throw new Error('help')
    expect(config.cluster).toMatchObject({ role, identityKey: PUBLIC_KEY })
    expect(Object.keys(settings).filter((variable) => !variable.startsWith('MILLRACE_'))).toEqual([])
    // A misspelt variable is not read, so it would change nothing.
    const table = readFileSync(new URL('../docs/reference/settings.md', import.meta.url), 'utf8')
    expect(Object.keys(settings).filter((variable) => !table.includes(`\`${variable}\``))).toEqual([])
    if (role === 'worker') expect(config.cluster?.url).not.toContain('0.0.0.0')
  })
})

test('the Kubernetes manifests are valid', async () => {
  expect(manifests.length).toBeGreaterThan(10)
  for (const manifest of manifests) {
    await expect(validateObject(manifest), `${manifest.kind} ${manifest.metadata.name}`).resolves.toBeUndefined()
  }
})

test('Restate has one version everywhere, listens on loopback unless it is in a private network, and sends no telemetry', () => {
  const version = manifest.dependencies['@restatedev/restate-server']
  const images = [compose.services.restate?.image, podOf('restate')?.containers[0]?.image]
  expect(images).toEqual(Array(2).fill(`docker.restate.dev/restatedev/restate:${version}`))
  expect(compose.services.restate?.ports).toBeUndefined()
  const settings = read('restate/restate.toml')
  expect(settings).toContain('\nbind-ip = "127.0.0.1"\n')
  expect(settings).toContain('\ndisable-telemetry = true\n')
})

describe('HAProxy', () => {
  const isInstalled = spawnSync('haproxy', ['-v']).status === 0 || process.env.CI !== undefined

  test('has the same configuration on one machine as in the tests of clusters', () => {
    const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
    expect(lines(read('haproxy.cfg'))).toEqual(lines(haproxyConfig(FIXED_LAYOUT)))
  })

  test.skipIf(!isInstalled).each(['haproxy.cfg', 'containers/haproxy.cfg'])('accepts deploy/%s', (file) => {
    const env = { ...process.env, API: 'localhost', WORKERS: 'localhost' }
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', `deploy/${file}`], { env, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  })
})

test('deploy/restate/identity-key.mjs creates a private key once and prints its public key', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'millrace-identity-')), 'identity.pem')
  const run = () => spawnSync(process.execPath, ['deploy/restate/identity-key.mjs', file], { encoding: 'utf8' }).stdout
  const key = run().trim()
  expect(run().trim()).toBe(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const flags = ['--engine', 'restate', '--restate-ingress', 'http://r:1', '--restate-admin', 'http://r:2']
  const config = readConfig([...flags, '--database', 'postgres://x/y', '--restate-identity-key', key], {})
  expect(config === 'help' ? undefined : config.cluster?.identityKey).toBe(key)
})

test('no file in deploy contains a password or a key', () => {
  const files = filesBelow('deploy', (path) => !path.includes('package-lock'))
  const found = files.filter(({ text }) => /(?:PASSWORD|SECRET_KEY): *['"]?[\w-]+['"]?$|BEGIN PRIVATE KEY/m.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
