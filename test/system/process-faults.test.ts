/** Errors that no code handles, caused by a node type that forgets them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll, type Program, start } from './program.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

afterEach(killAll)

function nodeFile(id: string, body: string): string {
  return `import { defineNode, Type } from '@millrace/model'
export default defineNode({
  id: '${id}', version: '1.0.0', name: 'Forgetful', description: 'Forgets an error.', category: 'processing',
  icon: 'mdi:bug', tags: ['test'], config: Type.Object({}), inputs: {}, outputs: { done: { name: 'Done', dataType: 'boolean' } },
  async run() { ${body}; return { done: true } },
})
`
}

function customNodes(): string {
  const folder = temporaryFolder('forgetful')
  writeFileSync(join(folder, 'rejects.ts'), nodeFile('rejects', "void Promise.reject(new Error('forgotten promise'))"))
  const thrown = "setImmediate(() => { throw new Error('forgotten exception') })"
  writeFileSync(join(folder, 'throws.ts'), nodeFile('throws', thrown))
  return folder
}

interface Service {
  readonly program: Program
  execute(type: string): Promise<Response>
}

async function started(): Promise<Service> {
  const dataDir = freshFolder()
  const program = await start(['--port', '0', '--data-dir', dataDir, '--nodes', customNodes()])
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  return {
    program,
    execute: (type) =>
      fetch(`${program.origin}/api/v1/execute`, {
        method: 'POST',
        headers: { 'x-api-key': token, 'content-type': 'application/json' },
        body: JSON.stringify({
          workflow: {
            name: 'forgetful',
            nodes: [
              {
                id: 'n',
                type: 'universalNode',
                position: { x: 0, y: 0 },
                data: { label: 'n', config: {}, metadata: { node_type_id: type } },
              },
            ],
            edges: [],
          },
        }),
      }),
  }
}

test('an unhandled rejection is logged with its stack and count, and the service keeps running', async () => {
  const { program, execute } = await started()
  for (const count of [1, 2]) {
    expect((await execute('rejects')).status).toBeLessThan(300)
    await expect.poll(() => program.output().stdout + program.output().stderr).toContain(`"count":${count}`)
  }
  const { stderr } = program.output()
  expect(stderr).toMatch(/forgotten promise.*rejects\.ts/)
  expect(stderr).toContain('"msg":"unhandled rejection')
  expect((await fetch(`${program.origin}/health`)).status).toBe(200)
  expect((await program.stop()).code).toBe(0)
})

test('an uncaught exception is logged, and the service stops in order with code 1', async () => {
  const { program, execute } = await started()
  await execute('throws').catch(() => {})
  const { code, stderr } = await program.ended
  expect(stderr).toMatch(/forgotten exception.*throws\.ts/)
  expect(stderr).toContain('"msg":"uncaught exception')
  expect(stderr).toContain('"msg":"stopped"')
  expect(code).toBe(1)
})
