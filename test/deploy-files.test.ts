/** The files in deploy are valid, consistent with the settings of the service, and restrict what the service may do. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { settingRows } from '../packages/service/src/platform/config.ts'
import { SETTINGS } from '../packages/service/src/platform/settings.ts'
import { NODE } from '../scripts/package.ts'
import { validateObject } from './kubernetes-models.ts'
import { readPage } from './markdown.ts'
import { filesBelow, ROOT } from './source-files.ts'

const FILES = filesBelow('deploy', (path) => !path.endsWith('package-lock.json'))
const PORT = Number(SETTINGS.port.default)
const STOP_SECONDS = Number(SETTINGS.stopTimeoutSeconds.default)
const has = (program: string) => spawnSync(program, ['--help']).error === undefined

/** The parts of a YAML file that a test reads. */
type Yaml = Readonly<Record<string, unknown>>
const textOf = (name: string) => readPage(`deploy/${name}`)

test('use only environment variables that the service has', () => {
  const known = new Set(
    settingRows()
      .join('\n')
      .match(/MILLRACE_\w+/g),
  )
  const unknown = FILES.flatMap(({ path, text }) =>
    (text.match(/\bMILLRACE_\w+/g) ?? []).filter((name) => !known.has(name)).map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('are valid YAML where they are YAML', () => {
  const files = FILES.filter(({ path }) => /\.ya?ml$/.test(path))
  expect(files.length).toBeGreaterThan(4)
  const problems = files.flatMap(({ path, text }) =>
    parseAllDocuments(text).flatMap(({ errors, warnings }) => [...errors, ...warnings].map((one) => `${path}: ${one}`)),
  )
  expect(problems).toEqual([])
})

describe('the Dockerfile', () => {
  const file = textOf('Dockerfile')
  const [, last = ''] = file.split(/^(?=FROM (?!.* AS ))/m)

  test('has no problem that the linter finds', () => {
    expect(validate(file).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
    expect(validate('FROM node\nRUNN true').length, 'the linter finds problems').toBeGreaterThan(0)
  })

  test('runs as a user without rights, with a health check, on the default port and a volume', () => {
    expect(file.match(/^FROM /gm)).toHaveLength(2)
    expect(last).toMatch(/^USER 65532:65532$/m)
    expect(last).toMatch(new RegExp(`^EXPOSE ${PORT}$`, 'm'))
    expect(last).toContain(`\${process.env.MILLRACE_PORT ?? ${PORT}}`)
    const [, volume] = /^VOLUME (\S+)$/m.exec(last) ?? []
    expect(last).toContain(`MILLRACE_DATA_DIR=${volume}`)
    expect(last).toContain(`--chown=65532:65532 ${volume} ${volume}`)
    expect(last, 'the package manager stays in the first stage').not.toMatch(/^RUN /m)
  })

  test('has the Node.js version that the package needs', () => {
    const major = NODE.replace('>=', '')
    const images = [...file.matchAll(/^FROM \S*?node(?:js|:)(\d+)/gm)].map((match) => match[1])
    expect(images).toEqual([major, major])
  })
})

describe('docker-compose.yml', () => {
  interface Container {
    readonly image: string
    readonly environment: Readonly<Record<string, string>>
    readonly volumes: readonly string[]
    readonly networks: readonly string[]
    readonly depends_on?: Readonly<Record<string, { condition: string }>>
    readonly healthcheck?: unknown
    readonly build?: { readonly context: string; readonly dockerfile: string }
  }
  const compose: Readonly<Record<'services' | 'networks' | 'volumes', Yaml>> = parse(textOf('docker-compose.yml'))
  const services = compose.services as Readonly<Record<string, Container>>

  test('names services, networks, volumes and files that exist', () => {
    expect(Object.keys(services)).toEqual(['millrace', 'postgres', 'caddy'])
    const named = Object.values(services)
    const sources = named.flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0]!))
    const files = sources.filter((source) => source.startsWith('.'))
    expect(files.filter((source) => !existsSync(join(ROOT, 'deploy', source)))).toEqual([])
    expect(new Set(sources.filter((source) => !source.startsWith('.')))).toEqual(new Set(Object.keys(compose.volumes)))
    expect(new Set(named.flatMap(({ networks }) => networks))).toEqual(new Set(Object.keys(compose.networks)))
    for (const { depends_on: needs = {} } of named) {
      for (const name of Object.keys(needs)) expect(services).toHaveProperty(name)
    }
    expect(
      existsSync(join(ROOT, 'deploy', services.millrace!.build!.context, services.millrace!.build!.dockerfile)),
      'resolved from the context',
    ).toBe(true)
  })

  test('restricts the service and lets running steps finish', () => {
    expect(services.millrace).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: expect.stringMatching(/^\d+s$/),
    })
    const { stop_grace_period: grace } = compose.services.millrace as { stop_grace_period: string }
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(STOP_SECONDS)
    expect(compose.networks.database).toEqual({ internal: true })
    expect(services.postgres!.networks).toEqual(['database'])
  })

  test('connects the service with Postgres and Caddy', () => {
    const { environment } = services.millrace!
    const { POSTGRES_USER, POSTGRES_DB } = services.postgres!.environment
    expect(environment.MILLRACE_DATABASE).toContain(`postgres://${POSTGRES_USER}:`)
    expect(environment.MILLRACE_DATABASE).toMatch(new RegExp(`@postgres:5432/${POSTGRES_DB}$`))
    expect(textOf('Caddyfile')).toContain(`reverse_proxy millrace:${PORT}`)
    expect(textOf('Caddyfile')).toMatch(/^\{\$DOMAIN\} \{$/m)
    // Published ports would let clients bypass Caddy and choose the address that the service believes.
    expect(services.millrace).not.toHaveProperty('ports')
    expect(environment.MILLRACE_PUBLIC_URL).toBe(`https://${environment.MILLRACE_ALLOWED_HOST}`)
    expect(() => SETTINGS.trustProxy.parse(environment.MILLRACE_TRUST_PROXY!)).not.toThrow()
  })

  test.skipIf(!has('caddy'))('has a Caddyfile that Caddy accepts', () => {
    const args = ['adapt', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/Caddyfile'), '--validate']
    const { status, stderr } = spawnSync('caddy', args, {
      env: { PATH: process.env.PATH, HOME: tmpdir(), DOMAIN: 'flows.localhost' },
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    expect(stderr).not.toContain('"level":"warn"')
  })
})

describe('the Kubernetes manifests of a single service', () => {
  const FOLDER = 'deploy/kubernetes/single-service'
  const read = (name: string) => parse(textOf(`kubernetes/single-service/${name}`))
  const set = read('stateful-set.yaml')
  const pod = set.spec.template
  const [container] = pod.spec.containers

  test('match the schemas of the Kubernetes API', async () => {
    for (const name of ['service.yaml', 'stateful-set.yaml', 'secret.example.yaml']) {
      await expect(validateObject(read(name)), name).resolves.toBeUndefined()
    }
    await expect(validateObject({ ...set, spec: { ...set.spec, replicas: 'one' } })).rejects.toThrow('replicas')
  })

  test('name each other', () => {
    expect(
      read('kustomization.yaml').resources.filter((file: string) => !existsSync(join(ROOT, FOLDER, file))),
    ).toEqual([])
    const service = read('service.yaml')
    expect(set.spec.serviceName).toBe(service.metadata.name)
    expect(pod.metadata.labels).toMatchObject(set.spec.selector.matchLabels)
    expect(pod.metadata.labels).toMatchObject(service.spec.selector)
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name)
    expect(container.volumeMounts.map(({ name }: Yaml) => name)).toEqual(
      set.spec.volumeClaimTemplates.map(({ metadata }: { metadata: Yaml }) => metadata.name),
    )
    expect(container.envFrom[0].secretRef.name).toBe(read('secret.example.yaml').metadata.name)
  })

  test('use the port and paths of the service', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: PORT }])
    const paths = [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
      ({ httpGet }) => httpGet.path,
    )
    expect(paths).toEqual(['/livez', '/livez', '/readyz'])
    const folder = container.env.find(({ name }: Yaml) => name === 'MILLRACE_DATA_DIR').value
    expect(folder.startsWith(`${container.volumeMounts[0].mountPath}/`)).toBe(true)
    expect(set.spec.replicas).toBe(1)
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(STOP_SECONDS)
  })

  test('satisfy the restricted Pod Security Standard with a read-only root file system', () => {
    expect(pod.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(pod.spec.automountServiceAccountToken).toBe(false)
  })

  test('have settings in the example of the secret that the service accepts', () => {
    for (const [variable, value] of Object.entries<string>(read('secret.example.yaml').stringData)) {
      const name = variable
        .slice('MILLRACE_'.length)
        .toLowerCase()
        .replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
      // Replaced by the reader: a key in a file would be used by everyone.
      if (value === '…') continue
      const row = Object.entries(SETTINGS).find(([key]) => key === name)?.[1]
      expect(() => row!.parse(value), variable).not.toThrow()
    }
  })

  test.skipIf(!has('kubectl'))('are accepted by kustomize', () => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(ROOT, FOLDER)], {
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    expect(parseAllDocuments(stdout).map((one) => one.toJS().kind)).toEqual(['Service', 'StatefulSet'])
  })
})

