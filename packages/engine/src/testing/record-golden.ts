/**
 * Writes golden journals, by hand: `node packages/engine/src/testing/record-golden.ts <set>`, where the set is that of
 * the release (`v1`), then `npm run format`. Files that are there are left alone: what was once recorded does not change.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { GOLDEN, runGolden } from './golden-cases.ts'
import { addedUp, GOLDEN_FOLDER } from './golden-files.ts'

const set = process.argv[2]
if (set === undefined || !/^v\d+$/.test(set)) {
  console.error('record-golden: name the set, such as v1')
  process.exit(1)
}

mkdirSync(GOLDEN_FOLDER, { recursive: true })
for (const [name, one] of Object.entries(GOLDEN)) {
  const { journal, engine } = await runGolden(one)
  await engine.close()
  for (const [id, { record, events }] of journal.rows) {
    const base = `${GOLDEN_FOLDER}${set}-${name}${id === 'execution-1' ? '' : '-inner'}`
    if (existsSync(`${base}.jsonl`)) continue
    writeFileSync(`${base}.jsonl`, [record, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''))
    writeFileSync(`${base}.expected.json`, `${JSON.stringify(addedUp(record, events), null, 2)}\n`)
    console.log(`${base}.jsonl: ${events.length} events`)
  }
}
