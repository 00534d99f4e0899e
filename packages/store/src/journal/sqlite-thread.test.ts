import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Prints the files that a program loads; the thread itself then fails, because it is not a thread. */
const PRINT_FILES = `
  import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
  await import(process.argv[1]).catch(() => undefined)
`

test('the thread of a SQLite file starts without most of the model', () => {
  const program = new URL('./sqlite-thread.ts', import.meta.url).href
  const flags = ['--conditions=@millrace/source', '--input-type=module', '--eval', PRINT_FILES, program]
  const files = execFileSync(process.execPath, flags, { encoding: 'utf8' }).trim().split('\n')
  expect(files).toContain(new URL('./unfiled.ts', import.meta.url).href)
  const ofModel = files.filter((url) => url.includes('/packages/model/')).map((url) => url.split('/src/')[1])
  expect(ofModel.sort()).toEqual(['default-project.ts', 'execution/listing.ts', 'statuses.ts'])
})
