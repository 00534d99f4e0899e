/** A SQLite file for each test, in a folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'

export interface StoreFile {
  /** Changes with each test. */
  readonly folder: string
  readonly file: string
  /** Opens the file or another one. */
  open(database?: string): Promise<Store>
  /** Closed after the test, the newest first. */
  closeLater(...opened: readonly { close(): Promise<void> }[]): void
}

/** Call it at the top of a test file. */
export function storeFile(): StoreFile {
  let folder = ''
  let opened: { close(): Promise<void> }[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-store-'))
    opened = []
  })

  afterEach(async () => {
    for (const each of opened.reverse()) await each.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const fileIn = () => join(folder, 'store.db')
  return {
    get folder() {
      return folder
    },
    get file() {
      return fileIn()
    },
    async open(database = fileIn()) {
      const store = await openStore({ database })
      opened.push(store)
      return store
    },
    closeLater(...more) {
      opened.push(...more)
    },
  }
}
