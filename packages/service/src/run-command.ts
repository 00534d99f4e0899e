/** `millrace run FILE`: runs a workflow in this process, without a service, and prints its outputs. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outputsOf } from '@millrace/engine'
import { CheckedWorkflow, fits, isObject, issuesOf, type PipelineUpdate, Problem } from '@millrace/model'
import { compose } from './compose.ts'
import { refuseUnusedInputs, withInputs } from './executions/command-inputs.ts'
import { waitsOnlyForPeople } from './executions/only-waits.ts'
import type { UnsavedWorkflow } from './executions/preparer.ts'
import { END } from './executions/streams/pipeline-updates.ts'
import { terminalLine } from './executions/terminal-line.ts'
import type { Caller } from './platform/caller.ts'
import { type Command, type CommandContext, INTERRUPTED } from './platform/command.ts'
import { usageOf } from './platform/command-help.ts'
import { BadSetting, type Config, readArguments } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import type { Services } from './services.ts'
import { readDocument } from './workflows/read-document.ts'

const FLAGS = { input: { type: 'string', multiple: true }, inputs: { type: 'string' } } as const

/** Exit codes; 1 is also that of every other command that fails. */
const EXIT = { completed: 0, failed: 1, cancelled: 1, notStarted: 2, waits: 3 } as const

export const runCommand: Command = {
  name: 'run',
  usage: ['run FILE [--input NAME=TEXT]… [--inputs FILE] [--data-dir DIR] [flags]'],
  summary: 'runs a workflow from a JSON or YAML file without a service, and prints its outputs as JSON',
  help: [
    '  --input NAME=TEXT         an input of the start node',
    '  --input NODE:PORT=TEXT    an input or a setting of another node; := instead of = is followed by JSON',
    '  --inputs FILE             a JSON or YAML file with inputs, as in the API',
    '  --data-dir DIR            a data folder for files, stored values and called workflows; no service may use it.',
    '                            Default: a temporary folder',
    '',
    'Outputs go to stdout, progress to stderr. Exit codes: 0 completed, 1 failed or cancelled, 2 not started because',
    'of the file, an input or a setting, 3 waits for an answer of a person, 130 interrupted and cancelled.',
  ],
  async run(args, context) {
    try {
      return await runFile(args, context)
    } catch (error) {
      if (!(error instanceof BadSetting || error instanceof Problem)) throw error
      for (const line of problemLines(error)) context.note(line)
      return EXIT.notStarted
    }
  },
}

/** Of the environment, a run does not use what belongs to a service: its database and its cluster. */
const OF_A_SERVICE = ['MILLRACE_DATA_DIR', 'MILLRACE_DATABASE', 'MILLRACE_ENGINE', 'MILLRACE_STANDBY']

