/**
 * `npm run dev [-- options of the service]`: runs the service from its sources and the web editor from Vite's development
 * server, and reloads both when a source changes. Prints one link; Ctrl-C ends everything.
 *
 * A changed source of the service restarts it; a changed source of the editor is replaced in the browser. The editor
 * reaches the service through Vite's proxy, so both have one origin and a session survives restarts.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import { writeRegistries } from './registries.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['model', 'engine', 'nodes', 'store', 'cluster', 'agentspec', 'service'].map(
  (name) => `packages/${name}/src`,
)
/** Folders whose files are listed in the registries. */
const REGISTERED = ['packages/nodes/src/types', 'packages/service/src']
/** Waits until all files of a save or a checkout are written before the registries are generated. */
const SETTLE_MS = 100

keepRegistries()
const service = startService(process.argv.slice(2))
const ended = once(service, 'exit')
let page: ViteDevServer | undefined
let hasLink = false

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => service.kill(signal))
for await (const line of createInterface({ input: service.stdout })) await show(line)
await ended
await page?.close()
process.exit()

/** Generates the registries now and whenever a file is added or removed. */
function keepRegistries(): void {
  let timer: NodeJS.Timeout | undefined
  writeRegistries(ROOT)
  for (const folder of REGISTERED) {
    watch(join(ROOT, folder), { recursive: true }, (event) => {
      if (event !== 'rename') return
      clearTimeout(timer)
      timer = setTimeout(() => writeRegistries(ROOT), SETTLE_MS)
    })
  }
}

function startService(options: readonly string[]): ChildProcessByStdio<null, Readable, null> {
  const watched = SOURCES.map((folder) => `--watch-path=${join(ROOT, folder)}`)
  const program = join(ROOT, 'packages', 'service', 'src', 'millrace.ts')
  return spawn(process.execPath, [...watched, '--watch-preserve-output', program, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Prints the output of the service without its links: Vite serves the editor, and the first link is enough. */
async function show(line: string): Promise<void> {
  const origin = /^Listening on (https?:\/\/[^/\s]+)/.exec(line)?.[1]
  const path = /^Open https?:\/\/[^/\s]+(\/\S*)/.exec(line)?.[1]
  if (origin !== undefined) page ??= await servePage(origin)
  if (path === undefined) return console.log(line)
  if (hasLink) return
  hasLink = true
  console.log(`Open ${new URL(path, page?.resolvedUrls?.local[0]).href}`)
}

async function servePage(origin: string): Promise<ViteDevServer> {
  // Read by vite.config.ts.
  process.env.VITE_API = origin
  const root = join(ROOT, 'packages', 'web')
  const server = await createServer({ root, logLevel: 'warn', clearScreen: false, server: { host: '127.0.0.1' } })
  return server.listen()
}
