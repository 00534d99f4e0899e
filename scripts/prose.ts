/**
 * `node scripts/prose.ts [path …]`: lists wording that the style guide rules out, with what to write instead, and the
 * share of comment lines that have any. `test/prose.test.ts` fails on the same list.
 */
import { proseFiles } from './prose/files.ts'
import { findings } from './prose/rules.ts'
import { textsOf } from './prose/texts.ts'

const MAX_PRINTED = 200
const paths = process.argv.slice(2)
const none = () => ({ all: 0, marked: 0 })
const counts = { comment: none(), title: none(), string: none(), page: none() }
let printed = 0
for (const { path, source } of proseFiles(paths))
  for (const { line, place, text } of textsOf(path, source)) {
    const found = findings(text, place)
    counts[place].all += 1
    if (found.length > 0) counts[place].marked += 1
    for (const { word, instead } of found)
      if (printed++ < MAX_PRINTED)
        console.log(
          `${path}:${line} ${place} "${word}" (write: ${instead})  ${text.trim().slice(0, 110).replaceAll('\n', ' ')}`,
        )
  }
if (printed > MAX_PRINTED) console.log(`… and ${printed - MAX_PRINTED} more`)
for (const [place, { all, marked }] of Object.entries(counts))
  console.log(`${place}: ${marked} of ${all} (${((100 * marked) / Math.max(1, all)).toFixed(1)} %)`)
process.exitCode = printed > 0 ? 1 : 0
