/** Starts a service, kills it with -9 in the middle of an execution, starts it again, and prints the result. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../dist/millrace.cjs', import.meta.url))
const KILL_AFTER = 3

interface Job {
  readonly id: string
  readonly node_id: string
  readonly status: string
  readonly attempt: number
  readonly started?: string
  readonly output_data?: { readonly formatted?: string }
}

interface Pipeline {
  readonly status: string
  readonly jobs: readonly Job[]
  readonly outputs?: Readonly<Record<string, unknown>>
}

interface Service {
  readonly process: ChildProcess
  readonly api: string
}

/** Starts the service on a folder and waits until it listens. */
async function start(folder: string): Promise<Service> {
  const args = [PROGRAM, '--port', '0', '--data-dir', folder, '--auth', 'none', '--log-level', 'silent']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const api = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const address = /^Listening on (\S+)\n/m.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`The service did not start: ${said}`)))
  })
  return { process: child, api }
}

/** Kills the process and waits until it has exited. */
async function end({ process: child }: Service, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

async function call<T>(url: string, body?: string): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

function lettersOf({ jobs }: Pipeline): Job[] {
  return jobs.filter(({ node_id, status }) => node_id === 'text_formatter.1' && status === 'completed')
}

/** Prints each letter when it is complete, until there are enough. */
async function follow(url: string, told: number, isEnough: (pipeline: Pipeline) => boolean): Promise<Pipeline> {
  for (let count = told; ; await sleep(50)) {
    const pipeline = await call<Pipeline>(url)
    for (const { started, output_data } of lettersOf(pipeline).slice(count)) {
      console.log(`     ${started?.slice(11, 23)}  ${output_data?.formatted}`)
    }
    count = lettersOf(pipeline).length
    if (isEnough(pipeline)) return pipeline
  }
}

const folder = await mkdtemp(join(tmpdir(), 'millrace-kill-it-'))
const workflow = await readFile(new URL('workflow.json', import.meta.url), 'utf8')
const services: Service[] = []
try {
  const first = await start(folder)
  services.push(first)
  console.log(`1. The service runs as process ${first.process.pid} on an empty folder.`)
  const { data: stored } = await call<{ data: { id: string } }>(`${first.api}/workflows`, workflow)
  const { data: begun } = await call<{ data: { execution_id: string } }>(
    `${first.api}/workflows/${stored.id}/execute`,
    '{}',
  )
  console.log(`2. Execution ${begun.execution_id} has six letters to write and waits before each:`)
  const before = await follow(
    `${first.api}/pipelines/${begun.execution_id}`,
    0,
    (pipeline) => lettersOf(pipeline).length >= KILL_AFTER,
  )

  const done = lettersOf(before).length
  await end(first, 'SIGKILL')
  console.log(`3. kill -9 after ${done} of 6 letters. Nothing runs now.`)

  const second = await start(folder)
  services.push(second)
  console.log(`4. The service runs again, as process ${second.process.pid} on the same folder, and goes on by itself:`)
  const after = await follow(
    `${second.api}/pipelines/${begun.execution_id}`,
    done,
    ({ status }) => status !== 'running' && status !== 'pending',
  )

  const isUntouched = lettersOf(before).every((job, at) => lettersOf(after)[at]?.started === job.started)
  const isOnce = lettersOf(after).every((job) => job.attempt === 1)
  console.log(`5. It is ${after.status}: ${JSON.stringify(after.outputs?.letters)}`)
  console.log(`   Letters from before the kill are as they were: ${isUntouched ? 'yes' : 'no'}.`)
  console.log(`   Every letter was written once: ${isOnce ? 'yes' : 'no'}.`)
  if (after.status !== 'completed' || !isUntouched || !isOnce) process.exitCode = 1
} finally {
  for (const service of services) await end(service, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
}
