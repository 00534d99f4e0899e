/**
 * `npm run package`: assembles the publishable package `millrace` in release/package from the build in `dist` and packs it
 * into release/millrace-VERSION.tgz. Beside it are the package.json and package-lock.json of a project that installs it.
 *
 * The package has no workspace links: our own packages are in the bundle. Some dependencies are inside the package:
 * `@millrace/model` and `@millrace/node-sdk`, which custom node types import, and the few files of Swagger UI that `/docs` needs, without its
 * other 10 MB and its dependency that reports installations.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOCS_FILES } from '../packages/service/src/system/docs-page.ts'
import { bundler } from './bundler.mjs'
import { type Lockfile, releaseProject } from './release-lock.ts'
import { writeSdk } from './sdk-package.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RELEASE = join(ROOT, 'release')
const PACKAGE = join(RELEASE, 'package')
const MODEL = '@millrace/model'
const NODE_SDK = '@millrace/node-sdk'
const SWAGGER = 'swagger-ui-dist'
/** Packages that are part of the service. */
const PARTS = ['model', 'engine', 'nodes', 'store', 'cluster', 'agentspec', 'service']
/** The Node.js versions that the package runs on. */
export const NODE = '>=24'

interface Manifest {
  readonly version: string
  readonly license: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The files of the service in `dist`. Not the whole folder: it also has the chunks of the previous build and caches. */
function builtFiles(): readonly string[] {
  return read<{ service: { files: readonly string[] } }>(join(ROOT, 'dist', 'build.json')).service.files
}

/** The package.json of the published package. It depends on what the bundle loads by name, not on what is inside. */
function manifestOf() {
  const { version, license } = read<Manifest>(join(ROOT, 'package.json'))
  const programs = builtFiles().filter((file) => /\.[cm]js$/.test(file))
  const bundle = programs.map((file) => readFileSync(join(ROOT, 'dist', file), 'utf8')).join('\n')
  const isLoaded = (name: string) => new RegExp(`(?<!debuglog)\\(\\s*["'\`]${name}["'\`/]`).test(bundle)
  const dependencies = PARTS.flatMap((part) => {
    const all = read<Manifest>(join(ROOT, 'packages', part, 'package.json')).dependencies ?? {}
    return Object.entries(all).filter(([name]) => isLoaded(name) && !name.startsWith('@millrace/'))
  })
  return {
    name: 'millrace',
    version,
    description: 'A visual workflow editor with a durable backend',
    keywords: ['workflow', 'automation', 'durable-execution', 'editor', 'agents', 'mcp', 'llm'],
    license,
    bin: { millrace: 'dist/millrace.cjs' },
    engines: { node: NODE },
    files: ['dist'],
    dependencies: Object.fromEntries(
      [...dependencies, [MODEL, version] as const, [NODE_SDK, version] as const].sort(byName),
    ),
    bundleDependencies: [MODEL, NODE_SDK, SWAGGER],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = manifestOf()
  await assemble(manifest)
  const packed = pack()
  const { project, lockfile } = releaseProject(read<Lockfile>(join(ROOT, 'package-lock.json')), manifest, packed)
  write(join(RELEASE, 'package.json'), project)
  write(join(RELEASE, 'package-lock.json'), lockfile)
  const sizes = `${mb(packed.size)} (${mb(packed.unpackedSize)} unpacked)`
  console.log(`Millrace: packed ${join('release', packed.filename)}, ${sizes}.`)
}

interface Packed {
  readonly filename: string
  readonly integrity: string
  readonly size: number
  readonly unpackedSize: number
}

function pack(): Packed {
  const npm = process.env.npm_execpath
  const args = ['pack', '--json', '--pack-destination', RELEASE]
  const report = npm
    ? execFileSync(process.execPath, [npm, ...args], { cwd: PACKAGE, encoding: 'utf8' })
    : execFileSync('npm', args, { cwd: PACKAGE, encoding: 'utf8', shell: process.platform === 'win32' })
  const [packed] = JSON.parse(report) as [Packed]
  return packed
}

async function assemble(manifest: ReturnType<typeof manifestOf>): Promise<void> {
  rmSync(RELEASE, { recursive: true, force: true })
  for (const file of [...builtFiles(), 'web', 'guide']) copy(join('dist', file))
  copy('LICENSE')
  copy(join('deploy', 'npm', 'README.md'), 'README.md')
  write(join(PACKAGE, 'package.json'), manifest)
  await writeModel(manifest)
  await writeSdk(join(PACKAGE, 'node_modules', NODE_SDK), ['index'])
  copySwagger()
}

/** The model as one JavaScript file: Node.js does not strip types below node_modules. */
async function writeModel({ version, license }: Manifest): Promise<void> {
  const folder = join(PACKAGE, 'node_modules', MODEL)
  const { rolldown } = await bundler()
  const input = join(ROOT, 'packages', 'model', 'src', 'index.ts')
  const made = await rolldown({ input, cwd: ROOT, platform: 'node' })
  await made.write({ file: join(folder, 'index.js'), format: 'esm' })
  await made.close()
  const exports = { '.': './index.js', './package.json': './package.json' }
  const manifest = { name: MODEL, version, license, type: 'module', sideEffects: false, exports }
  write(join(folder, 'package.json'), manifest)
}

function copySwagger(): void {
  const folder = join('node_modules', SWAGGER)
  const { name, version, license } = read<Manifest & { name: string }>(join(ROOT, folder, 'package.json'))
  const served = Object.keys(DOCS_FILES).filter((file) => existsSync(join(ROOT, folder, file)))
  for (const file of [...served, 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE']) copy(join(folder, file))
  write(join(PACKAGE, folder, 'package.json'), { name, version, license })
}

function copy(from: string, to = from): void {
  mkdirSync(dirname(join(PACKAGE, to)), { recursive: true })
  cpSync(join(ROOT, from), join(PACKAGE, to), { recursive: true })
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

function write(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
