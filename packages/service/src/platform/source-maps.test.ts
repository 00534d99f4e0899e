import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'millrace-maps-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

mkdirSync(join(folder, 'dist'))
// The only mapping: line 1, column 1 is line 5, column 3 of the source.
const map = { version: 3, sources: ['../src/failing.ts'], names: [], mappings: 'AAIE' }
writeFileSync(join(folder, 'dist', 'mapped.cjs.map'), JSON.stringify(map))
writeFileSync(join(folder, 'dist', 'mapped.cjs'), 'throw new TypeError("mapped")')
writeFileSync(join(folder, 'dist', 'broken.cjs.map'), '{')
writeFileSync(join(folder, 'dist', 'broken.cjs'), 'throw new Error("broken")')
writeFileSync(join(folder, 'dist', 'odd.cjs'), 'throw Object.assign(new Error("odd"), { toString() { throw 1 } })')

/** The stack of the error that loading a file throws, in a process of its own. */
function stackOf(file: string): string {
  const program = `
    import { createRequire } from 'node:module'
    import { mapStackTraces } from ${JSON.stringify(new URL('./source-maps.ts', import.meta.url).href)}
    mapStackTraces(${JSON.stringify(join(folder, 'dist'))})
    try { createRequire(import.meta.url)(${JSON.stringify(join(folder, 'dist', file))}) } catch (error) { console.log(error.stack) }`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}

test('a stack trace names the source of a built file', () => {
  const [head, first = ''] = stackOf('mapped.cjs').split('\n')
  expect(head).toBe('TypeError: mapped')
  expect(first).toMatch(/^ {4}at Object\.<anonymous> \(/)
  expect(first).toContain(`${join(folder, 'src', 'failing.ts')}:5:3`)
})

test('a file without a valid map keeps its positions', () => {
  expect(stackOf('broken.cjs')).toContain(
    `Error: broken\n    at Object.<anonymous> (${join(folder, 'dist', 'broken.cjs')}:1:7)`,
  )
})

test('an error that cannot be printed has a stack trace', () => {
  expect(stackOf('odd.cjs')).toMatch(/^<error>\n {4}at /)
})
