/**
 * What a reply passes over. A reader takes from a request what it knows; a clause of which nothing shows in the commands
 * or in the answer was not read, and it is better to say so than to let it be taken for done.
 */
import { nodeTypeIdOf, printCommand, titleOf } from '@millrace/model'
import type { Draft } from './draft.ts'
import { rootOf } from './language/mentions.ts'
import { TYPE_WORDS } from './language/type-words.ts'
import { written } from './language/wording.ts'
import { wordsOf } from './language/words.ts'
import { cannot } from './outcome.ts'

const EMPTY = new Set(
  'the and then but for with from into that this these those when where which what will would should could must have has had are was were been being please just only also again here there them they their its your our mine some any all each every both one two first last next done make made get gets got put take use used using want need like give same other another thing things node nodes step steps workflow after before between behind instead more than not'.split(
    ' ',
  ),
)

/** Where the reading of a request began. */
export interface Mark {
  readonly commands: number
  readonly said: number
  readonly open: number
}

export function markOf({ commands, said, open }: Draft): Mark {
  return { commands: commands.length, said: said.length, open: open.length }
}

/** Tells of the clauses of a request that show nowhere in what was made of it. */
export function tellOfGaps(request: string, draft: Draft, mark: Mark): void {
  if (draft.commands.length === mark.commands || draft.open.length > mark.open) return
  const clauses = request.split(/\s*[,;:]\s+|\s+(?:and|but|then|so that|because|that|which|who)\s+/i).slice(1)
  if (clauses.length === 0) return
  const shown = shownRoots(draft, mark)
  for (const clause of clauses) {
    const words = contentOf(clause)
    if (words.length < 2 || words.some((word) => shown.has(word))) continue
    cannot(draft, `I did not understand "${written(clause, draft.held).trim()}".`)
  }
}

function contentOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => word.length > 2 && !EMPTY.has(word) && !/^⟦/.test(word))
    .map(rootOf)
}

/** The words that the commands and sentences since a mark show: values, settings, nodes, and what their types are called. */
function shownRoots(draft: Draft, mark: Mark): ReadonlySet<string> {
  const commands = draft.commands.slice(mark.commands)
  const lines = commands.map((command) => printCommand(command, 'millrace') ?? '')
  const text = [...lines, ...draft.said.slice(mark.said)].join('\n')
  const names = draft.graph.nodes
    .filter((node) => text.includes(node.id))
    .flatMap((node) => [titleOf(node), nodeTypeIdOf(node), ...(TYPE_WORDS[nodeTypeIdOf(node)] ?? [])])
  return new Set(contentOf([text, ...names].join('\n')))
}
