/**
 * Rewrites references to renamed tests in test/statements and in the docs. A title is renamed if a test file that differs from `main`
 * has another title in its place. Prints references whose new title it cannot determine: correct those by hand.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTestReference, titlesIn } from '../test/statements.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
const base = git('merge-base', process.argv[2] ?? 'main', 'HEAD').trim()

/** Pairs the titles between those that stayed the same; a gap with unequal counts is left out. */
function renamedTitles(before: readonly string[], after: readonly string[]): [string, string][] {
  const stayed = before.filter((title) => after.includes(title))
  let [from, to] = [0, 0]
  return [...stayed, undefined].flatMap((title) => {
    const ends =
      title === undefined ? [before.length, after.length] : [before.indexOf(title, from), after.indexOf(title, to)]
    const [fromEnd = 0, toEnd = 0] = ends
    if (fromEnd < from || toEnd < to) return []
    const [old, fresh] = [before.slice(from, fromEnd), after.slice(to, toEnd)]
    ;[from, to] = [fromEnd + 1, toEnd + 1]
    return old.length === fresh.length ? old.map((title, at): [string, string] => [title, fresh[at] ?? title]) : []
  })
}

/** Shorter titles, such as `%s`, occur in many files, and pages contain them by chance. */
const SHORTEST = 20
const renamed = new Map<string, string>()
/** New names of renamed files, without extensions. */
const moved = new Map<string, string>()
const stemOf = (path: string) => basename(path).replace(/\..*$/, '')
for (const line of git('diff', '--name-status', '-M', base, '--', '*.test.ts', '*.test.tsx').split('\n')) {
  const [status = '', old = '', path = old] = line.split('\t')
  if (!/^[MR]/.test(status)) continue
  const [before, after] = [git('show', `${base}:${old}`), readFileSync(ROOT + path, 'utf8')]
  for (const [from, to] of renamedTitles(titlesIn(before), titlesIn(after)))
    if (from.length >= SHORTEST) renamed.set(from, to)
  moved.set(stemOf(old), stemOf(path))
}

const folder = `${ROOT}test/statements/`
for (const name of readdirSync(folder)) {
  const text = readFileSync(folder + name, 'utf8')
  const followed = text.replace(
    /(['"])([\w-]+): ((?:(?!\1).)+)\1(?=[,\]])/g,
    (quoted, quote: string, file: string, title: string) => {
      if (isTestReference(`${file}: ${title}`) && !renamed.has(title)) return quoted
      const whole = renamed.get(title) ?? [...renamed].find(([old]) => old.includes(title))?.[1] ?? title
      const reference = `${moved.get(file) ?? file}: ${whole}`
      if (!isTestReference(reference)) console.log(`${name}: ${file}: ${title}\n  no new title found`)
      return whole.includes(quote) ? quoted : `${quote}${reference}${quote}`
    },
  )
  if (followed !== text) writeFileSync(folder + name, followed)
}

for (const path of git('ls-files', 'docs/*.md', '*/README.md').split('\n').filter(Boolean)) {
  const text = readFileSync(ROOT + path, 'utf8')
  // Occurrences of the new title are protected: it may contain the old one.
  const followed = [...renamed].reduce(
    (page, [from, to]) =>
      page
        .replaceAll(to, '\u0000')
        .replaceAll(from, '\u0000')
        .replaceAll('\u0000', () => to),
    text,
  )
  if (followed !== text) writeFileSync(ROOT + path, followed)
}
