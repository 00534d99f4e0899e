/** `npm run bench [name …]`: runs every bench in this folder (or those named), prints a table, writes results.json. */
import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Bench, Row } from './row.ts'

// As `npm start` does before the start.
const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))
if (spawnSync(process.execPath, [build, '--if-needed'], { stdio: 'inherit' }).status !== 0) process.exit(1)

const wanted = process.argv.slice(2)
const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.bench.ts')).sort()
const rows: Row[] = []
for (const file of files) {
  if (wanted.length > 0 && !wanted.some((name) => file.startsWith(name))) continue
  const started = performance.now()
  const { bench } = (await import(new URL(file, import.meta.url).href)) as { bench: Bench }
  const found = await bench().catch((error: unknown) => {
    console.error(`FAIL ${file}:`, error)
    process.exitCode = 1
    return []
  })
  rows.push(...found)
  for (const row of found) {
    const figure = row.figure.toFixed(row.figure < 10 ? 2 : 0)
    console.log(
      `${row.met ? 'ok  ' : 'MISS'} ${row.work}: ${row.measured}; ${row.limit}; figure ${figure}, goal ${row.goal}`,
    )
  }
  console.log(`     (${file}, ${((performance.now() - started) / 1000).toFixed(1)} s)`)
}
const text = `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`
await writeFile(new URL('results.json', import.meta.url), text)
