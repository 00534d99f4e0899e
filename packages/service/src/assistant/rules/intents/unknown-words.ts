/** Words before the name of a type that say nothing about it: a "blockchain validator" is more than a validator. */

import type { Draft } from '../draft.ts'
import { propertiesOf } from '../draft.ts'
import type { FoundType } from '../language/find-type.ts'
import { TYPE_WORDS } from '../language/type-words.ts'
import { numberOf, wordsOf } from '../language/words.ts'
import { cannot } from '../outcome.ts'

const HARMLESS = new Set(
  'a an the new another one more extra additional second third fourth last first simple small little big large short long quick nice good human user my our your final main single plain basic normal regular proper tiny separate different local second minute hour day min sec s m h of and with for to step node block in ai me text data value some'.split(
    ' ',
  ),
)

/** Says which words were passed over. */
export function tellOfStrangers(text: string, { type, start }: FoundType, draft: Draft): void {
  const known = new Set(
    wordsOf(
      [
        type.name,
        type.node_type_id,
        type.description,
        ...type.tags,
        ...(TYPE_WORDS[type.node_type_id] ?? []),
        JSON.stringify(propertiesOf(type.configSchema)),
      ].join(' '),
    ),
  )
  const strange = wordsOf(text)
    .slice(0, start)
    .filter((word) => !HARMLESS.has(word) && !known.has(word) && numberOf(word) === undefined && !/^⟦|\d/.test(word))
  if (strange.length > 0)
    cannot(
      draft,
      `I did not understand "${strange.join(' ')}"; it is a plain **${type.name}** (\`${type.node_type_id}\`).`,
    )
}
