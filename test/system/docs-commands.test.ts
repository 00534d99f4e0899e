/** Commands and files that the pages show outside of a session are run as they stand. */
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadBuiltInNodes } from '@millrace/nodes'
import { afterEach, describe, expect, test } from 'vitest'
import { fencesIn, fencesRunBy } from '../fences.ts'
import { readPage } from '../markdown.ts'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, start } from './program.ts'
import { hasCurl } from './support/has-curl.ts'
import { runShown, startShown } from './support/shown-command.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

afterEach(killAll)

const commandsIn = (block: string) => block.trim().split('\n')

describe('a page that starts the service', () => {
  const title = 'shows a command that starts it: %s'
  const pages = [
    'README.md',
    'docs/getting-started.md',
    'docs/tutorials/embed.md',
    'docs/how-to/embedding.md',
    'docs/how-to/write-a-node.md',
    'packages/web/examples/README.md',
  ]
  const shown = new Set(pages.flatMap((page) => fencesRunBy(page, title).flatMap(commandsIn)))

  test.each([...shown].filter((command) => command.startsWith('npm start')))(
    'shows a command that starts it: %s',
    async (command) => {
      const service = await startShown(command)
      expect(service.origin).toMatch(/^http:\/\/127\.0\.0\.1:/)
      const [, origin] = /--cors-origin (\S+)/.exec(command) ?? []
      const health = await fetch(`${service.origin}/health`, origin === undefined ? {} : { headers: { origin } })
      expect(health.status).toBe(200)
      expect(health.headers.get('access-control-allow-origin')).toBe(origin ?? null)
      if (command.includes('--nodes')) {
        const lines = service.stdout.split('\n')
        const first = lines.findIndex((line) => line.startsWith('Millrace 0.'))
        expect(lines[first + 1]).toMatch(`${(await loadBuiltInNodes()).length + 1} node types, `)
      }
      await service.stop()
    },
  )

  test('runs nothing else but what CI runs and what builds the example pages', () => {
    const others = [...shown].filter((command) => !command.startsWith('npm start'))
    expect(others.map((command) => command.replace(/\s+#.*/, ''))).toEqual([
      'npm test',
      // test/system/web/embed.test.ts builds them by the same script.
      'npx node packages/web/examples/build.mjs',
    ])
    expect(readPage('.ci/run').trimEnd().split('\n').at(-1)).toBe('npm test')
  })
})

describe('docs/how-to/operating.md', () => {
  test('builds without starting anything, by the command that it shows', async () => {
    const [command] = fencesRunBy(
      'docs/how-to/operating.md',
      'builds without starting anything, by the command that it shows',
    ).flatMap(commandsIn)
    const { stdout } = await runShown(command!)
    expect(stdout).not.toContain('Listening')
    expect(statSync(join(ROOT, 'dist/millrace.cjs')).isFile()).toBe(true)
  })
})

describe('docs/how-to/write-a-node.md', () => {
  const page = 'docs/how-to/write-a-node.md'
  const initials = fencesRunBy(page, 'shows a node that runs as it stands, wherever its folder is')[0]!

  test('shows a node that runs as it stands, wherever its folder is', async () => {
    const nodes = temporaryFolder('nodes')
    writeFileSync(join(nodes, 'initials.ts'), initials)
    const dataDir = freshFolder()
    const { origin } = await start(['--port', '0', '--data-dir', dataDir, '--nodes', nodes])
    const headers = {
      'x-api-key': readFileSync(join(dataDir, 'admin-token'), 'utf8').trim(),
      'content-type': 'application/json',
    }
    const call = async (path: string, body?: string) => {
      const answer = await fetch(
        `${origin}/api/v1${path}`,
        body === undefined ? { headers } : { method: 'POST', headers, body },
      )
      return answer.json() as Promise<Record<string, unknown> & { data: Record<string, string> }>
    }
    await call('/workflows', readPage('examples/02-your-own-node/workflow.json'))
    const started = await call('/workflows/initials/execute', '{"inputs":{"text_input.1":{"text":"Grace Hopper"}}}')
    const result = () => call(`/pipelines/${started.data.execution_id}`)
    await expect.poll(async () => (await result()).status).toBe('completed')
    expect((await result()).outputs).toEqual({ initials: 'G.H.' })
  })

  test('shows how a node declares that it must not run twice', async () => {
    const [line] = fencesRunBy(page, 'shows how a node declares that it must not run twice')
    const nodes = temporaryFolder('nodes')
    const careful = initials.replace("id: 'initials'", "id: 'careful'").replace('  quick: true,\n', `  ${line}`)
    writeFileSync(join(nodes, 'careful.ts'), careful)
    await (await start(['--port', '0', '--data-dir', freshFolder(), '--nodes', nodes])).stop()
    const decides = new Function(`return { ${line} }`)().afterCrash
    expect([decides({ method: 'GET' }), decides({ method: 'POST' })]).toEqual(['run again', 'fail'])
  })

  test('shows how the examples of a node are tested, here and outside of the repository', async () => {
    const title = 'shows how the examples of a node are tested, here and outside of the repository'
    const [command] = fencesRunBy(page, title).flatMap(commandsIn)
    expect((await runShown(command!)).stdout).toMatch(/pass 3\n[\s\S]*fail 0\n/)

    const [, link = ''] = /`(npm link \/path\/to\/millrace\/packages\/model)`/.exec(readPage(page)) ?? []
    const outside = temporaryFolder('outside')
    mkdirSync(join(outside, 'global', 'lib'), { recursive: true })
    writeFileSync(join(outside, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }')
    cpSync(join(ROOT, 'examples/02-your-own-node/nodes'), join(outside, 'examples/02-your-own-node/nodes'), {
      recursive: true,
    })
    const prefix = { npm_config_prefix: join(outside, 'global'), npm_config_offline: 'true' }
    await runShown(link.replace('/path/to/millrace', ROOT.replace(/\/$/, '')), outside, prefix)
    const node = JSON.stringify(process.execPath)
    expect((await runShown(command!.replace('npx node', node), outside)).stdout).toMatch(/pass 3\n[\s\S]*fail 0\n/)
  })
})

describe.skipIf(!hasCurl)('docs/explanation/engine.md', () => {
  test('shows how a history is read, as a stream and in the database', async () => {
    const dataDir = freshFolder()
    const { origin } = await start(['--port', '0', '--data-dir', dataDir])
    const key = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const body = readPage('examples/01-hello/workflow.json')
    await fetch(`${origin}/api/v1/workflows`, { method: 'POST', headers, body })
    const started = await fetch(`${origin}/api/v1/workflows/hello/execute`, { method: 'POST', headers, body: '{}' })
    const { data } = (await started.json()) as { data: { execution_id: string } }
    const tools = temporaryFolder('tools')
    // Stands in for the sqlite3 of the system, which not every machine has: `sqlite3 -readonly FILE SQL`.
    const query = `import { DatabaseSync } from 'node:sqlite'
      const rows = new DatabaseSync(process.argv[3], { readOnly: true }).prepare(process.argv[4]).all()
      for (const row of rows) console.log(Object.values(row).join('|'))`
    writeFileSync(join(tools, 'sqlite3.mjs'), query)
    writeFileSync(join(tools, 'sqlite3'), `#!/bin/sh\nexec "${process.execPath}" ${tools}/sqlite3.mjs "$@"`, {
      mode: 0o755,
    })
    const shown = fencesIn(readPage('docs/explanation/engine.md')).filter(({ language }) => language === 'sh')
    const printed: string[] = []
    for (const { text } of shown) {
      const command = text.replaceAll('localhost:7410', new URL(origin).host).replaceAll('data/', `${dataDir}/`)
      printed.push(
        (await runShown(command, ROOT, { ID: data.execution_id, PATH: `${tools}:${process.env.PATH}` })).stdout,
      )
    }
    expect(printed.find((text) => text.includes('event: '))).toMatch(/^event: update$/m)
    expect(printed.find((text) => text.startsWith('0|'))).toMatch(/^0\|.*"type":"started"[\s\S]*"type":"finished"/)
  })
})
