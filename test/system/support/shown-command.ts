/** Commands as the pages show them: run by a shell in the root of the repository, with a port and a data folder of their own. */
import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from '../../source-files.ts'
import { freshFolder } from '../program.ts'

export interface ShownService {
  readonly origin: string
  readonly dataDir: string
  readonly stdout: string
  stop(): Promise<void>
}

const environment = () => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', MILLRACE_PORT: '0' })

/** Runs a command that starts the service, such as `npm start`, until it has printed its sign-in link. */
export async function startShown(command: string, cwd = ROOT): Promise<ShownService> {
  const dataDir = freshFolder()
  const env = { ...environment(), MILLRACE_DATA_DIR: dataDir }
  // A group of its own: npm, its shell and the service end together.
  const child = spawn('bash', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const text = { stdout: '', stderr: '' }
  child.stderr.on('data', (chunk) => {
    text.stderr += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text.stdout += chunk
      if (/^Open .*\n/m.test(text.stdout)) resolve()
    })
    ended.then(() => reject(new Error(`${command} ended: ${text.stdout}${text.stderr}`)))
  })
  return {
    origin: /^Listening on (http:\/\/[^/\s]+)/m.exec(text.stdout)?.[1] ?? '',
    dataDir,
    stdout: text.stdout,
    async stop() {
      process.kill(-child.pid!, 'SIGTERM')
      await ended
    },
  }
}

/** Runs a command to its end; its output. Fails if the command fails. */
export async function runShown(command: string, cwd = ROOT, more: Readonly<Record<string, string>> = {}) {
  return promisify(execFile)('bash', ['-c', command], { cwd, env: { ...environment(), ...more } })
}
