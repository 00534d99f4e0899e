/**
 * Runs npm scripts one after the other, all of them even if one fails, and reports each at the end together with the
 * tests that failed. Usage: node scripts/run-all.mjs [--full] check test:system
 *
 * Without --full the files of test/long-tests.ts are left out.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'millrace-tests-'))
const failures = join(folder, 'failures.txt')
writeFileSync(failures, '')
const isFull = process.argv.includes('--full')
const scripts = process.argv.slice(2).filter((argument) => argument !== '--full')
const results = scripts.map((script) => {
  const started = Date.now()
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MILLRACE_TEST_FAILURES: failures, MILLRACE_TESTS: isFull ? 'full' : 'short' },
    shell: process.platform === 'win32',
  })
  return { script, isGood: status === 0, seconds: Math.round((Date.now() - started) / 1000) }
})
const details = readFileSync(failures, 'utf8')
process.stdout.write(details)
// Once more without their errors: a log that is cut still names them all.
for (const [title] of details.matchAll(/^FAILED .*/gm)) console.log(title)
rmSync(folder, { recursive: true, force: true })
for (const { script, isGood, seconds } of results)
  console.log(`npm run ${script}: ${isGood ? 'passed' : 'FAILED'} after ${seconds} s`)
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1
