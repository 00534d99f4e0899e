/** How much a browser loads before the page shows anything. */
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll, start } from './program.ts'

afterEach(killAll)

/** 140 kB when this was written; the rest is room for the parts of the page that are still to come. */
const MOST_BYTES = 170_000

/** Scripts and styles of an HTML page, and scripts that a script imports before it runs. */
function filesIn(text: string, isPage: boolean): string[] {
  const pattern = isPage ? /(?:src|href)="([^"]+\.(?:js|css))"/g : /(?:from|import)\s*"([^"]+\.js)"/g
  return [...text.matchAll(pattern)].map(([, path = '']) => path)
}

test('the first page takes less than 170 kB, compressed', async () => {
  const service = await start(['--port', '0', '--data-dir', freshFolder()])
  const sizes = new Map<string, number>()
  const load = async (url: URL, isPage: boolean): Promise<void> => {
    if (sizes.has(url.href)) return
    sizes.set(url.href, 0)
    const text = await (await fetch(url)).text()
    sizes.set(url.href, gzipSync(text, { level: 9 }).length)
    const isScript = url.pathname.endsWith('.js')
    if (!isPage && !isScript) return
    await Promise.all(filesIn(text, isPage).map((path) => load(new URL(path, url), false)))
  }
  await load(new URL(`${service.origin}/`), true)
  expect([...sizes.keys()].filter((url) => url.endsWith('.js')).length).toBeGreaterThan(2)
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total, JSON.stringify([...sizes], null, 2)).toBeLessThan(MOST_BYTES)
  await service.stop()
})
