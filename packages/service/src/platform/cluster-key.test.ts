import { openStore } from '@millrace/store'
import { expect, test } from 'vitest'
import { systemRandom } from '../compose.ts'
import { BadSetting } from './bad-setting.ts'
import { requireSharedKey } from './cluster-key.ts'
import { createVault } from './secrets.ts'

test('a process with another secret key than the first one of a cluster does not start', async () => {
  const store = await openStore({ database: ':memory:' })
  const [one, other] = [systemRandom.bytes(32), systemRandom.bytes(32)].map((key) => createVault(key, systemRandom))
  if (one === undefined || other === undefined) throw new Error('no vaults')
  await requireSharedKey(store.keyValues, one)
  await requireSharedKey(store.keyValues, one)
  await expect(requireSharedKey(store.keyValues, other)).rejects.toThrow(BadSetting)
  await expect(requireSharedKey(store.keyValues, other)).rejects.toThrow(/^MILLRACE_SECRET_KEY differs/)
  await store.close()
})
