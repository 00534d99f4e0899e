/** The command line: finds the command, runs it, and sets the exit code. */
import { COMMANDS, commandNames, loadCommands } from './commands.ts'
import { BadSetting } from './platform/bad-setting.ts'
import { type CommandContext, INTERRUPTED } from './platform/command.ts'
import { commandHelp, helpText } from './platform/command-help.ts'
import { processArguments } from './platform/config.ts'
import { VERSION } from './platform/version.ts'

const MAX_DELAY_MS = 2 ** 31 - 1
/** Programs differ in these, so the common forms are accepted. */
const VERSION_WORDS: ReadonlySet<string> = new Set(['--version', '-v', 'version'])
const HELP_WORDS: ReadonlySet<string> = new Set(['--help', '-h', 'help'])

/** Runs a command; exits with code 1 and a one-line message if it fails. */
export async function main(): Promise<void> {
  const [argv, env] = processArguments()
  // Timers of the engine do not keep a process alive, and most commands have no server that would.
  const alive = setInterval(() => {}, MAX_DELAY_MS)
  try {
    process.exitCode = await run(argv, { env, print, note, now: () => Date.now(), interrupted })
  } catch (error) {
    note(`millrace: ${problemOf(error)}`)
    process.exit(1)
  } finally {
    clearInterval(alive)
  }
}

async function run(argv: readonly string[], context: CommandContext): Promise<number> {
  const [first = '-', ...rest] = argv
  if (VERSION_WORDS.has(first)) print(`millrace ${VERSION}`)
  else if (first === 'help' && rest[0] !== undefined) return runNamed(rest[0], ['--help'], context)
  else if (HELP_WORDS.has(first)) process.stdout.write(helpText(await loadCommands()))
  else if (first.startsWith('-')) return runNamed('start', argv, context)
  else return runNamed(first, rest, context)
  return 0
}

async function runNamed(name: string, args: readonly string[], context: CommandContext): Promise<number> {
  const load = COMMANDS.get(name)
  if (load === undefined)
    throw new BadSetting(`Unknown command "${name}". Commands: ${commandNames.join(', ')}. Try --help.`)
  const command = await load()
  if (!args.includes('--help') && !args.includes('-h')) return command.run(args, context)
  process.stdout.write(commandHelp(command))
  return 0
}

/** Ctrl+C and a request to end; the second one does not wait for the command. */
function interrupted(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(INTERRUPTED)
      controller.abort()
    })
  return controller.signal
}

/** A one-line message that states what failed. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} of ${address} is in use; choose another with --port.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} of ${address} may not be used; choose another with --port.`
  // Errors of a service that a command talks to.
  if (code === 'NETWORK_ERROR')
    return `${error.message.replace(/\.$/, ` (${reasonOf(error)}).`)} MILLRACE_URL or --url must be the address of a running service.`
  if (code === 'UNAUTHORIZED') return `${error.message} Set MILLRACE_TOKEN to a token of the service.`
  return error.message
}

/** The first cause of an error, such as `connect ECONNREFUSED 127.0.0.1:7410`. */
function reasonOf({ cause, message, code }: Error & { readonly code?: string }): string {
  return cause instanceof Error ? reasonOf(cause) : message || (code ?? 'No reply')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function note(line: string): void {
  process.stderr.write(`${line}\n`)
}
