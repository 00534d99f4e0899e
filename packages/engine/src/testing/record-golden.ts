/**
 * Records golden journals: `node packages/engine/src/testing/record-golden.ts`, then `npm run format`. The file names
 * start with the behaviour version that new executions get. Existing files are never overwritten.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { BEHAVIOUR } from '../core/behaviour.ts'
import { GOLDEN, runGolden } from './golden-cases.ts'
import { addedUp, GOLDEN_FOLDER } from './golden-files.ts'

mkdirSync(GOLDEN_FOLDER, { recursive: true })
for (const [name, one] of Object.entries(GOLDEN)) {
  const { journal, engine } = await runGolden(one)
  await engine.close()
  for (const [id, { record, events }] of journal.rows) {
    const base = `${GOLDEN_FOLDER}v${BEHAVIOUR}-${name}${id === 'execution-1' ? '' : '-inner'}`
    if (existsSync(`${base}.jsonl`)) continue
    writeFileSync(`${base}.jsonl`, [record, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''))
    writeFileSync(`${base}.expected.json`, `${JSON.stringify(addedUp(record, events), null, 2)}\n`)
    console.log(`${base}.jsonl: ${events.length} events`)
  }
}
