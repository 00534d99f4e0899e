/** The built-in catalogue and workflows written as commands, for tests of the assistant. */
import { applyAll, type Catalogue, catalogueOf, type Graph, parseCommands } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'

export const catalogue: Catalogue = catalogueOf(await loadBuiltInNodes())

/** The workflow after these commands, starting from an empty one or from another. */
export function drawn(commands: string, from: Graph = { nodes: [], edges: [] }): Graph {
  const parsed = parseCommands(commands, catalogue)
  const lines = parsed.commands.map(({ command }) => command)
  const built = applyAll(from, lines, catalogue)
  const wrong = [...parsed.problems, ...built.results.flatMap((one) => (one.ok ? [] : [one.problem]))]
  if (wrong.length > 0) throw new Error(wrong.map(({ message }) => message).join('\n'))
  return built.graph
}

export const chat = drawn(`
  add text_input
  add chat_model
  set chat_model.1:model gpt-4o-mini
  add text_output
  connect text_input.1:text chat_model.1:message
  connect chat_model.1:response text_output.1:text`)