async function runFile(args: readonly string[], context: CommandContext): Promise<number> {
  const env = { MILLRACE_LOG_LEVEL: 'warn', ...context.env, ...Object.fromEntries(OF_A_SERVICE.map((name) => [name])) }
  const hasFolder = args.some((word) => /^--data-dir(?:=|$)/.test(word))
  // Read before anything is created: a wrong flag or file leaves nothing behind.
  const { config, flags, words } = readArguments(args, env, FLAGS)
  const [file, ...others] = words
  if (file === undefined || others.length > 0) throw new BadSetting(usageOf(runCommand))
  if (config.cluster !== undefined || config.standby) throw new BadSetting('run takes neither --engine nor --standby.')
  const workflow = await workflowIn(file)
  const inputs = withInputs(flags.inputs === undefined ? {} : await inputsIn(flags.inputs), flags.input ?? [])
  const launch = { workflow, inputs, hasFolder }
  if (hasFolder) return runIn(config, launch, context)
  const dataDir = await mkdtemp(join(tmpdir(), 'millrace-run-'))
  try {
    const database = args.some((word) => /^--database(?:=|$)/.test(word))
      ? config.database
      : join(dataDir, 'millrace.db')
    return await runIn({ ...config, dataDir, database }, launch, context)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function workflowIn(file: string): Promise<UnsavedWorkflow> {
  const value = await documentIn(file)
  if (!fits(CheckedWorkflow, value)) {
    const [issue] = issuesOf(CheckedWorkflow, value)
    throw new BadSetting(`${file} is not a workflow: ${issue?.path || 'the document'} ${issue?.message ?? ''}.`)
  }
  const { name, nodes, edges = [], config } = value as Partial<UnsavedWorkflow>
  if (nodes === undefined) throw new BadSetting(`${file} is not a workflow: it has no nodes.`)
  return { name, nodes, edges, config }
}

async function inputsIn(file: string): Promise<Readonly<Record<string, unknown>>> {
  const value = await documentIn(file)
  if (isObject(value)) return value
  throw new BadSetting(`${file} does not contain an object with inputs.`)
}

function documentIn(file: string): Promise<unknown> {
  return readDocument(file).catch((error: unknown) => {
    throw new BadSetting(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
}

interface RunLaunch {
  readonly workflow: UnsavedWorkflow
  readonly inputs: Readonly<Record<string, unknown>>
  readonly hasFolder: boolean
}

/** The owner of the data folder may do everything in it. */
const OPERATOR: Caller = {
  id: 'command-line',
  name: 'Command line',
  role: 'admin',
  via: 'nothing',
  tokenId: null,
  expiresAt: null,
}

/** Runs the workflow; executions and schedules of the data folder are not continued. */
async function runIn(config: Config, launch: RunLaunch, context: CommandContext): Promise<number> {
  const interrupted = context.interrupted()
  // No port is opened, so no token is needed.
  const composed = await compose({ ...config, auth: 'none' }, createLog(config))
  try {
    return await execute(composed.services, launch, { ...context, interrupted: () => interrupted })
  } finally {
    await composed.close()
  }
}

async function execute(services: Services, launch: RunLaunch, context: CommandContext): Promise<number> {
  const { executions } = services
  const { workflow, inputs } = launch
  refuseUnusedInputs(inputs, (await executions.planUnsaved(workflow, inputs, OPERATOR)).nodes)
  const interrupted = context.interrupted()
  const waits = new AbortController()
  const questions = watchQuestions(services, waits.signal)
  const { id } = await executions.startUnsaved(workflow, { inputs, by: OPERATOR })
  const cancel = () => void executions.cancel(id).catch(() => {})
  interrupted.addEventListener('abort', cancel)
  if (interrupted.aborted) cancel()
  let printed = 0
  const check = async () => {
    if (waits.signal.aborted || !(await waitsOnlyForPeople(id, executions.known))) return
    // A question may be published before the updates that led to it; the last of them checks again.
    if (printed >= (await executions.known(id)).events.length) waits.abort()
  }
  questions(check)
  await followUpdates(services, { id, signal: waits.signal }, async (update) => {
    for (const line of update.logs) context.note(terminalLine(line))
    printed = update.seq
    await check()
  })
  interrupted.removeEventListener('abort', cancel)
  waits.abort()
  return await report(services, { id, hasFolder: launch.hasFolder }, context)
}

/** Calls back with every update until the execution ends or the signal aborts. */
async function followUpdates(
  { pipelineUpdates, executions }: Services,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  take: (update: PipelineUpdate) => Promise<void>,
): Promise<void> {
  // A reader that falls behind is cut off and continues after the last update.
  for (let after = 0; !signal.aborted; )
    for await (const told of pipelineUpdates.follow(id, { after, signal, load: () => executions.history(id) })) {
      if (told === END) return
      after = told.seq
      await take(JSON.parse(told.json) as PipelineUpdate)
    }
}

/** Calls back whenever a question is asked, also in executions that this one called. */
function watchQuestions({ inbox }: Pick<Services, 'inbox'>, signal: AbortSignal): (check: () => Promise<void>) => void {
  const changes = inbox.follow(signal)
  return (check) =>
    void (async () => {
      for await (const _ of changes) await check()
    })()
}

async function report(
  { executions, details }: Services,
  { id, hasFolder }: { readonly id: string; readonly hasFolder: boolean },
  { print, note, interrupted }: CommandContext,
): Promise<number> {
  const { state } = await executions.known(id)
  if (state.finishedAt === undefined) {
    const { waiting_for: open = [] } = await details.detail(id)
    for (const { node_id, message } of open) note(`Waits for an answer at ${node_id}: ${message}`)
    note(
      hasFolder
        ? `Execution ${id} stays open: start a service with this data folder to answer.`
        : 'Nothing is kept: to answer, use --data-dir and start a service with the same folder.',
    )
    return EXIT.waits
  }
  if (state.status === 'completed') print(JSON.stringify(outputsOf(state), undefined, 2))
  const why = state.failure === undefined ? '' : ` (${state.failure.code}): ${state.failure.message}`
  note(`Execution ${state.status}${why}`)
  if (state.status === 'cancelled' && interrupted().aborted) return INTERRUPTED
  return state.status === 'completed' ? EXIT.completed : state.status === 'failed' ? EXIT.failed : EXIT.cancelled
}

function problemLines(error: BadSetting | Problem): string[] {
  const details = error instanceof Problem ? (error.details ?? []) : []
  const lines = details.map(({ path, message }) => `  ${[path, message].filter(Boolean).join(' ')}`)
  return [`millrace: ${error.message}`, ...lines.slice(0, MAX_DETAILS)]
}

const MAX_DETAILS = 20
