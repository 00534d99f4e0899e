/** The files whose prose is checked, and those that are data rather than prose. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Requests as people type them, documents of others, and the word list itself. */
const DATA = [
  /^eval\//,
  /\/corpus\//,
  /\.gen\.ts$/,
  /^scripts\/prose\//,
  /^test\/prose\.test\.ts$/,
  /^docs\/nodes\//,
  /^docs\/reference\/nodes\//,
]

export interface ProseFile {
  readonly path: string
  readonly source: string
}

/** Tracked source and docs files, all or those below the given paths. */
export function proseFiles(below: readonly string[]): ProseFile[] {
  return execFileSync('git', ['ls-files', '-z', '--', ...below], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => /\.(?:ts|tsx|mjs|css|md)$/.test(path) && !DATA.some((pattern) => pattern.test(path)))
    .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }))
}
