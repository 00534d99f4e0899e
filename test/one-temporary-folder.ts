/**
 * Tests that start no program make their folders in the temporary folder and need not remove them: during a run that is a
 * folder of its own, which is removed after the last test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = 'millrace-unit-run-'

/** Undefined if another project of the same run has made it. */
let made: { readonly folder: string; readonly before: string | undefined } | undefined

export function setup(): void {
  if (tmpdir().includes(NAME)) return
  made = { folder: mkdtempSync(join(tmpdir(), NAME)), before: process.env.TMPDIR }
  process.env.TMPDIR = made.folder
}

export function teardown(): void {
  if (made === undefined) return
  const { folder, before } = made
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
