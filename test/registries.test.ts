import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { registries, writeRegistries } from '../scripts/registries.ts'
import { ROOT } from './source-files.ts'

test.each(registries(ROOT))('$path is up to date (if not: npm run generate)', ({ path, text }) => {
  expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text)
})

test('a new file is registered and a removed one is not, and nothing else is written', () => {
  const root = mkdtempSync(join(tmpdir(), 'millrace-registries-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['packages/nodes/src', 'packages/service/src']) {
    cpSync(join(ROOT, folder), join(root, folder), { recursive: true })
  }
  expect(writeRegistries(root)).toEqual([])
  const added = join(root, 'packages/nodes/src/types/a-new-one.ts')
  writeFileSync(added, 'export default {}\n')
  writeFileSync(join(root, 'packages/nodes/src/types/a-new-one.test.ts'), '')
  writeFileSync(join(root, 'packages/service/src/http/count-things.route.ts'), 'export default {}\n')
  expect(writeRegistries(root)).toEqual(['packages/nodes/src/node-types.gen.ts', 'packages/service/src/routes.gen.ts'])
  const [types, routes] = registries(root).map(({ path }) => readFileSync(join(root, path), 'utf8'))
  expect(types).toContain("import aNewOneType from './types/a-new-one.ts'\n")
  expect(types).toContain("  'a-new-one.ts': aNewOneType,\n")
  expect(types).not.toContain('a-new-one.test.ts')
  expect(routes).toContain("  { file: 'http/count-things.route.ts', route: httpCountThingsRoute },\n")
  rmSync(added)
  expect(writeRegistries(root)).toEqual(['packages/nodes/src/node-types.gen.ts'])
})
