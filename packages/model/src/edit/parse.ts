/**
 * Parses text to commands. A bad line never throws and never stops the others: it becomes a problem with the line number,
 * the reason and the nearest valid spelling. Linear in the text.
 */
import type { Catalogue } from '../catalogue.ts'
import { short } from '../workflow/workflow.ts'
import { type Command, verbForms, verbNamed } from './command.ts'
import { fit } from './commands/canvas.ts'
import { type EditProblem, editProblem, Refusal, refusalOf, refuse } from './edit-problem.ts'
import { LineReader } from './line-reader.ts'
import { nearestTo } from './nearest.ts'
import { fencesIn } from './value-text.ts'

export const DSL_LIMITS = { characters: 200_000, commands: 2_000 } as const

/** A command and its first line, counted from 1. */
export interface ParsedLine {
  readonly line: number
  readonly command: Command
}

export interface LineProblem extends EditProblem {
  readonly line: number
}

export interface Parsed {
  readonly commands: readonly ParsedLine[]
  readonly problems: readonly LineProblem[]
}

/** The commands of a text. A catalogue makes it check the types of `add` and distinguish names from types. */
export function parseCommands(text: string, catalogue?: Catalogue): Parsed {
  if (text.length > DSL_LIMITS.characters) {
    const message = `The text has ${text.length} characters, at most ${DSL_LIMITS.characters} are read`
    return { commands: [], problems: [{ ...editProblem('PARSE_ERROR', message), line: 1 }] }
  }
  const commands: ParsedLine[] = []
  const problems: LineProblem[] = []
  for (const { line, text: written, isOpen } of linesOf(text)) {
    if (commands.length + problems.length >= DSL_LIMITS.commands) {
      const message = `At most ${DSL_LIMITS.commands} commands are read; this one and what follows were left out`
      problems.push({ ...editProblem('PARSE_ERROR', message), line })
      break
    }
    const read = isOpen
      ? refusalOf(() => refuse('PARSE_ERROR', 'Unclosed block: """ opens it, and nothing closes it'))
      : refusalOf(() => commandIn(written, catalogue))
    if (read.ok) commands.push({ line, command: read.value })
    else problems.push({ ...read.problem, line })
  }
  return { commands, problems }
}

interface WrittenLine {
  readonly line: number
  readonly text: string
  /** True if a block was opened and not closed. */
  readonly isOpen: boolean
}

/** The lines with a command; a block of several lines is one. Skips blank lines and comments. */
function* linesOf(text: string): Iterable<WrittenLine> {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  for (let at = 0; at < lines.length; at++) {
    const first = (lines[at] ?? '').trim()
    if (first === '' || first.startsWith('#') || first.startsWith('//')) continue
    const start = at
    let isOpen = fencesIn(first) % 2 === 1
    const parts = [isOpen ? (lines[at] ?? '').trimStart() : first]
    while (isOpen && at + 1 < lines.length) {
      const next = lines[++at] ?? ''
      parts.push(next)
      if (fencesIn(next) % 2 === 1) isOpen = false
    }
    yield { line: start + 1, text: parts.join('\n'), isOpen }
  }
}

function commandIn(text: string, catalogue: Catalogue | undefined): Command {
  const reader = new LineReader(text)
  const word = reader.word('a command')
  const name = word.toLowerCase()
  // The public editor accepts these two without "canvas" as well.
  if (name === 'fit' || name === 'fitview') return fit(reader)
  const { read, forms = [] } = verbNamed(name) ?? {}
  if (read === undefined)
    return refuse('UNKNOWN_COMMAND', `"${short(word)}" is not a command`, nearestTo(name, verbForms().keys()))
  const command = refusalOf(() => read(reader, catalogue))
  if (command.ok) return command.value
  const { problem } = command
  if (problem.code !== 'PARSE_ERROR') throw new Refusal(problem)
  throw new Refusal({ ...problem, message: `${problem.message}. Write: ${forms.map(({ form }) => form).join(' or ')}` })
}
