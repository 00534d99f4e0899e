/** Writes a draft again and again until it is killed, and sends the revision of each acknowledged write. */
import { openStore } from '../open-store.ts'
import { sampleSave } from './sample-records.ts'

process.once('message', async (database) => {
  const { workflows, drafts } = await openStore({ database: String(database) })
  await workflows.create(sampleSave('a'))
  const filling = 'x'.repeat(20_000)
  let seen = (await drafts.get('a', 'ada'))?.revision
  for (;;) {
    const document = `${(seen ?? 0) + 1} ${filling}`
    const draft = { workflowId: 'a', owner: 'ada', baseRevision: 1, updatedAt: 1, document, secrets: null }
    const answer = await drafts.put(draft, { seen, maxPerOwner: 1 })
    if (answer.status !== 'saved') throw new Error(answer.status)
    seen = answer.revision
    await new Promise<void>((resolve) => {
      process.send?.(seen, () => resolve())
    })
  }
})
