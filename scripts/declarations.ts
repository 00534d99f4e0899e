/**
 * The declarations of a published package whose sources use other packages of the workspace: those of its entries and of
 * the files that they refer to, and no others. An import of `@millrace/model` becomes one of the files that declare the
 * imported names, so that a name does not add the whole package.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const NAMED = /(import|export)( type)? \{([^}]*)\} from '(@millrace\/[\w-]+)'/g
/** The type of an inferred value. */
const INLINE = /import\("(@millrace\/[\w-]+)"\)\.(\w+)/g
const RELATIVE = /(from |import\()'(\.\.?\/[^']+)'/g
const OWN_LINE = /^export (?:type )?\{([^}]*)\} from '(\.\/[^']+)'/gm

/** Writes the declarations of entries (`node-sdk/src/index.ts`) of a project below packages into a folder. */
export function writeDeclarations(project: string, entries: readonly string[], folder: string): void {
  const emitted = mkdtempSync(join(tmpdir(), 'millrace-declarations-'))
  try {
    const root = dirname(dirname(project))
    const tsc = join(dirname(root), 'node_modules', 'typescript', 'bin', 'tsc')
    // With one thread, tsc finds the files in the same order every time, and so writes the same ones.
    const args = [tsc, '-p', project, '--outDir', emitted, '--singleThreaded']
    execFileSync(process.execPath, args, { stdio: 'inherit' })
    const open = entries.map((entry) => entry.replace(/\.ts$/, '.d.ts'))
    const seen = new Set<string>()
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      const { text, uses } = resolved(file, emitted)
      open.push(...uses)
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
  } finally {
    rmSync(emitted, { recursive: true, force: true })
  }
}

/** A declaration file with relative imports only, and the files that it uses. */
function resolved(file: string, emitted: string): { readonly text: string; readonly uses: readonly string[] } {
  const uses: string[] = []
  const text = declarationsOf(file, emitted)
    .replace(NAMED, (...[, keyword, type = '', names, name]: string[]) => {
      const groups = Map.groupBy(namesIn(names ?? ''), (one) => declaringFile(plainName(one), name ?? '', emitted))
      const lines = [...groups].map(
        ([from, list]) => `${keyword}${type} { ${list.join(', ')} } from '${pathTo(from, file)}'`,
      )
      return lines.join('\n')
    })
    .replace(INLINE, (_, packageName: string, name: string) => {
      return `import('${pathTo(declaringFile(name, packageName, emitted), file)}').${name}`
    })
    .replace(RELATIVE, (_, before: string, path: string) => {
      uses.push(join(dirname(file), path).replace(/\.ts$/, '.d.ts'))
      return `${before}'${path.replace(/\.ts$/, '.js')}'`
    })
  return { text, uses }
}

/** What tsc wrote for a file. It writes nothing for one that it first finds through node_modules: `paths` lists the packages. */
function declarationsOf(file: string, emitted: string): string {
  const path = join(emitted, file)
  if (!existsSync(path))
    throw new Error(`tsc wrote no ${file}: add the import that leads to it to "paths" of the project`)
  return readFileSync(path, 'utf8')
}

/** How one declaration file refers to another. */
function pathTo(target: string, from: string): string {
  const path = relative(dirname(from), target)
    .replaceAll('\\', '/')
    .replace(/\.d\.ts$/, '.ts')
  return path.startsWith('.') ? path : `./${path}`
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function plainName(name: string): string {
  return name.replace(/^type /, '').split(' as ')[0] ?? name
}

/** The file of a package that its index takes a name from. */
function declaringFile(name: string, packageName: string, emitted: string): string {
  const folder = join(packageName.slice('@millrace/'.length), 'src')
  const index = declarationsOf(join(folder, 'index.d.ts'), emitted)
  for (const [, names = '', from = ''] of index.matchAll(OWN_LINE)) {
    if (namesIn(names).map(plainName).includes(name)) return join(folder, from).replace(/\.ts$/, '.d.ts')
  }
  throw new Error(`${packageName} does not export ${name} from a file of its own`)
}
