import { blocks, code, rows } from '../answer-text.ts'
import { refuse } from '../edit-problem.ts'
import { wordText } from '../identifiers.ts'
import { nearestTo } from '../nearest.ts'
import { line, type Verb, type VerbForm } from '../verb.ts'

/** Shows how commands are written. */
export interface HelpCommand {
  readonly verb: 'help'
  readonly about?: string
}

/** The forms of all verbs are an argument, because help is one of them. */
export function helpFor(formsOf: () => ReadonlyMap<string, readonly VerbForm[]>): Verb<HelpCommand> {
  return {
    kind: 'ask',
    forms: [{ form: 'help [<command>]', effect: 'How all commands, or one, are written.', example: 'help connect' }],

    read(reader) {
      if (reader.isDone) return { verb: 'help' }
      const about = reader.word('a command')
      reader.end()
      return { verb: 'help', about }
    },

    write: ({ about }, dialect) =>
      about === undefined ? 'help' : line('help', wordText(about, dialect === 'millrace')),

    answer(_graph, { about }) {
      const forms = formsOf()
      if (about === undefined)
        return rows([...forms.values()].flat().map(({ form, effect }) => `${code(form)}: ${effect}`))
      const found = forms.get(about.toLowerCase())
      if (found === undefined)
        return refuse('UNKNOWN_COMMAND', `There is no command "${about}"`, nearestTo(about, forms.keys()))
      return blocks(
        ...found.map(({ form, effect, example }) => `${code(form)}: ${effect}\n\n\`\`\`\n${example}\n\`\`\``),
      )
    },
  }
}
