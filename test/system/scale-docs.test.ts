/** docs/scale.md: its commands, in order, on free ports and with a Postgres of the tests. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { guardedFolder } from '@millrace/cluster/testing/guarded-process'
import { installRestate } from '@millrace/cluster/testing/install-restate'
import { startPostgres } from '@millrace/store/testing/postgres-server'
import { expect, test } from 'vitest'
import { fencesRunBy } from '../fences.ts'
import { ROOT } from '../source-files.ts'
import { FIXED_LAYOUT, freeLayout, portsOf } from './support/cluster/layout.ts'

const DONE = 'all commands have run'
const TITLE = 'the commands of docs/scale.md start a cluster that runs a workflow'

test('the commands of docs/scale.md start a cluster that runs a workflow', async () => {
  const layout = await freeLayout(2, 2)
  const ports = new Map(portsOf(FIXED_LAYOUT).map((port, at) => [String(port), String(portsOf(layout)[at])]))
  const onFreePorts = (commands: string) => commands.replace(/\b\d{4}\b/g, (port) => ports.get(port) ?? port)
  const postgres = await startPostgres('newest', layout.postgres)
  const folder = guardedFolder('scale')
  const work = join(folder, 'repository')
  mkdirSync(join(work, 'deploy'), { recursive: true })
  for (const name of ['dist', 'node_modules', 'packages']) symlinkSync(join(ROOT, name), join(work, name))
  cpSync(join(ROOT, 'deploy', 'restate'), join(work, 'deploy', 'restate'), { recursive: true })
  writeFileSync(
    join(work, 'deploy', 'haproxy.cfg'),
    onFreePorts(readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')),
  )
  // As the block of the page that installs it does.
  const installed = join(dirname(await installRestate()), '../../../..')
  mkdirSync(join(folder, 'cluster', 'restate'), { recursive: true })
  symlinkSync(join(installed, 'node_modules'), join(folder, 'cluster', 'restate', 'node_modules'))

  const shell = spawn('bash', ['-eu'], {
    cwd: work,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      CLUSTER: join(folder, 'cluster'),
      MILLRACE_DATABASE: await postgres.freshDatabase(),
      RESTATE_BIND_PORT: String(layout.restate.node),
      RESTATE_INGRESS__BIND_PORT: String(layout.restate.ingress),
      RESTATE_ADMIN__BIND_PORT: String(layout.restate.admin),
    },
  })
  try {
    // The end of this process closes the input of the shell, which then ends everything that it started.
    shell.stdin.write("trap 'trap - TERM; kill 0' EXIT\n")
    shell.stdin.write(`${onFreePorts(fencesRunBy('docs/scale.md', TITLE).join('\n'))}\necho ${DONE}\n`)
    const output = await untilDone(shell.stdout)
    expect(output.match(/"role":"\w+"/g)).toEqual(['api', 'api', 'worker', 'worker'].map((role) => `"role":"${role}"`))
    expect(output).toContain('"message":"Execution started"')
    expect(output).toContain('"message":"Executions found"')
    expect(output).toContain('"status":"completed"')
  } finally {
    if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
    await postgres.stop()
  }
})

/** The output up to the line that follows the last command. */
async function untilDone(output: Readable): Promise<string> {
  let text = ''
  for await (const chunk of output.setEncoding('utf8')) {
    text += chunk
    if (text.includes(DONE)) return text
  }
  throw new Error(`a command failed: ${text}`)
}
