import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

const names = z.record(z.string(), z.string()).default({})
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
    }),
  ),
})
type Packages = z.infer<typeof Lock>['packages']

/** An installed package of npm, or a workspace of this repository. */
export interface Module {
  /** Folder, relative to the repository, such as `node_modules/pg`. */
  path: string
  name: string
  version: string
  license: string | undefined
  integrity: string | undefined
  /** Paths of the modules that it uses. */
  uses: string[]
}

/** Finds the folder of a dependency as Node.js does: in the folder of its user, then in each folder above. */
const resolve = (packages: Packages, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = [folder, 'node_modules', name].filter(Boolean).join('/')
    const found = packages[path]
    if (found) return found.link ? found.resolved : path
    if (folder === '') return undefined
  }
}

/**
 * Lists the modules that a program of these workspaces can load. Leaves out optional peers, such as the test runners
 * that a library supports, and the packages of other platforms.
 */
export const listModules = async (root: string, workspaces: readonly string[]): Promise<Module[]> => {
  const { packages } = Lock.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const modules = new Map<string, Module>()
  const visit = (path: string): void => {
    const found = packages[path]
    if (!found || modules.has(path)) return
    const required = [
      ...Object.keys(found.dependencies),
      ...Object.keys(found.peerDependencies).filter((name) => !found.peerDependenciesMeta[name]?.optional),
    ]
    const uses = [...required, ...Object.keys(found.optionalDependencies)].flatMap((name) => {
      const target = resolve(packages, path, name)
      if (target !== undefined && existsSync(join(root, target))) return [target]
      if (name in found.optionalDependencies) return []
      throw new Error(`${path} needs ${name}, which is not installed`)
    })
    modules.set(path, {
      path,
      name: path.split('node_modules/').at(-1) ?? path,
      version: found.version ?? '',
      license: found.license,
      integrity: found.integrity,
      uses: uses.toSorted(),
    })
    uses.forEach(visit)
  }
  workspaces.forEach(visit)
  return [...modules.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
