/** Writes to a database until it is killed, and sends each acknowledged write. */
import { openStore } from '../open-store.ts'
import { sampleSave } from './sample-records.ts'

process.once('message', async (database) => {
  const { workflows } = await openStore({ database: String(database) })
  // About the size of a real document, so that a write spans many pages.
  const filling = 'x'.repeat(20_000)
  const first = (await workflows.list({ sort: 'name', order: 'asc', limit: 1, offset: 0 })).total
  for (let n = first; ; n++) {
    const id = `${n}`
    await workflows.create(sampleSave(id, { document: `1 ${filling}` }))
    await send({ id, revision: 1 })
    await workflows.update(sampleSave(id, { revision: 2, name: `Saved ${n}`, document: `2 ${filling}` }), 1, 5)
    await send({ id, revision: 2 })
  }
})

function send(promise: { id: string; revision: number }): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(promise, () => resolve())
  })
}
