/**
 * Runs npm scripts one after the other, all of them even if one fails, and reports each: a failing check must not hide
 * what the system tests say. Usage: node scripts/run-all.mjs check test:system
 */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const results = process.argv.slice(2).map((script) => {
  const started = Date.now()
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return { script, isGood: status === 0, seconds: Math.round((Date.now() - started) / 1000) }
})
for (const { script, isGood, seconds } of results)
  console.log(`npm run ${script}: ${isGood ? 'passed' : 'FAILED'} after ${seconds} s`)
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1
