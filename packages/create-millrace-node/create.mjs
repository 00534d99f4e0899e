#!/usr/bin/env node
/**
 * `npm create millrace-node <folder>`: copies the template into an empty folder. Needs no network: `npm install` comes
 * after it. Plain JavaScript, because it runs on any Node.js that starts npm.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEMPLATE = fileURLToPath(new URL('./template', import.meta.url))
const USAGE = 'Usage: npm create millrace-node <folder>'

const [target, ...rest] = process.argv.slice(2)
if (target === undefined || target.startsWith('-') || rest.length > 0) {
  const isHelp = target === '--help' || target === '-h'
  process[isHelp ? 'stdout' : 'stderr'].write(`${USAGE}\n`)
  process.exit(isHelp ? 0 : 1)
}
try {
  create(resolve(target))
} catch (error) {
  process.stderr.write(`create-millrace-node: ${error.message}\n`)
  process.exit(1)
}

function create(folder) {
  const found = entriesOf(folder)
  if (found.length > 0) throw new Error(`${folder} is not empty (it has ${found[0]})`)
  cpSync(TEMPLATE, folder, { recursive: true })
  // npm leaves a .gitignore out of packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'))
  const manifest = join(folder, 'package.json')
  const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))
  const text = readFileSync(manifest, 'utf8')
    .replace('my-nodes', packageName(folder))
    .replaceAll('0.0.0-sdk', `^${version}`)
  writeFileSync(manifest, text)
  const place = relative(process.cwd(), folder) || '.'
  const steps = [...(place === '.' ? [] : [`cd ${place}`]), 'npm install', 'npm test', 'npm run dev']
  process.stdout.write(`Created ${folder}. Next:\n\n${steps.map((step) => `  ${step}`).join('\n')}\n`)
}

function entriesOf(folder) {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder)
}

/** A valid package name from the name of the folder. */
function packageName(folder) {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
  return name || 'my-nodes'
}
