/**
 * What a model may call: the commands that edit the workflow, applied to a draft, and tools that read: the catalogue,
 * the nodes, the problems of the draft and the last run.
 */
import {
  answerTo,
  type Catalogue,
  COMMAND_TOOLS,
  type Command,
  commandOfCall,
  fits,
  type Graph,
  isAsking,
  type PipelineDetail,
  type ToolCall,
  type ToolSpec,
  Type,
  type ValidationProblem,
} from '@millrace/model'
import { findings } from '../new-problems.ts'
import { graphWithoutSecrets } from '../prompt/without-secrets.ts'
import { runReport } from './run-report.ts'
import type { WorkflowDraft } from './workflow-draft.ts'

/** What the tools read outside the draft, with the rights of the caller. */
export interface WorkflowReads {
  /** All problems of a workflow; the default is a check without the parsers of expressions and templates. */
  problems?(graph: Graph): Promise<readonly ValidationProblem[]>
  /** The last run of the stored workflow, or the last one that failed. */
  lastRun?(outcome: RunOutcome): Promise<PipelineDetail | undefined>
}

export interface ToolNeeds {
  readonly draft: WorkflowDraft
  readonly catalogue: Catalogue
  readonly reads: WorkflowReads
  /** Whether the request is about the layout; else nodes stay where they are. */
  readonly mayMove: boolean
  /** Removes secrets from a text. */
  readonly clean: (text: string) => string
}

export interface ToolOutcome {
  readonly content: string
  /** What became of an edit; absent for calls that only read. */
  readonly edit?: 'applied' | 'refused'
}

export interface AssistantTools {
  readonly specs: readonly ToolSpec[]
  call(call: ToolCall): Promise<ToolOutcome>
}

const RUN_OUTCOMES = ['any', 'failed'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

const ValidateArguments = Type.Object({}, { additionalProperties: false })
const RunArguments = Type.Object(
  { outcome: Type.Optional(Type.Enum(RUN_OUTCOMES, { description: 'failed: the last run that failed.' })) },
  { additionalProperties: false },
)

const VALIDATE: ToolSpec = {
  name: 'validate',
  description: 'Problems of the workflow with the changes made so far.',
  parameters: ValidateArguments,
}
const LAST_RUN: ToolSpec = {
  name: 'last_run',
  description:
    'The last run of the workflow: its status and error, and the status, error, inputs and outputs of each step.',
  parameters: RunArguments,
}

const MAX_RESULT = 12_000
const MAX_PROBLEMS = 50
const MOVING = new Set(['move', 'resize', 'layout'])

export function createAssistantTools(needs: ToolNeeds): AssistantTools {
  const { reads, mayMove, clean } = needs
  const commands = COMMAND_TOOLS.filter(({ verb }) => mayMove || !MOVING.has(verb))
  const specs = [
    ...commands.map(({ name, description, parameters }) => ({ name, description, parameters })),
    VALIDATE,
    ...(reads.lastRun === undefined ? [] : [LAST_RUN]),
  ]
  const names = new Set(specs.map(({ name }) => name))

  async function perform({ name, args }: ToolCall): Promise<ToolOutcome> {
    if (!names.has(name)) return { content: `Refused: there is no tool "${name}".` }
    if (name === VALIDATE.name) return { content: problemsText(await problemsOf(needs)) }
    if (name === LAST_RUN.name) return { content: await lastRunText(args, reads) }
    const read = commandOfCall(name, args)
    if (!read.ok) return { content: `Refused: ${read.problem.message}`, edit: 'refused' }
    return commandOutcome(read.command, needs)
  }

  return {
    specs,
    async call(call) {
      const outcome = await perform(call)
      return { ...outcome, content: cut(clean(outcome.content)) }
    },
  }
}

function commandOutcome(command: Command, { draft, catalogue }: ToolNeeds): ToolOutcome {
  if (isAsking(command)) {
    const answer = answerTo(graphWithoutSecrets(draft.graph, catalogue), command, catalogue)
    return { content: answer.ok ? answer.text : `Refused: ${answer.problem.message}` }
  }
  const result = draft.apply(command)
  if (!result.ok) return { content: `Refused: ${result.message}`, edit: 'refused' }
  const added = result.addedNodes.map((id) => ` The id of the new node is ${id}.`)
  const warnings = result.warnings.map((warning) => `\nWarning: ${warning}`)
  return { content: `Applied.${added.join('')}${warnings.join('')}`, edit: 'applied' }
}

async function problemsOf({ draft, catalogue, reads }: ToolNeeds): Promise<readonly ValidationProblem[]> {
  return (await reads.problems?.(draft.graph)) ?? findings(draft.graph, catalogue)
}

function problemsText(problems: readonly ValidationProblem[]): string {
  if (problems.length === 0) return 'No problems.'
  const lines = problems.slice(0, MAX_PROBLEMS).map(({ severity, code, message }) => `${severity} ${code}: ${message}`)
  return [...lines, ...(problems.length > MAX_PROBLEMS ? [`(${problems.length - MAX_PROBLEMS} more)`] : [])].join('\n')
}

async function lastRunText(args: unknown, { lastRun }: WorkflowReads): Promise<string> {
  if (!fits(RunArguments, args)) return 'Refused: "outcome" must be "any" or "failed".'
  const run = await lastRun?.(args.outcome ?? 'any')
  if (run !== undefined) return runReport(run)
  return args.outcome === 'failed' ? 'No run of this workflow failed.' : 'This workflow has not been run yet.'
}

function cut(text: string): string {
  return text.length <= MAX_RESULT ? text : `${text.slice(0, MAX_RESULT)}\n(cut: ${text.length} characters in all)`
}
