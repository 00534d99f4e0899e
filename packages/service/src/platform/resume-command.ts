/** `millrace resume`: ends the pause of a service that was restored with `--paused`. */
import type { Command } from './command.ts'
import { usageOf } from './command-help.ts'
import { BadSetting, readOwnArguments } from './config.ts'
import { connect, REMOTE_FLAGS, REMOTE_HELP } from './remote-service.ts'

export const resumeCommand: Command = {
  name: 'resume',
  usage: ['resume [--url URL]'],
  summary: 'resumes a service that was restored with --paused; needs the role admin',
  help: REMOTE_HELP,
  async run(args, context) {
    const { flags, words } = readOwnArguments(args, REMOTE_FLAGS)
    if (words.length > 0) throw new BadSetting(usageOf(resumeCommand))
    const client = await connect(context, flags.url)
    const { was_paused: wasPaused } = await client.resumeService()
    context.print(wasPaused ? 'The service was resumed.' : 'The service was not paused.')
    return 0
  },
}
