/**
 * The effect of the commands of a reply on the current graph. Nothing is changed here: questions are answered, edits
 * are applied to a copy, and every invalid line has an error.
 */
import {
  answerTo,
  applyAll,
  type Catalogue,
  type Command,
  type EditProblem,
  type Graph,
  isAsking,
  kindOf,
  type ParsedLine,
  parseCommands,
  printCommand,
  type ViewCommand,
  withPublicSwaps,
} from '@millrace/model'
import { differenceOf, type GraphDifference, isSame } from '../graph/graph-difference.ts'
import { insertSpacing } from '../graph/insert-spacing.ts'
import type { ReplyParts } from './reply-parts.ts'

export interface ProposalLine {
  /** Line number in the block, from 1. */
  readonly line: number
  readonly text: string
  readonly kind: 'edit' | 'ask' | 'view' | 'unreadable'
  /** Why the command is invalid. */
  readonly problem?: EditProblem
  readonly warnings: readonly EditProblem[]
  /** Answer to a question, as Markdown. */
  readonly answer?: string
}

export interface Proposal {
  readonly lines: readonly ProposalLine[]
  /** The commands that Apply passes to the editor, in order. */
  readonly edits: readonly Command[]
  readonly views: readonly ViewCommand[]
  /** Undo and redo steps; then there are no edits. */
  readonly history: readonly ('undo' | 'redo')[]
  readonly failures: readonly ProposalLine[]
  /** Absent if nothing would change. */
  readonly difference: GraphDifference | undefined
}

const NO_WARNINGS: readonly EditProblem[] = []

export function proposalOf(
  { commands: text, dialect }: Pick<ReplyParts, 'commands' | 'dialect'>,
  graph: Graph,
  catalogue: Catalogue,
): Proposal {
  const { commands: read, problems } = parseCommands(text, catalogue)
  const commands = dialect === 'flowdrop' ? inFlowDropDialect(read, graph, catalogue) : read
  const sources = text.split('\n')
  const edits = commands.filter(({ command }) => kindOf(command) === 'edit' || isHistory(command))
  const history = edits.every(({ command }) => isHistory(command))
    ? edits.map(({ command }) => command.verb as 'undo' | 'redo')
    : []
  const tried = applyAll(graph, history.length > 0 ? [] : edits.map(({ command }) => command), catalogue, {
    skipRefused: true,
  })
  const results = new Map(tried.results.map((result, at) => [edits[at]?.line, result]))
  const lines: ProposalLine[] = [
    ...problems.map(({ line, ...problem }) => ({
      line,
      text: (sources[line - 1] ?? '').trim(),
      kind: 'unreadable' as const,
      problem,
      warnings: NO_WARNINGS,
    })),
    ...commands.map(({ line, command }): ProposalLine => {
      const shown = { line, text: printCommand(command, dialect ?? 'millrace') ?? (sources[line - 1] ?? '').trim() }
      if (isAsking(command)) {
        const answer = answerTo(graph, command, catalogue)
        return {
          ...shown,
          kind: 'ask',
          warnings: NO_WARNINGS,
          ...(answer.ok ? { answer: answer.text } : { problem: answer.problem }),
        }
      }
      if (isView(command)) return { ...shown, kind: 'view', warnings: NO_WARNINGS }
      const result = results.get(line)
      if (result === undefined) return { ...shown, kind: 'edit', warnings: NO_WARNINGS }
      return {
        ...shown,
        kind: 'edit',
        ...(result.ok ? { warnings: result.warnings } : { warnings: NO_WARNINGS, problem: result.problem }),
      }
    }),
  ].sort((a, b) => a.line - b.line)
  const positions = insertSpacing(graph, tried.graph, catalogue)
  const room: Command[] = Object.keys(positions).length === 0 ? [] : [{ verb: 'place', positions }]
  const after = applyAll(tried.graph, room, catalogue).graph
  const difference = after === graph ? undefined : differenceOf(graph, after)
  return {
    lines,
    edits: history.length > 0 ? [] : [...edits.map(({ command }) => command), ...room],
    views: commands.map(({ command }) => command).filter(isView),
    history,
    failures: lines.filter(({ problem }) => problem !== undefined),
    difference: difference === undefined || isSame(difference.diff) ? undefined : difference,
  }
}

/** The commands with the semantics of the public editor. */
function inFlowDropDialect(read: readonly ParsedLine[], graph: Graph, catalogue: Catalogue): readonly ParsedLine[] {
  const meant = withPublicSwaps(
    graph,
    read.map(({ command }) => command),
    catalogue,
  )
  return read.map(({ line, command }, at) => ({ line, command: meant[at] ?? command }))
}

function isHistory({ verb }: Command): boolean {
  return verb === 'undo' || verb === 'redo'
}

function isView(command: Command): command is ViewCommand {
  return kindOf(command) === 'view'
}

/** True if the user must decide; answers and view commands need no decision. */
export function needsDecision({ edits, history }: Proposal): boolean {
  return edits.length > 0 || history.length > 0
}

/** The errors as the next message to the assistant. */
export function failureReport(failures: readonly ProposalLine[]): string {
  const list = failures.map(
    ({ line, text, problem }) => `- line ${line}, \`${text}\`: ${problem?.message ?? ''} (${problem?.code ?? ''})`,
  )
  return `These commands failed:\n${list.join('\n')}\nPlease send all commands again, corrected.`
}
