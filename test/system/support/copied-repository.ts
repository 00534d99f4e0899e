/**
 * A copy of the repository that a test can build and change. It is inside of this one, so that packages are found as they
 * are here: a sandbox may read those, and no link to them.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isTest, ROOT } from '../../source-files.ts'

export interface CopiedRepository {
  readonly folder: string
  /** The built program in it. */
  readonly program: string
  /** The same program in its sources. */
  readonly sources: string
  /** Builds the service if needed, as `npm start` does; resolves to what is printed. */
  build(): Promise<string>
  remove(): void
}

const run = promisify(execFile)

/** The sources of all packages and what builds them. */
export function copyRepository(): CopiedRepository {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.cache', 'copy-'))
  for (const path of ['scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'packages']) {
    const filter = (source: string) => !/[\\/](?:node_modules|dist)$/.test(source) && !isTest(source)
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter })
  }
  linkPackages(folder)
  return {
    folder,
    program: join(folder, 'dist', 'millrace.cjs'),
    sources: join(folder, 'packages', 'service', 'src', 'millrace.ts'),
    async build() {
      const script = join(folder, 'scripts', 'build.mjs')
      const { stdout } = await run(process.execPath, [script, '--if-needed', 'service'])
      return stdout
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Our own packages are those of the copy. The build looks for one more in the folder itself. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@millrace'), { recursive: true })
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join('..', '..', 'packages', name), join(modules, '@millrace', name))
  symlinkSync(join(ROOT, 'node_modules', 'vite'), join(modules, 'vite'))
}
