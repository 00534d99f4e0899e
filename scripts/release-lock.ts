/**
 * The lockfile beside the packed package. npm ignores a lockfile inside a tarball, so `npm ci` with this one is how an
 * installation gets exactly the versions that the tests ran with.
 */

export interface LockedPackage {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

type Packages = Readonly<Record<string, LockedPackage>>

export interface Lockfile {
  readonly packages: Packages
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly bundleDependencies: readonly string[]
}

interface Tarball {
  readonly filename: string
  readonly integrity: string
}

/** A project that depends on the tarball beside it, and its lockfile. */
export function releaseProject(workspace: Lockfile, manifest: Manifest, { filename, integrity }: Tarball) {
  const resolved = `file:${filename}`
  const project = { name: 'millrace-release', private: true, dependencies: { [manifest.name]: resolved } }
  const { name, version, dependencies, bundleDependencies } = manifest
  const bundled = bundleDependencies.map((each) => [
    `node_modules/${name}/node_modules/${each}`,
    { version: dependencies[each], inBundle: true },
  ])
  const packages = {
    '': project,
    ...lockedFor(workspace.packages, manifest),
    [`node_modules/${name}`]: { ...manifest, version, resolved, integrity },
    ...Object.fromEntries(bundled),
  }
  return { project, lockfile: { name: project.name, lockfileVersion: 3, requires: true, packages } }
}

/** Every package that the manifest needs from the registry, with version and checksum of the workspace's lockfile. */
function lockedFor(packages: Packages, { dependencies, bundleDependencies }: Manifest) {
  const found = new Map<string, object>()
  const visit = (name: string, from: string, isOptional: boolean): void => {
    const path = placeOf(packages, name, from)
    const locked = path === undefined ? undefined : packages[path]
    if (path === undefined || locked === undefined) {
      if (isOptional) return
      throw new Error(`package-lock.json does not have ${name}, a dependency of ${from || 'the service'}`)
    }
    if (found.has(path)) return
    const marks = { dev: undefined, devOptional: undefined, peer: undefined }
    found.set(path, { ...locked, ...marks })
    for (const each of Object.keys(locked.dependencies ?? {})) visit(each, path, false)
    for (const each of Object.keys(locked.optionalDependencies ?? {})) visit(each, path, true)
    for (const each of Object.keys(locked.peerDependencies ?? {}))
      visit(each, path, locked.peerDependenciesMeta?.[each]?.optional === true)
  }
  for (const name of Object.keys(dependencies)) if (!bundleDependencies.includes(name)) visit(name, '', false)
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Where a package finds another one: in its own node_modules, else in those of the folders above. */
function placeOf(packages: Packages, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}
