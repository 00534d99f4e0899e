/** Reloads custom node types when a file in their folders changes (`--watch-nodes`). */
import { type FSWatcher, watch } from 'node:fs'
import { reloadCustomNodes } from '@millrace/nodes'
import type { Log } from '../platform/ports.ts'
import type { LiveCatalogue } from './live-catalogue.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 50

/** Watches the folders until the returned function is called. */
export function watchNodes(catalogue: LiveCatalogue, log: Pick<Log, 'info' | 'warn'>): () => void {
  let timer: NodeJS.Timeout | undefined
  let version = 0
  let reloading: Promise<void> | undefined
  let isChanged = false
  const reload = async () => {
    version += 1
    try {
      catalogue.reload(await Promise.all(catalogue.folders.map((folder) => reloadCustomNodes(folder, version))))
    } catch (error) {
      // For example a categories.json that is not valid.
      catalogue.failed(error)
    }
    for (const { file, message } of catalogue.problems) log.warn({ file, problem: message }, 'a node file is invalid')
    log.info({ version: catalogue.version, types: catalogue.types.size }, 'reloaded the custom node types')
  }
  const settled = () => {
    // One reload at a time; changes during it are loaded by the next one.
    if (reloading !== undefined) {
      isChanged = true
      return
    }
    reloading = reload().finally(() => {
      reloading = undefined
      if (!isChanged) return
      isChanged = false
      settled()
    })
  }
  const onChange = (_: string, file: string | null) => {
    if (file !== null && /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(settled, SETTLE_MS)
  }
  const watchers = catalogue.folders.map((folder): FSWatcher => {
    const watcher = watch(folder, { recursive: true }, onChange)
    return watcher.on('error', (err) => log.warn({ err, folder }, 'a folder of nodes cannot be watched'))
  })
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
