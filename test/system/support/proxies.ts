/** nginx and Caddy with a configuration as docs/how-to/proxy.md shows it, on a free port and with a certificate of their own. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** The name that the page uses. */
export const HOST = 'flows.example.com'

export interface Proxy extends AsyncDisposable {
  readonly port: number
}

export function hasProgram(name: string): boolean {
  return spawnSync('which', [name], { env: { PATH: `${process.env.PATH}:/usr/sbin` } }).status === 0
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Replaces a part of the page's configuration; fails if the page does not have it. */
function replaced(text: string, part: string, by: string): string {
  expect(text).toContain(part)
  return text.replace(part, by)
}

/** Where the proxy listens, instead of on a free port under the name of the page. */
export interface Site {
  readonly host: string
  readonly port: number
}

const siteAt = async (): Promise<Site> => ({ host: HOST, port: await freePort() })

/** `other` is the second service, where the page has two. */
export async function startNginx(shown: string, target: string, other?: string, site?: Site): Promise<Proxy> {
  const { host, port } = site ?? (await siteAt())
  const folder = temporaryFolder('nginx')
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${host}`
  execFileSync('openssl', [...made.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const here = [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/ssl/flows.example.com.pem', certificate],
    ['/etc/ssl/flows.example.com.key', key],
    ['127.0.0.1:7410', target],
    ...(other === undefined ? [] : [['127.0.0.1:7411', other]]),
  ].reduce((text, [part, by]) => replaced(text, part!, by!), shown)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1;
    events {} http { access_log off; ${temporary.join(' ')}\n${here}\n}`,
  )
  return running(spawn('nginx', ['-c', file, '-e', 'stderr'], options(folder)), { host, port })
}

export async function startCaddy(shown: string, target: string, other?: string, given?: Site): Promise<Proxy> {
  const { host, port } = given ?? (await siteAt())
  const folder = temporaryFolder('caddy')
  // An own certificate authority in place of a public one, which would have to reach this machine.
  const site = `https://${host}:${port} {\n  tls internal`
  const first = replaced(replaced(shown, `${host} {`, site), '127.0.0.1:7410', target)
  const here = other === undefined ? first : replaced(first, '127.0.0.1:7411', other)
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}\n${here}`)
  return running(spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], options(folder)), { host, port })
}

const options = (folder: string) => ({
  env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
})

/** Waits until a TLS handshake succeeds: Caddy takes connections before it has made its certificate. */
async function running(child: ChildProcess, { host, port }: Site): Promise<Proxy> {
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, servername: host, rejectUnauthorized: false })
      socket.once('error', () => resolve(false))
      socket.once('secureConnect', () => {
        socket.destroy()
        resolve(true)
      })
    })
  await expect.poll(() => (child.exitCode === null ? isOpen() : said)).toBe(true)
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
