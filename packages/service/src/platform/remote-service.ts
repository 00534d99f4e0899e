/** The service that a command talks to. */
import type { Client } from '@millrace/client'
import type { CommandContext } from './command.ts'
import { BadSetting } from './config.ts'

export const REMOTE_FLAGS = { url: { type: 'string' } } as const

/** Lines of the help text of a command that talks to a service. */
export const REMOTE_HELP: readonly string[] = [
  'MILLRACE_URL (or --url) is the address of the service, MILLRACE_TOKEN a token. Default: http://127.0.0.1:7410',
]

const DEFAULT_URL = 'http://127.0.0.1:7410'
const PREFIX = '/api/v1'

/** A client of the service. The token is read from the environment only: flags are visible to other users. */
export async function connect({ env }: Pick<CommandContext, 'env'>, url: string | undefined): Promise<Client> {
  // Loaded here: only commands that talk to a service need it.
  const { createClient } = await import('@millrace/client')
  const token = env.MILLRACE_TOKEN?.trim()
  return createClient({ baseUrl: addressOf(url ?? env.MILLRACE_URL ?? DEFAULT_URL), ...(token ? { token } : {}) })
}

/** An address without a path gets the prefix of the API. */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new BadSetting('MILLRACE_URL must be an http or https address such as http://127.0.0.1:7410.')
  return url.pathname === '/' ? `${url.origin}${PREFIX}` : `${url.origin}${url.pathname}`
}
