/** The typed command `help <command>`. Commands are the same in every language, so the page decides that of the answer. */
import { answerTo, type Catalogue, type Graph, parseCommands, translatedLines, verbForms } from '@millrace/model'
import { languagesFor } from './lexicon/languages.ts'

/** How a command is written and what it does; undefined if the message is something else. */
export function typedHelp(message: string, { page, catalogue }: { page?: string | undefined; catalogue: Catalogue }) {
  if (!/^\s*help\s+\S+\s*$/i.test(message)) return undefined
  const { commands } = parseCommands(message, catalogue)
  const command = commands[0]?.command
  if (command?.verb !== 'help' || !verbForms().has(command.about?.toLowerCase() ?? '')) return undefined
  const answer = answerTo(NO_NODES, command, catalogue)
  const [language] = languagesFor([], page)
  return answer.ok && language !== undefined ? translatedLines(answer.text, language.message) : undefined
}

const NO_NODES: Graph = { nodes: [], edges: [] }
