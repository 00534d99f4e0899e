/** `npm run dev`: one command and one link; a changed source is served without another start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freshFolder } from './program.ts'
import { type CopiedRepository, copyRepository } from './support/copied-repository.ts'

let copy: CopiedRepository | undefined

afterAll(() => copy?.remove())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function edit(path: string, change: (text: string) => string): void {
  const file = join(copy?.folder ?? '', path)
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
}

async function textAt(url: string, headers: Record<string, string> = {}): Promise<string> {
  return fetch(url, { headers }).then(
    (answer) => answer.text(),
    () => '',
  )
}

test('reloads the service and the page, registers new files, and ends on Ctrl-C', async () => {
  copy = copyRepository()
  const dataDir = freshFolder()
  const options = ['--port', String(await freePort()), '--data-dir', dataDir]
  const dev = spawn(process.execPath, [join(copy.folder, 'scripts', 'dev.ts'), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(dev, 'exit')
  let printed = ''
  for (const pipe of [dev.stdout, dev.stderr]) pipe.on('data', (chunk) => (printed += chunk))
  try {
    await expect.poll(() => printed).toMatch(/^Open http:\/\/\S+\n/m)
    const link = /^Open (\S+)/m.exec(printed)?.[1] ?? ''
    const { origin } = new URL(link)
    expect(await textAt(`${origin}/`)).toContain('<div id=')

    const signedIn = await fetch(link, { redirect: 'manual' })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(await textAt(`${origin}/api/v1/workflows`, { cookie })).toContain('"success":true')

    edit('packages/web/index.html', (text) => text.replace(/<title>.*<\/title>/, '<title>Changed page</title>'))
    await expect.poll(() => textAt(`${origin}/`)).toContain('<title>Changed page</title>')

    edit('packages/service/package.json', (text) => text.replace(/"version": "[^"]+"/, '"version": "99.0.2"'))
    edit('packages/service/src/platform/version.ts', (text) => `${text}\n`)
    await expect.poll(() => textAt(`${origin}/health`)).toContain('"version":"99.0.2"')

    const added = readFileSync(join(copy.folder, 'packages/nodes/src/types/stop.ts'), 'utf8')
    writeFileSync(join(copy.folder, 'packages/nodes/src/types/halt.ts'), added.replace("id: 'stop'", "id: 'halt'"))
    // The session outlives the restarts.
    await expect.poll(() => textAt(`${origin}/api/v1/nodes?limit=500`, { cookie })).toContain('"halt"')
    expect(printed.match(/^Open /gm)).toHaveLength(1)
  } finally {
    dev.kill('SIGINT')
    await ended
  }
  expect(dev.exitCode).toBe(0)
})
