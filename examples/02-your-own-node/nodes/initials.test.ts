/** Every example of the node is a test. Run: `node --test examples/02-your-own-node/nodes/*.test.ts` */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultsOf, type RunContext } from '@millrace/model'
import initials from './initials.ts'

for (const { title, config, inputs, outputs, fails } of initials.examples ?? []) {
  test(title, async () => {
    const context = { config: { ...defaultsOf(initials.config), ...config }, inputs } as RunContext
    const run = async () => initials.run?.(context)
    if (fails === undefined) assert.deepEqual(await run(), outputs)
    else await assert.rejects(run, { code: fails })
  })
}
