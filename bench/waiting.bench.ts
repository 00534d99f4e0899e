import { type EngineOnDisk, engineOnDisk } from './engine-on-disk.ts'
import { ms, type Row } from './row.ts'

const COUNT = 100_000
const AT_A_TIME = 500

/** A hundred thousand executions that wait: what they cost in memory, and how fast one of them is back. */
export async function bench(): Promise<Row[]> {
  const on = await engineOnDisk({ now: () => Date.now() })
  const plan = on.planOf({
    nodes: [{ id: 'delay.1', type: 'delay', data: { label: 'Wait', config: { seconds: 86_400 } } }],
    edges: [],
  })
  await startMany(on, plan, 1000)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const ids = await startMany(on, plan, COUNT)
  globalThis.gc?.()
  const more = (process.memoryUsage().rss - before) / 2 ** 20
  const asked = performance.now()
  await on.engine.cancel(ids[COUNT / 2] ?? '')
  const took = performance.now() - asked
  await on.close()
  return [
    {
      work: '100,000 executions waiting',
      measured: `${more.toFixed(0)} MB more`,
      limit: 'memory without them',
      figure: more,
      goal: 'under 100 MB more',
      met: more < 100,
    },
    {
      work: 'one of 100,000 that wait is ended from outside',
      measured: ms(took),
      limit: '–',
      figure: took,
      goal: 'under 20 ms',
      met: took < 20,
    },
  ]
}

async function startMany(on: EngineOnDisk, plan: ReturnType<EngineOnDisk['planOf']>, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at += AT_A_TIME) {
    ids.push(...(await Promise.all(Array.from({ length: AT_A_TIME }, () => on.startWaiting(plan)))))
  }
  return ids
}
