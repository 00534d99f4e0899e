/**
 * Records golden journals: `node packages/service/src/executions/projection/testing/record-golden.ts`, then `npm run
 * format`. The file names start with the behaviour version that new executions get. Existing files are never
 * overwritten.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { BEHAVIOUR } from '@millrace/engine'
import { GOLDEN, runGolden } from '@millrace/engine/testing/golden-cases'
import { engineView, GOLDEN_FOLDER } from '@millrace/engine/testing/golden-files'
import { clientView } from './golden-view.ts'

mkdirSync(GOLDEN_FOLDER, { recursive: true })
for (const [name, one] of Object.entries(GOLDEN)) {
  const { journal, engine } = await runGolden(one)
  await engine.close()
  for (const [id, { record, events }] of journal.rows) {
    const base = `${GOLDEN_FOLDER}v${BEHAVIOUR}-${name}${id === 'execution-1' ? '' : '-inner'}`
    if (existsSync(`${base}.jsonl`)) continue
    const { end, progress, questions } = engineView(record, events)
    const { detail, log } = clientView(record, events)
    writeFileSync(`${base}.jsonl`, [record, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''))
    writeFileSync(`${base}.expected.json`, `${JSON.stringify({ end, progress, detail, log, questions }, null, 2)}\n`)
    console.log(`${base}.jsonl: ${events.length} events`)
  }
}