describe('the systemd unit', () => {
  const unit = textOf('systemd/millrace.service')
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

  test('has its data in the state directory and lets running steps finish', () => {
    expect(unit).toContain(`\nEnvironment=MILLRACE_DATA_DIR=/var/lib/${value('StateDirectory')}\n`)
    expect(value('StateDirectoryMode')).toBe('0700')
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(STOP_SECONDS)
  })

  test.skipIf(!has('systemd-analyze'))(
    'is rated at most 3.0 by systemd-analyze, as docs/how-to/deploy.md states',
    () => {
      const file = join(ROOT, 'deploy/systemd/millrace.service')
      const analyzed = spawnSync(
        'systemd-analyze',
        ['security', '--offline=true', '--no-pager', '--threshold=30', file],
        {
          encoding: 'utf8',
        },
      )
      expect(analyzed.status, analyzed.stderr).toBe(0)
      const [, level] = /exposure level for millrace\.service: ([\d.]+)/.exec(analyzed.stdout) ?? []
      expect(Number(level)).toBeLessThanOrEqual(3)
      const [, stated] = /rates its\s+exposure ([\d.]+) of 10/.exec(readPage('docs/how-to/deploy.md')) ?? []
      // Versions of systemd weigh the settings a little differently.
      expect(Math.abs(Number(stated) - Number(level))).toBeLessThan(0.5)
    },
  )

  test.skipIf(!has('systemd-analyze'))('has no line that systemd does not know', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'millrace-unit-')), 'millrace.service')
    // Neither the account nor the program exists on this machine.
    writeFileSync(
      file,
      unit.replace(/^(?:User|Group|WorkingDirectory)=.*$/gm, '').replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'),
    )
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect(stdout + stderr).not.toContain('millrace.service')
  })
})
