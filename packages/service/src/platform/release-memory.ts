/**
 * One full garbage collection after the start: loading the program leaves garbage that an idle service would keep for
 * long. Idle memory is 97 MB with it and 106 MB without (docs/contributing/decisions/0001-runtime.md).
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }) => void

/** Runs the collection, which takes some ten milliseconds. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect | undefined
  setFlagsFromString('--no-expose-gc')
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
