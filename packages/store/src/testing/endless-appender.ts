/** Appends to the journal of a database until it is killed, and sends the acknowledged length after each append. */
import { openStore } from '../open-store.ts'
import { sampleRecord, sampleSummary, started, step } from './execution-samples.ts'

const AT_A_TIME = 20
const EVENTS = 25

process.once('message', async (database) => {
  const { journal, executions, keyValues } = await openStore({ database: String(database) })
  const { total } = await executions.list({ limit: 1, offset: 0 })
  for (let n = 0; n < AT_A_TIME; n++) void appendForEver(`${total + n}`, AT_A_TIME)
  // Meanwhile, old executions are pruned and another connection writes documents.
  for (let n = 0; ; n++) {
    await executions.compact({ batch: 10 })
    await executions.prune({ finishedBefore: 0, keepPerWorkflow: 500, batch: 10 })
    await keyValues.set('space', `${n % 100}`, n)
    // Yield to the event loop from time to time.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }

  async function appendForEver(first: string, by: number): Promise<never> {
    for (let n = Number(first); ; n += by) {
      const id = `${process.pid} ${n}`
      await journal.create(sampleRecord(id), [started(n)], sampleSummary('running'))
      send(id, 1)
      for (let length = 1; length < EVENTS; length++) {
        const isLast = length === EVENTS - 1
        const large = length === 5 ? 'x'.repeat(70_000) : ''
        await journal.append(id, length, [step(length, { large })], isLast ? sampleSummary('completed') : undefined)
        send(id, length + 1)
      }
    }
  }
})

function send(id: string, length: number): void {
  process.send?.({ id, length })
}
