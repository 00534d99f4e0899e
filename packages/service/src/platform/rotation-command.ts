/** `millrace rotate-key`: replaces the secret key of a running service. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from './command.ts'
import { usageOf } from './command-help.ts'
import { BadSetting, readOwnArguments } from './config.ts'
import { connect, REMOTE_FLAGS, REMOTE_HELP } from './remote-service.ts'

const EVERY_MS = 250

/** The rotation belongs to a process: behind a balancer, another one knows nothing of it. */
const ELSEWHERE =
  'The process that answers does not run the rotation: it was restarted, or a balancer chose another one. Run the command again, in a cluster with --url and the address of one API process.'

export const rotateKeyCommand: Command = {
  name: 'rotate-key',
  usage: ['rotate-key [--finish] [--url URL]'],
  summary: 'encrypts all stored secrets with a new key while the service runs; needs the role admin',
  help: [
    '  --finish          remove the old key, when nothing needs it any more',
    'An interrupted rotation continues when the command is run again.',
    ...REMOTE_HELP,
  ],
  async run(args, context) {
    const { flags, words } = readOwnArguments(args, { ...REMOTE_FLAGS, finish: { type: 'boolean' } })
    if (words.length > 0) throw new BadSetting(usageOf(rotateKeyCommand))
    const client = await connect(context, flags.url)
    const finish = flags.finish === true
    let status = await client.rotateKey({ body: { finish } })
    const isStarted = status.state === 'encrypting'
    while (status.state === 'encrypting') {
      await delay(EVERY_MS)
      status = await client.getKeyRotation()
    }
    if (status.state === 'none' && isStarted) {
      context.print(ELSEWHERE)
      return 1
    }
    if (status.state === 'stopped') {
      context.print('The rotation failed; see the log of the service, and run the command again.')
      return 1
    }
    context.print(`Encrypted with the new key: ${status.encrypted}.`)
    if (status.unreadable > 0)
      context.print(`Left as they are, because no key decrypts them: ${status.unreadable}. Enter these secrets again.`)
    if (status.keys > 1) context.print('The old key still decrypts. Remove it with: millrace rotate-key --finish')
    else if (finish) context.print('The old key is removed. Backups that were written before still need it.')
    return 0
  },
}
