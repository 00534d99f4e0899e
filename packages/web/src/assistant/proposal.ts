/**
 * What the commands of a reply would do to the graph as it is now. Nothing is changed here: questions are answered, edits
 * are tried on a copy, and every line that does not work is explained.
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
  /** In the block, from 1. */
  readonly line: number
  readonly text: string
  readonly kind: 'edit' | 'ask' | 'view' | 'unreadable'
  /** Why it does not work. */
  readonly problem?: EditProblem
  readonly warnings: readonly EditProblem[]
  /** Of a question, as Markdown. */
  readonly answer?: string
}

export interface Proposal {
  readonly lines: readonly ProposalLine[]
  /** What Apply hands to the editor, in order. */
  readonly edits: readonly Command[]
  readonly views: readonly ViewCommand[]
  /** Steps through the history of the editor; then there are no edits. */
  readonly history: readonly ('undo' | 'redo')[]
  readonly failures: readonly ProposalLine[]
  /** Absent where nothing would change. */
  readonly difference: GraphDifference | undefined
}

const NO_WARNINGS: readonly EditProblem[] = []

export function proposalOf(
  { commands: text, dialect }: Pick<ReplyParts, 'commands' | 'dialect'>,
  graph: Graph,
  catalogue: Catalogue,
): Proposal {
  const { commands: read, problems } = parseCommands(text, catalogue)
  const commands = dialect === 'flowdrop' ? meantThere(read, graph, catalogue) : read
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

/** The commands as the public editor would carry them out. */
function meantThere(read: readonly ParsedLine[], graph: Graph, catalogue: Catalogue): readonly ParsedLine[] {
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

/** Whether somebody has to decide something; answers and looks need no decision. */
export function needsDecision({ edits, history }: Proposal): boolean {
  return edits.length > 0 || history.length > 0
}

/** What went wrong, as the next message to the assistant. */
export function failureReport(failures: readonly ProposalLine[]): string {
  const list = failures.map(
    ({ line, text, problem }) => `- line ${line}, \`${text}\`: ${problem?.message ?? ''} (${problem?.code ?? ''})`,
  )
  return `These commands do not work:\n${list.join('\n')}\nPlease send all commands again, mended.`
}
