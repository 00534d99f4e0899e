import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readArguments } from '../platform/config.ts'
import { nodeFilesCheck } from './node-files-check.ts'

const VALID = `export default { id: 'one', version: '1.0.0', name: 'One', description: 'For a test.', category: 'logic',
  tags: [], inputs: {}, outputs: {}, config: { type: 'object', properties: {} }, run: () => ({}) }`

test('the check of node files names each invalid file with its line, and changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-node-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const check = (...locations: string[]) => {
    const flags = locations.flatMap((location) => ['--nodes', location])
    return nodeFilesCheck(readArguments(flags, {}, {}).config)
  }
  expect(await check()).toBeUndefined()
  writeFileSync(join(folder, 'one.js'), VALID)
  expect(await check(folder)).toMatchObject({ name: 'node files', status: 'ok', message: '1 custom node type loads.' })
  writeFileSync(join(folder, 'two.js'), "throw new Error('not ready')")
  expect(await check(folder)).toMatchObject({
    status: 'failed',
    message: `${join(folder, 'two.js')}: cannot be imported: not ready (two.js:1)`,
    fix: expect.stringContaining('--nodes'),
  })
  expect(readdirSync(folder)).toEqual(['one.js', 'two.js'])
  expect(await check(join(folder, 'gone'))).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('gone'),
  })
})
