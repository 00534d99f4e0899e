/**
 * The repository once more, so that a test can build it and change its sources. It lies inside of this one, where packages
 * are found as they are here: a sandbox may read those, and no link to them.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isTest, ROOT } from '../../source-files.ts'

const PACKAGES = ['model', 'engine', 'nodes', 'store', 'agentspec', 'service']

export interface CopiedRepository {
  readonly folder: string
  /** The program in it. */
  readonly program: string
  /** Does what `npm start` does before it starts; gives what that says. */
  build(): Promise<string>
  /** The built program that a start would run; undefined where it would run the sources. */
  built(): Promise<string | undefined>
  remove(): void
}

const run = promisify(execFile)

/** The sources of the service and what builds them. */
export function copyRepository(): CopiedRepository {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.cache', 'copy-'))
  const copied = ['scripts', 'package.json', ...PACKAGES.map((name) => join('packages', name))]
  for (const path of copied) {
    const filter = (source: string) => !/[\\/](?:node_modules|dist)$/.test(source) && !isTest(source)
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter, preserveTimestamps: true })
  }
  linkPackages(join(folder, 'node_modules'))
  const program = join(folder, 'packages', 'service', 'bin', 'millrace.js')
  return {
    folder,
    program,
    async build() {
      const { stdout, stderr } = await run(process.execPath, [join(folder, 'scripts', 'build-service.mjs')])
      return stdout + stderr
    },
    async built() {
      const ask = `import('./built-program.js').then((it) => process.stdout.write(it.builtProgram() ?? ''))`
      const { stdout } = await run(process.execPath, ['-e', ask], { cwd: join(program, '..') })
      return stdout === '' ? undefined : stdout
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Our own packages are those of the copy. The build looks for two more in the folder itself. */
function linkPackages(modules: string): void {
  mkdirSync(join(modules, '@millrace'), { recursive: true })
  for (const name of PACKAGES) symlinkSync(join('..', '..', 'packages', name), join(modules, '@millrace', name))
  for (const name of ['vite', '.package-lock.json']) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
}
