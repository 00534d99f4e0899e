/**
 * The built program as a newer version: a copy of `dist` with another version number. It is inside of this repository, so
 * that packages are found as they are here.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../source-files.ts'

export interface NewerProgram extends Disposable {
  readonly program: string
  readonly version: string
}

const DIST = join(ROOT, 'dist')

export function newerProgram(version: string): NewerProgram {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.cache', 'newer-'))
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', 'service', 'package.json'), 'utf8'))
  let isReplaced = false
  for (const file of readdirSync(DIST).filter((name) => name.endsWith('.cjs'))) {
    const text = readFileSync(join(DIST, file), 'utf8')
    const newer = text.replaceAll(`"${manifest.version}"`, `"${version}"`)
    isReplaced ||= newer !== text
    writeFileSync(join(folder, file), newer)
  }
  if (!isReplaced) throw new Error(`The program in ${DIST} does not contain its version ${manifest.version}.`)
  cpSync(join(DIST, 'openapi.json'), join(folder, 'openapi.json'))
  cpSync(join(DIST, 'sandbox'), join(folder, 'sandbox'), { recursive: true })
  for (const name of ['web', 'guide']) symlinkSync(join(DIST, name), join(folder, name))
  return {
    program: join(folder, 'millrace.cjs'),
    version,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
