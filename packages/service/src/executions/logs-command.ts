/** `millrace logs ID`: prints the log of an execution, or follows it until the execution ends. */
import type { Client } from '@millrace/client'
import { type Command, type CommandContext, INTERRUPTED } from '../platform/command.ts'
import { usageOf } from '../platform/command-help.ts'
import { BadSetting, readOwnArguments } from '../platform/config.ts'
import { connect, REMOTE_FLAGS, REMOTE_HELP } from '../platform/remote-service.ts'
import { terminalLine } from './terminal-line.ts'

const FLAGS = { ...REMOTE_FLAGS, follow: { type: 'boolean', short: 'f' } } as const

export const logsCommand: Command = {
  name: 'logs',
  usage: ['logs [--follow] ID [--url URL]'],
  summary: 'prints the log of an execution',
  help: [
    '  --follow, -f    print new lines until the execution ends; the exit code is then 0 only if it completed.',
    '                  A lost connection is opened again, and no line is lost or printed twice',
    '',
    ...REMOTE_HELP,
  ],
  async run(args, context) {
    const { flags, words } = readOwnArguments(args, FLAGS)
    const [id, ...others] = words
    if (id === undefined || others.length > 0) throw new BadSetting(usageOf(logsCommand))
    const client = await connect(context, flags.url)
    if (flags.follow === true) return follow(client, id, context)
    for (const entry of await client.getExecutionLogs({ id })) context.print(terminalLine(entry))
    return 0
  },
}

async function follow(client: Client, id: string, { print, note, interrupted }: CommandContext): Promise<number> {
  const signal = interrupted()
  let isUp = true
  const onConnection = (isNowUp: boolean) => {
    if (isUp !== isNowUp) note(isNowUp ? 'Connected again.' : 'The connection was lost; trying again …')
    isUp = isNowUp
  }
  let status = 'pending'
  for await (const { event, data } of client.watchPipeline({ id }, { signal, onConnection })) {
    if (event !== 'update') continue
    status = data.status
    for (const entry of data.logs) print(terminalLine(entry))
  }
  if (signal.aborted) return INTERRUPTED
  note(`Execution ${status}`)
  return status === 'completed' ? 0 : 1
}
